export interface Outcome<Item> {
  done: Item[];
  failed: { item: Item; error: Error }[];
}

/** So many calls of one person are answered at once; the others wait for them. */
const AT_ONCE = 4;

/** Makes one call for each item, a few at once, and goes on after a failure. Both lists keep the items' order. */
export async function runEach<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<unknown>,
): Promise<Outcome<Item>> {
  const errors = new Map<Item, Error>();
  const waiting = items.values();
  const work = async () => {
    for (const item of waiting) {
      try {
        await act(item);
      } catch (error) {
        errors.set(item, error instanceof Error ? error : new Error(String(error)));
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return {
    done: items.filter((item) => !errors.has(item)),
    failed: items.flatMap((item) => {
      const error = errors.get(item);
      return error ? [{ item, error }] : [];
    }),
  };
}
