/** Keeps what arrives until somebody wants it, and hands everything later straight on. */
export interface Inbox<Item> {
  put(item: Item): void;
  isEmpty(): boolean;
  /** Takes what is there, in the order in which it came, and all that follows. */
  open(take: (item: Item) => void): void;
}

export function createInbox<Item>(): Inbox<Item> {
  const waiting: Item[] = [];
  let take: ((item: Item) => void) | null = null;
  return {
    put(item) {
      if (take) take(item);
      else waiting.push(item);
    },
    isEmpty: () => waiting.length === 0,
    open(next) {
      take = next;
      for (const item of waiting.splice(0)) next(item);
    },
  };
}
