/** The last in line for each name, in this process. */
const last = new Map<string, Promise<unknown>>();

/** Runs `work` once all earlier calls with the same name are done, in this process. */
export async function runInOrder<T>(turn: string, work: () => Promise<T>): Promise<T> {
  const before = last.get(turn) ?? Promise.resolve();
  const mine = before.then(work, work);
  const settled = mine.catch(() => undefined);
  last.set(turn, settled);
  try {
    return await mine;
  } finally {
    if (last.get(turn) === settled) last.delete(turn);
  }
}
