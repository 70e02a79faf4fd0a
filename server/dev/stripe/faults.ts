/**
 * What can go wrong between us and the provider: no answer and nothing done; done, but the answer is lost; an outage.
 */
export type Fault = 'silence' | 'lose-answer' | 'unavailable';
export const FAULTS: readonly Fault[] = ['silence', 'lose-answer', 'unavailable'];

interface Planned {
  readonly fault: Fault;
  readonly method: string;
  readonly path: string;
  left: number;
}

/** Faults ordered by tests (`POST /_emulator/faults`), each for the next few calls of one path. */
export class FaultPlan {
  #planned: Planned[] = [];

  add(fault: Fault, { method, path, times }: { method: string; path: string; times: number }): void {
    this.#planned.push({ fault, method, path, left: times });
  }

  next(method: string, path: string): Fault | null {
    const match = this.#planned.find((each) => each.method === method && each.path === path && each.left > 0);
    if (match === undefined) return null;
    match.left -= 1;
    return match.fault;
  }
}
