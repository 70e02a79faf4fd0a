const MAX_ROOMS = 10_000;

export interface QuietRooms {
  /** Something was said in the room. */
  heard(room: string): void;
  /** Something may have been said in any room. */
  missed(): void;
  /** Milliseconds for which nothing was said in the room, at least. */
  quietMs(room: string): number;
}

/**
 * How long nothing has been said in a room, so that a page that joins knows whether what it read before is still true.
 * @param now milliseconds of a clock that never goes back
 */
export function createQuietRooms(now: () => number, max = MAX_ROOMS): QuietRooms {
  let since = now();
  /** The longest quiet first. */
  const last = new Map<string, number>();
  return {
    heard(room) {
      last.delete(room);
      last.set(room, now());
      const [[oldest, at] = [room, since]] = last;
      if (last.size <= max) return;
      last.delete(oldest);
      since = at;
    },
    missed() {
      last.clear();
      since = now();
    },
    quietMs: (room) => now() - (last.get(room) ?? since),
  };
}
