import { snapshotName } from '#shared/features/snapshots/model.ts';
import type { Engine } from '../../compute/engine.ts';
import type { Dependencies } from '../context.ts';
import type { Instance, Kind } from '../instances/index.ts';
import { snapshots } from '../instances/tables.ts';
import { announceSnapshot } from './announce.ts';
import { SNAPSHOT_LABEL, snapshotImage, TYPES } from './names.ts';
import { requestStore } from './store-job.ts';
import { goesToRegistry } from './store-snapshot.ts';

/**
 * Keeps what only a container has that was left on another machine, as a snapshot of its instance. It isn't running.
 * Repeatable. @throws EngineError
 */
export async function keepLeft<R extends Instance>(
  dependencies: Dependencies,
  engine: Engine,
  kind: Kind<R>,
  instance: R,
  { id, container }: { id: string; container: string },
): Promise<void> {
  const { clock, db } = dependencies;
  const image = snapshotImage(id);
  if (!(await engine.imageExists(image))) {
    const secrets = kind.secretVariables(instance);
    await engine.commit(container, image, { [SNAPSHOT_LABEL]: id }, { secrets });
  }
  const sizeBytes = await engine.imageSize(image);
  const { organizationId, userId, name } = instance;
  const now = clock.now();
  const registry = goesToRegistry(dependencies) ? 'wanted' : null;
  await db.transaction(async (tx) => {
    await tx
      .insert(snapshots)
      .values({
        ...{ id, organizationId, userId, type: TYPES[kind.word], instanceId: instance.id, ...kind.describe(instance) },
        ...{
          name: snapshotName(name, now),
          status: 'Active',
          engineId: engine.id,
          registry,
          sizeBytes,
          createdAt: now,
        },
      })
      .onConflictDoNothing();
    if (registry) await requestStore(tx, id);
    await announceSnapshot(dependencies, tx, { organizationId, safety: false });
  });
}
