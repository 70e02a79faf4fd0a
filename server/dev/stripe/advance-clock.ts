import { settle } from './billing/settle.ts';
import type { Emulator } from './emulator.ts';
import { invalidRequest } from './errors.ts';

const LONGEST_STEP_SECONDS = 2 * 366 * 86_400;

/** Moves the emulator's time ahead, and does what becomes due on the way. @throws StripeRefusal for going back */
export function advanceClock(emulator: Emulator, to: number): void {
  const seconds = to - emulator.realNow();
  if (!Number.isSafeInteger(to) || seconds < 0 || seconds > LONGEST_STEP_SECONDS) {
    throw invalidRequest('The clock only goes forward, by two years at most.', undefined, 'to');
  }
  emulator.store.moveClock(seconds);
  settle(emulator);
  emulator.store.save();
}
