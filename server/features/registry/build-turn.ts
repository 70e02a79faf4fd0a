import { setTimeout as delay } from 'node:timers/promises';
import type { BuildTurn } from '../../compute/build-once.ts';
import type { Locks } from '../../platform/lock-connection.ts';
import { withWorkLock } from '../instances/index.ts';

const LOOK_AGAIN_MS = 1000;

/** Across all processes of the installation: whoever waited finds the image there. */
export function createBuildTurn(locks: Locks): BuildTurn {
  return async (image, build) => {
    while (!(await withWorkLock({ locks }, `build.${image}`, build))) await delay(LOOK_AGAIN_MS);
  };
}
