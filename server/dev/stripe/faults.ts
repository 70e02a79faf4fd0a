/**
 * What can go wrong between us and the provider:
 * - `silence`: no answer and nothing done; `lose-answer`: done, but no answer; `cut`: done, and the connection is cut
 * - `unavailable`: an outage, before anything is done or kept
 * - `error`: a provider error with nothing done, `error-after`: with everything done. Like Stripe, it repeats that
 * answer for the same idempotency key for a day
 * - `rate-limit`: too many calls, come back in a second
 * - `hold`: nothing until `StripeEmulator.release`
 */
export const FAULTS = [
  'silence',
  'lose-answer',
  'cut',
  'unavailable',
  'error',
  'error-after',
  'rate-limit',
  'hold',
] as const;
export type Fault = (typeof FAULTS)[number];

interface Planned {
  readonly fault: Fault;
  readonly method: string;
  /** With a `*` at the end, a prefix. */
  readonly path: string;
  left: number;
}

/** Faults ordered by tests (`POST /_emulator/faults`), each for the next few calls of one path. */
export class FaultPlan {
  #planned: Planned[] = [];
  #held = Promise.withResolvers<void>();
  #released = Promise.withResolvers<void>();

  add(fault: Fault, { method, path, times }: { method: string; path: string; times: number }): void {
    this.#planned.push({ fault, method, path, left: times });
  }

  next(method: string, path: string): Fault | null {
    const match = this.#planned.find((each) => each.method === method && matches(each.path, path) && each.left > 0);
    if (match === undefined) return null;
    match.left -= 1;
    return match.fault;
  }

  clear(): void {
    this.#planned = [];
  }

  /** Resolves when a held call may continue. */
  hold(): Promise<void> {
    this.#held.resolve();
    return this.#released.promise;
  }

  /** Resolves when a call is being held. */
  held(): Promise<void> {
    return this.#held.promise;
  }

  release(): void {
    this.#released.resolve();
    this.#held = Promise.withResolvers();
    this.#released = Promise.withResolvers();
  }
}

function matches(pattern: string, path: string): boolean {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : pattern === path;
}
