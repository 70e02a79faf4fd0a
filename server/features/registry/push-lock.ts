import { setTimeout as delay } from 'node:timers/promises';
import type { PushLock } from '../../compute/registry/registry.ts';
import type { Sql } from '../../platform/database.ts';
import { withSharedLock, withWorkLock } from '../instances/index.ts';

const KEY = 'registry';
const LOOK_AGAIN_MS = 250;

/** Across all processes of the installation. */
export function createPushLock(sql: Sql): PushLock {
  return {
    together: (image, work) =>
      withSharedLock({ sql }, KEY, async () => {
        while (!(await withWorkLock({ sql }, `${KEY}.${image}`, work))) await delay(LOOK_AGAIN_MS);
      }),
    alone: (work) => withWorkLock({ sql }, KEY, work),
  };
}
