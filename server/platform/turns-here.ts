/** The last of those who wait for a turn in this process, by its name. */
const last = new Map<string, Promise<unknown>>();

/** Runs `work` once everything that was asked for the same turn before it is done, in this process. */
export async function takeTurnsHere<T>(turn: string, work: () => Promise<T>): Promise<T> {
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
