import { setTimeout as delay } from 'node:timers/promises';
import { and, eq, gt, or, type SQL, sql } from 'drizzle-orm';
import type { Engine } from '../../compute/engine.ts';
import { EngineError, isEngineError } from '../../compute/engine-error.ts';
import { HOUR } from '../../platform/clock.ts';
import { say } from '../../platform/say.ts';
import type { Dependencies } from '../context.ts';
import { instances, snapshots } from '../instances/tables.ts';
import { awaitedByFork } from './fork-copies.ts';
import { failSnapshot, sendSnapshot, waitsForRegistry } from './store-snapshot.ts';

const LOOK_AGAIN_MS = 250;
/** A snapshot that takes longer isn't being taken any more. */
const TAKEN_WITHIN_MS = HOUR;

/**
 * Pushes the snapshots that only this engine has to the registry, because its host is about to go. If the engine is
 * already gone they are lost: they fail, once waiting is no longer worthwhile.
 * @throws RegistryError if they can't be pushed now, EngineError `conflict` while one is being taken, and `unreachable`
 * while
 * waiting is worthwhile: the host has to stay
 */
export async function rescueSnapshots(
  dependencies: Dependencies,
  engineId: string,
  { patient }: { patient: boolean },
): Promise<void> {
  const { clock, engines } = dependencies;
  const engine = engines.list().find((each) => each.id === engineId);
  const pending = and(eq(snapshots.engineId, engineId), eq(snapshots.status, 'Pending'));
  const isThere = engine !== undefined && (await answers(engine));
  if (isThere) {
    const lately = gt(snapshots.createdAt, new Date(clock.now().getTime() - TAKEN_WITHIN_MS));
    if ((await find(dependencies, and(or(pending, leavesWithFork(engineId)), lately))).length > 0)
      throw new EngineError('conflict', `a snapshot is still being taken on ${engineId}`);
    for (const id of await find(dependencies, waitsForRegistry(engineId)))
      while (!(await sendSnapshot(dependencies, engine, id))) await delay(LOOK_AGAIN_MS);
  }
  const lost = [...(await find(dependencies, waitsForRegistry(engineId))), ...(await find(dependencies, pending))];
  if (patient && engine && !isThere && lost.length > 0)
    throw new EngineError('unreachable', `${engineId} has snapshots that nothing else has, and does not answer`);
  for (const id of lost) await failSnapshot(dependencies, id, say('snapshots.hostLost'));
}

/** A copy that a fork on another machine is being launched from. */
function leavesWithFork(engineId: string): SQL | undefined {
  const elsewhere = sql`exists (select 1 from ${instances} fork where fork.id = ${snapshots.forkId}
    and fork.engine_id <> ${engineId})`;
  return and(eq(snapshots.engineId, engineId), eq(snapshots.status, 'Active'), awaitedByFork, elsewhere);
}

async function find({ db }: Dependencies, which: SQL | undefined): Promise<string[]> {
  const rows = await db.select({ id: snapshots.id }).from(snapshots).where(which);
  return rows.map(({ id }) => id);
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
