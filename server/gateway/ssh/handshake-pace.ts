import { NO_OTHERS, type Others } from '../shared-counts.ts';

const BURST = 64;
const INTERVAL_MS = 30;
const MAX_ADDRESSES = 10_000;

export interface HandshakePace {
  /** How many milliseconds this handshake must wait. */
  wait(address: string): number;
  /** It got in, or left before it began: it doesn't count. */
  giveBack(address: string): void;
  /** Milliseconds of work that each address has begun and not paid off. */
  backlogs(): Iterable<[string, number]>;
}

/**
 * A key exchange costs a millisecond of CPU before anybody is known, so one address may begin 64 at once and then 33 a
 * second; more wait their turn. Processes at which the same address knocks share that.
 * @param now monotonic milliseconds
 */
export function createHandshakePace(
  now: () => number = () => performance.now(),
  others: () => Others = () => NO_OTHERS,
): HandshakePace {
  /** When everything an address has begun would be done, one at a time. */
  const doneAt = new Map<string, number>();
  const intervalOf = (address: string) => INTERVAL_MS * (1 + others().processes(address));
  return {
    wait(address) {
      const time = now();
      const done = Math.max(time, doneAt.get(address) ?? 0) + intervalOf(address);
      doneAt.delete(address);
      doneAt.set(address, done);
      if (doneAt.size > MAX_ADDRESSES) doneAt.delete(doneAt.keys().next().value as string);
      return Math.max(0, done - time + others().of(address) - BURST * INTERVAL_MS);
    },
    giveBack(address) {
      const done = doneAt.get(address);
      if (done !== undefined) doneAt.set(address, done - intervalOf(address));
    },
    backlogs() {
      const time = now();
      return [...doneAt].map(([address, done]): [string, number] => [address, Math.round(done - time)]);
    },
  };
}
