import { and, eq, inArray, type SQL } from 'drizzle-orm';
import type { Engine } from '../../compute/engine.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import { say } from '../../platform/say.ts';
import type { Dependencies } from '../context.ts';
import { withWorkLock } from '../instances/index.ts';
import { snapshots } from '../instances/tables.ts';
import { announceSnapshot } from './announce.ts';
import { snapshotImage } from './names.ts';

/** With more than one engine the registry keeps snapshots, so that they outlive their host and can go to any other. */
export function goesToRegistry({ engines, registry }: Pick<Dependencies, 'engines' | 'registry'>): boolean {
  return registry.isConfigured || engines.list().length > 1;
}

/** Snapshots, of these engines or all, still to be pushed. */
export function waitsForRegistry(engineId?: string): SQL | undefined {
  return and(
    eq(snapshots.registry, 'wanted'),
    inArray(snapshots.status, ['Active', 'Pending Deletion']),
    engineId === undefined ? undefined : eq(snapshots.engineId, engineId),
  );
}

/** Pushes a snapshot to the registry, which keeps it from then on. The sweep retries failures. */
export async function storeSnapshot(dependencies: Dependencies, id: string): Promise<void> {
  const { db, engines, log } = dependencies;
  const [snapshot] = await db
    .select({ engineId: snapshots.engineId })
    .from(snapshots)
    .where(and(eq(snapshots.id, id), waitsForRegistry()));
  const engine = engines.list().find((each) => each.id === snapshot?.engineId);
  if (!engine) return;
  try {
    await sendSnapshot(dependencies, engine, id);
  } catch (error) {
    if (!isEngineError(error)) throw error;
    log.warn({ err: error, snapshotId: id }, 'a snapshot could not be sent to the registry yet');
  }
}

/**
 * Repeatable. A snapshot whose image is nowhere any more fails. Returns false if it is already being pushed.
 * @throws RegistryError, EngineError
 */
export function sendSnapshot(dependencies: Dependencies, engine: Engine, id: string): Promise<boolean> {
  const { db, registry } = dependencies;
  const image = snapshotImage(id);
  return withWorkLock(dependencies, `snapshot.${id}`, async () => {
    const waiting = and(eq(snapshots.id, id), waitsForRegistry());
    if ((await db.select({ id: snapshots.id }).from(snapshots).where(waiting)).length === 0) return;
    if (await engine.imageExists(image)) await registry.push(image, engine);
    else if (!(await registry.holds(image))) return failSnapshot(dependencies, id, say('snapshots.imageGone'));
    await db.update(snapshots).set({ registry: 'held' }).where(eq(snapshots.id, id));
    // It stays if a container was created from it meanwhile.
    await engine.removeImage(image).catch((error) => {
      if (!isEngineError(error, 'conflict')) throw error;
    });
  });
}

/** It can't be launched any more, and says why. */
export async function failSnapshot(dependencies: Dependencies, id: string, detail: string): Promise<void> {
  dependencies.log.error({ snapshotId: id, detail }, 'a snapshot was lost');
  await dependencies.db.transaction(async (tx) => {
    const [lost] = await tx
      .update(snapshots)
      .set({ status: 'Failed', registry: null, detail })
      .where(eq(snapshots.id, id))
      .returning();
    if (lost) await announceSnapshot(dependencies, tx, lost);
  });
}
