import { Conflict } from '../../platform/errors.ts';

const IN_USE =
  'All memory for shared workspaces is in use right now. Stop a workspace you don’t need, or try again later.';

/** The shared machine has no room for this now. */
export class NoCapacity extends Conflict {
  override name = 'NoCapacity';
  constructor(message = IN_USE) {
    super(message);
  }
}
