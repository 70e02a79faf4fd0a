import { and, asc, desc, eq, gt, inArray, isNotNull, lt, ne, not, or, type SQL, sql } from 'drizzle-orm';
import { type RestorePointReason, snapshotName } from '#shared/features/snapshots/model.ts';
import type { Engine } from '../../compute/engine.ts';
import { HOUR } from '../../platform/clock.ts';
import type { Executor, Transaction } from '../../platform/database.ts';
import { isId, newId } from '../../platform/ids.ts';
import type { Dependencies } from '../context.ts';
import { announce, type Instance, type Kind, lockRow } from '../instances/index.ts';
import { instances, snapshots } from '../instances/tables.ts';
import type { SnapshotRecord } from './access.ts';
import { snapshotImage, TYPES } from './names.ts';
import { requestStore } from './store-job.ts';
import { commit, type Outcome } from './take-snapshots.ts';
import { pointsToDrop } from './thin-points.ts';

/** One that takes longer isn't being made any more. */
const MADE_WITHIN_MS = HOUR;
/** Instances whose points are looked at together. */
const AT_ONCE = 500;

const isPointOf = (instanceId: string) => and(eq(snapshots.instanceId, instanceId), isNotNull(snapshots.point));

/** What a workspace can go back to, newest first. */
export async function readPoints(executor: Executor, instanceId: string): Promise<SnapshotRecord[]> {
  return executor
    .select()
    .from(snapshots)
    .where(and(isPointOf(instanceId), eq(snapshots.status, 'Active')))
    .orderBy(desc(snapshots.createdAt), desc(snapshots.id));
}

/** One that can be gone back to, locked until the transaction ends; null if there is none. */
export async function holdPoint(
  tx: Transaction,
  { id, instanceId }: { id: string; instanceId: string },
): Promise<SnapshotRecord | null> {
  if (!isId(id)) return null;
  const which = and(isPointOf(instanceId), eq(snapshots.id, id), eq(snapshots.status, 'Active'));
  const [row] = await tx.select().from(snapshots).where(which).for('share');
  return row ?? null;
}

/** A point that was asked for before going back, and isn't made yet. */
const isWaiting = (instanceId: string) =>
  and(isPointOf(instanceId), eq(snapshots.point, 'before'), eq(snapshots.status, 'Pending'));

/** Asks for a point of what is there now, before going back; the caller has locked the instance. */
export async function addPointBefore<R extends Instance>(
  dependencies: Pick<Dependencies, 'clock'>,
  tx: Transaction,
  kind: Kind<R>,
  source: R,
): Promise<void> {
  const waiting = await tx.select({ id: snapshots.id }).from(snapshots).where(isWaiting(source.id));
  if (waiting.length === 0) await addPoint(dependencies, tx, kind, { source, reason: 'before' });
}

/** Records that a point is to be made. @returns its id */
async function addPoint<R extends Instance>(
  { clock }: Pick<Dependencies, 'clock'>,
  executor: Executor,
  kind: Kind<R>,
  { source, reason }: { source: R; reason: RestorePointReason },
): Promise<string> {
  const now = clock.now();
  const { id: instanceId, organizationId, userId, engineId } = source;
  const id = newId();
  await executor.insert(snapshots).values({
    ...{ id, organizationId, userId, instanceId, engineId, type: TYPES[kind.word], ...kind.describe(source) },
    ...{ safety: true, point: reason, name: snapshotName(source.name, now), status: 'Pending', createdAt: now },
  });
  return id;
}

interface Making {
  reason: RestorePointReason;
  /** Makes the image, of the files as they are now. @throws EngineError */
  make(image: string): Promise<unknown>;
  /** Is the copy of one moment? Left out: nobody could write meanwhile. */
  isWhole?(): Promise<boolean>;
}

/**
 * Keeps a restore point of what is there now, unless nothing has changed since the last one, and thins the earlier ones.
 * What a crash leaves of it is swept. @throws EngineError
 */
export async function keepPoint<R extends Instance>(
  dependencies: Dependencies,
  engine: Engine,
  kind: Kind<R>,
  instance: R,
  { reason, make, isWhole }: Making,
): Promise<void> {
  const { db } = dependencies;
  const id = await addPoint(dependencies, db, kind, { source: instance, reason });
  let kept = false;
  try {
    await make(snapshotImage(id));
    const { digest } = await engine.topLayer(snapshotImage(id));
    const [last] = await readPoints(db, instance.id);
    if (last?.layer === digest || (isWhole && !(await isWhole()))) return;
    await settlePoint(dependencies, engine, kind, instance, id);
    kept = true;
  } finally {
    if (!kept) await dropPoints(dependencies, db, eq(snapshots.id, id));
  }
}

/** Makes the point that was asked for before going back. Repeatable. @throws EngineError `unreachable` */
export async function takePointBefore<R extends Instance>(
  dependencies: Dependencies,
  engine: Engine,
  kind: Kind<R>,
  instance: R,
): Promise<Outcome | null> {
  const [waiting] = await dependencies.db.select().from(snapshots).where(isWaiting(instance.id));
  if (!waiting) return null;
  const outcome = await commit(dependencies, engine, kind, instance, waiting);
  if (outcome.status === 'Active') await settlePoint(dependencies, engine, kind, instance, waiting.id);
  return outcome;
}

/** Forgets the point that was asked for, if it isn't there yet: nobody goes back. */
export async function dropPointBefore({ clock }: Pick<Dependencies, 'clock'>, tx: Transaction, instanceId: string) {
  await dropPoints({ clock }, tx, isWaiting(instanceId));
}

async function settlePoint<R extends Instance>(
  dependencies: Dependencies,
  engine: Engine,
  kind: Kind<R>,
  instance: R,
  id: string,
): Promise<void> {
  const image = snapshotImage(id);
  const { digest, sizeBytes: layerBytes } = await engine.topLayer(image);
  const sizeBytes = await engine.imageSize(image);
  // Like its last copy (instances/send-backups.ts), so that it can go to another machine; a host takes its own along.
  const registry = instance.serverId === 'shared' && engine.id !== 'local' ? 'wanted' : null;
  await dependencies.db.transaction(async (tx) => {
    const now = await lockRow(tx, kind, instance.id);
    await tx
      .update(snapshots)
      .set({ status: 'Active', engineId: engine.id, layer: digest, layerBytes, sizeBytes, registry })
      .where(and(eq(snapshots.id, id), eq(snapshots.status, 'Pending')));
    if (registry) await requestStore(tx, id);
    if (!now) return;
    await thin(dependencies, tx, now);
    await announce(dependencies, tx, kind, now);
  });
}

/** Drops what isn't kept any more; the caller has locked the instance, so that nobody chooses one of them meanwhile. */
async function thin(dependencies: Pick<Dependencies, 'clock'>, tx: Transaction, instance: Instance): Promise<void> {
  const { id, backToId, containerId, restoreId } = instance;
  const inUse = new Set([backToId, containerId === null ? restoreId : null].filter((each) => each !== null));
  const dropped = pointsToDrop(await readPoints(tx, id), dependencies.clock.now(), inUse);
  if (dropped.length > 0) await dropPoints(dependencies, tx, inArray(snapshots.id, dropped));
}

/**
 * Thins the points of what nobody has worked in since, drops what a crash left half made, and those of deleted
 * workspaces that can't be restored any more.
 */
export async function sweepPoints(dependencies: Pick<Dependencies, 'clock' | 'db'>): Promise<void> {
  const { clock, db } = dependencies;
  const isGone = sql`exists (select 1 from ${instances} where ${instances.id} = ${snapshots.instanceId}
    and ${instances.status} = 'Deleted')`;
  const isRestorable = sql`exists (select 1 from ${snapshots} copy where copy.instance_id = ${snapshots.instanceId}
    and copy.safety and copy.point is null and copy.status in ('Pending', 'Active'))`;
  const isGoingBack = sql`exists (select 1 from ${instances} where ${instances.id} = ${snapshots.instanceId}
    and ${instances.backToId} is not null)`;
  const isLeft = and(
    eq(snapshots.status, 'Pending'),
    lt(snapshots.createdAt, new Date(clock.now().getTime() - MADE_WITHIN_MS)),
    not(isGoingBack),
  );
  await dropPoints(dependencies, db, or(isLeft, and(isGone, not(isRestorable))));
  for (const id of await idsToThin(dependencies)) {
    await db.transaction(async (tx) => {
      const [instance] = await tx.select().from(instances).where(eq(instances.id, id)).for('update');
      if (instance && instance.status !== 'Deleted') await thin(dependencies, tx, instance);
    });
  }
}

/** Instances that have points nobody keeps any more, by a look at all of them without locks: most have none. */
async function idsToThin({ clock, db }: Pick<Dependencies, 'clock' | 'db'>): Promise<string[]> {
  const now = clock.now();
  const ids: string[] = [];
  const { id, instanceId, point, createdAt, layer, layerBytes } = snapshots;
  for (let last: string | null = null; ; ) {
    const settled = and(isNotNull(point), eq(snapshots.status, 'Active'), last ? gt(instanceId, last) : undefined);
    const next = await db
      .selectDistinct({ instanceId })
      .from(snapshots)
      .where(settled)
      .orderBy(asc(instanceId))
      .limit(AT_ONCE);
    const some = next.map((each) => each.instanceId);
    if (some.length === 0) return ids;
    const points = await db
      .select({ id, instanceId, point, createdAt, layer, layerBytes })
      .from(snapshots)
      .where(and(settled, inArray(instanceId, some)));
    for (const [of, theirs] of Map.groupBy(points, (each) => each.instanceId)) {
      if (pointsToDrop(theirs, now).length > 0) ids.push(of);
    }
    last = some.at(-1) ?? null;
  }
}

/** The sweep frees their images. */
async function dropPoints(
  { clock }: Pick<Dependencies, 'clock'>,
  executor: Executor,
  which: SQL | undefined,
): Promise<void> {
  await executor
    .update(snapshots)
    .set({ status: 'Deleted', deletedAt: clock.now() })
    .where(and(isNotNull(snapshots.point), ne(snapshots.status, 'Deleted'), which));
}
