import { NO_OTHERS, type Others } from '../shared-counts.ts';

const MAX_PER_ADDRESS = 128;
const MAX_TOGETHER = 1_024;

/** A connection that isn't signed in yet. */
export interface Waiting {
  /** The client has sent its first line. */
  spoke: boolean;
  /** Ends it, to make room. */
  close(): void;
}

export interface HandshakePool {
  /** Admits one; if there is no room, the longest-waiting one is dropped. Returns how to release it. */
  enter(address: string, waiting: Waiting): () => void;
  /** How many are waiting, by address. */
  counts(): Iterable<[string, number]>;
}

/**
 * Limits connections that aren't signed in, by address and in total. Nobody is turned away: silent ones make room
 * first, then the address with the most, so that a flood from one place costs the others nothing.
 */
export function createHandshakePool(others: () => Others = () => NO_OTHERS): HandshakePool {
  const byAddress = new Map<string, Set<Waiting>>();
  let together = 0;

  function leave(address: string, waiting: Waiting): void {
    const here = byAddress.get(address);
    if (!here?.delete(waiting)) return;
    together -= 1;
    if (here.size === 0) byAddress.delete(address);
  }

  function makeRoom(address: string): void {
    const here = byAddress.get(address) ?? new Set<Waiting>();
    const oldest = [...here].find(({ spoke }) => !spoke) ?? here.values().next().value;
    if (!oldest) return;
    leave(address, oldest);
    oldest.close();
  }

  function fullest(): string {
    let [most, address] = [0, ''];
    for (const [each, { size }] of byAddress) if (size > most) [most, address] = [size, each];
    return address;
  }

  return {
    enter(address, waiting) {
      if ((byAddress.get(address)?.size ?? 0) + others().of(address) >= MAX_PER_ADDRESS) makeRoom(address);
      else if (together + others().all() >= MAX_TOGETHER) makeRoom(fullest());
      byAddress.set(address, (byAddress.get(address) ?? new Set()).add(waiting));
      together += 1;
      return () => leave(address, waiting);
    },
    counts: () => [...byAddress].map(([address, { size }]): [string, number] => [address, size]),
  };
}
