/** Does `work` for each item in order, at most `lanes` at a time. Where one fails, no further one is begun. */
export async function inLanes<T>(items: Iterable<T>, lanes: number, work: (item: T) => Promise<void>): Promise<void> {
  // One generator for all lanes: the lane that fails closes it for the others.
  const left = (function* () {
    yield* items;
  })();
  const lane = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
