const BURST = 64;
const INTERVAL_MS = 30;
const MAX_ADDRESSES = 10_000;

export interface HandshakePace {
  /** How many milliseconds this handshake must wait. */
  wait(address: string): number;
  /** It got in, or left before it began: it doesn't count. */
  giveBack(address: string): void;
}

/**
 * A key exchange costs a millisecond of CPU before anybody is known, so one address may begin 64 at once and then 33 a
 * second; more wait their turn. @param now monotonic milliseconds
 */
export function createHandshakePace(now: () => number = () => performance.now()): HandshakePace {
  /** When everything an address has begun would be done, one at a time. */
  const doneAt = new Map<string, number>();
  return {
    wait(address) {
      const time = now();
      const done = Math.max(time, doneAt.get(address) ?? 0) + INTERVAL_MS;
      doneAt.delete(address);
      doneAt.set(address, done);
      if (doneAt.size > MAX_ADDRESSES) doneAt.delete(doneAt.keys().next().value as string);
      return Math.max(0, done - time - BURST * INTERVAL_MS);
    },
    giveBack(address) {
      const done = doneAt.get(address);
      if (done !== undefined) doneAt.set(address, done - INTERVAL_MS);
    },
  };
}
