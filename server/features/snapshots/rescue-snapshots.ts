import { setTimeout as delay } from 'node:timers/promises';
import type { Engine } from '../../compute/engine.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import type { Services } from '../context.ts';
import { failSnapshot, sendSnapshot, waitsForRegistry } from './store-snapshot.ts';
import { snapshots } from './tables.ts';

const LOOK_AGAIN_MS = 250;

/**
 * Sends the snapshots to the registry that only this engine has, as its host is about to go. Of an engine that is gone
 * already they can't be had any more: they fail. @throws RegistryError when they can't be sent now: the host has to stay
 */
export async function rescueSnapshots(services: Services, engineId: string): Promise<void> {
  const { db, engines } = services;
  const waiting = await db.select({ id: snapshots.id }).from(snapshots).where(waitsForRegistry(engineId));
  const engine = engines.list().find((each) => each.id === engineId);
  for (const { id } of waiting) {
    if (engine && (await answers(engine))) {
      while (!(await sendSnapshot(services, engine, id))) await delay(LOOK_AGAIN_MS);
    } else await failSnapshot(services, id, 'Its host was lost before the snapshot was copied.');
  }
}

async function answers(engine: Engine): Promise<boolean> {
  try {
    await engine.ping();
    return true;
  } catch (error) {
    if (!isEngineError(error)) throw error;
    return false;
  }
}
