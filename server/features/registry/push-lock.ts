import { setTimeout as delay } from 'node:timers/promises';
import type { PushLock } from '../../compute/registry/registry.ts';
import type { Locks } from '../../platform/lock-connection.ts';
import { withSharedLock, withWorkLock } from '../instances/index.ts';

const KEY = 'registry';
const LOOK_AGAIN_MS = 250;

/** Across all processes of the installation. */
export function createPushLock(locks: Locks): PushLock {
  return {
    together: (image, work) =>
      withSharedLock({ locks }, KEY, async () => {
        while (!(await withWorkLock({ locks }, `${KEY}.${image}`, work))) await delay(LOOK_AGAIN_MS);
      }),
    alone: (work) => withWorkLock({ locks }, KEY, work),
  };
}
