import { Conflict } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';

const IN_USE = say('capacity.sharedMemoryFull');

/** The shared machine has no room for this now. */
export class NoCapacity extends Conflict {
  override name = 'NoCapacity';
  constructor(message = IN_USE) {
    super(message);
  }
}
