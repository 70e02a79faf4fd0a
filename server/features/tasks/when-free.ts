import { setTimeout as delay } from 'node:timers/promises';
import { Conflict } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import { withLock } from '../../platform/with-lock.ts';
import type { Dependencies } from '../context.ts';

/** Looking at a task, which happens every few seconds, takes less. */
const TRIES = 20;
const AGAIN_MS = 250;

export const taskLock = (id: string) => `task.${id}`;

/** Does the work while nobody else does anything with the task. @throws Conflict if somebody does for long */
export async function whenFree(
  { locks }: Pick<Dependencies, 'locks'>,
  id: string,
  work: () => Promise<void>,
): Promise<void> {
  for (let tries = 1; !(await withLock(locks, taskLock(id), 'alone', work)); tries += 1) {
    if (tries === TRIES) throw new Conflict(say('tasks.inUse'));
    await delay(AGAIN_MS);
  }
}
