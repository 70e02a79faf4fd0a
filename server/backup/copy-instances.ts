import { setTimeout as delay } from 'node:timers/promises';
import { and, eq, inArray, isNotNull, ne } from 'drizzle-orm';
import type { Engine } from '../compute/engine.ts';
import { type EngineError, isEngineError } from '../compute/engine-error.ts';
import type { Dependencies } from '../features/context.ts';
import { copyToImage } from '../features/instances/back-up-stopped.ts';
import { backupImage } from '../features/instances/backup.ts';
import { readInstance, withWorkLock } from '../features/instances/index.ts';
import { type Instance, instances, snapshots } from '../features/instances/tables.ts';
import { snapshotImage } from '../features/snapshots/index.ts';
import { runners } from '../kinds.ts';
import type { Manifest } from './manifest.ts';

export type Installation = Pick<
  Dependencies,
  'clock' | 'config' | 'db' | 'engines' | 'locks' | 'log' | 'lookups' | 'registry' | 'secrets' | 'sql'
>;

export interface Thing {
  what: Manifest['missing'][number]['what'];
  id: string;
}

/** Where a thing's files are in the registry now, or why they aren't. */
export type Sent =
  | { image: string; copy: Manifest['copies'][number] | null }
  /** Deleted meanwhile. */
  | { gone: true }
  | { why: string };

const LOOK_AGAIN_MS = 250;

/** What has files of its own. */
export async function listThings({ db }: Pick<Installation, 'db'>): Promise<Thing[]> {
  const copied = await db
    .select({ id: snapshots.id })
    .from(snapshots)
    .where(inArray(snapshots.status, ['Active', 'Pending Deletion']));
  const running = await db
    .select({ id: instances.id, what: instances.kind })
    .from(instances)
    .where(and(ne(instances.status, 'Deleted'), isNotNull(instances.containerId)));
  return [...copied.map(({ id }) => ({ what: 'snapshot' as const, id })), ...running];
}

/** Brings a thing's files to the registry, as they are now or were when it was stopped. */
export async function sendThing(installation: Installation, { what, id }: Thing): Promise<Sent> {
  try {
    return await (what === 'snapshot' ? sendSnapshot(installation, id) : sendInstance(installation, id));
  } catch (error) {
    if (!isEngineError(error)) throw error;
    installation.log.warn({ err: error, id }, `a ${what} could not be backed up`);
    return { why: explain(error) };
  }
}

function explain({ kind }: EngineError): string {
  switch (kind) {
    case 'unreachable':
    case 'timeout':
      return 'its machine or the registry does not answer';
    case 'out-of-disk':
      return 'the disk of its machine is full';
    case 'not-found':
      return 'its container is gone';
    default:
      return 'it could not be copied';
  }
}

async function sendSnapshot({ db, engines, registry }: Installation, id: string): Promise<Sent> {
  const [row] = await db
    .select({ engineId: snapshots.engineId, status: snapshots.status })
    .from(snapshots)
    .where(eq(snapshots.id, id));
  if (!row || row.status === 'Deleted') return { gone: true };
  const image = snapshotImage(id);
  if (await registry.holds(image)) return { image, copy: null };
  const engine = engines.list().find((each) => each.id === row.engineId);
  if (!engine || !(await engine.imageExists(image))) return { why: 'its image is gone' };
  await registry.push(image, engine);
  return { image, copy: null };
}

async function sendInstance(installation: Installation, id: string): Promise<Sent> {
  const engineOf = async () => {
    const [row] = await installation.db
      .select({ engineId: instances.engineId, status: instances.status })
      .from(instances)
      .where(eq(instances.id, id));
    return row && row.status !== 'Deleted' ? row.engineId : null;
  };
  const engineId = await engineOf();
  if (engineId === null) return { gone: true };
  const engine = installation.engines.list().find((each) => each.id === engineId);
  if (!engine) return { why: 'its host is gone' };
  let sent: Sent = { gone: true };
  // The job that copies what was stopped would remove a copy that it doesn't know.
  const send = async () => {
    sent = await copyAndPush(installation, engine, id);
  };
  while (!(await withWorkLock(installation, `backups.${engine.id}`, send))) await delay(LOOK_AGAIN_MS);
  return 'why' in sent && (await engineOf()) === null ? { gone: true } : sent;
}

async function copyAndPush(installation: Installation, engine: Engine, id: string): Promise<Sent> {
  const { clock, registry } = installation;
  for (const runner of runners) {
    const record = await readInstance(installation, runner, id);
    if (!record) continue;
    const stopped = record.status === 'Offline' && record.asleepSince === null;
    if (stopped && record.backupRevision === record.revision) {
      const sent = await pushEarlier(installation, engine, record);
      if (sent) return sent;
    }
    const image = backupImage(id, record.revision);
    const at = clock.now();
    try {
      await copyToImage(installation, runner, engine, record, image);
    } catch (error) {
      const earlier = isEngineError(error, 'not-found') && (await pushEarlier(installation, engine, record));
      if (earlier) return earlier;
      throw error;
    }
    try {
      await registry.push(image, engine);
    } finally {
      // The disk has better uses for it than to hold the files of what runs twice.
      await engine.removeImage(image).catch(() => undefined);
    }
    return { image, copy: { id, revision: record.revision, at: at.toISOString() } };
  }
  return { gone: true };
}

/** The copy that was made at its last stop, or by the backup that it was restored from. */
async function pushEarlier(
  { registry }: Installation,
  engine: Engine,
  { id, backupRevision: revision, backedUpAt }: Instance,
): Promise<Sent | null> {
  if (revision === null || backedUpAt === null) return null;
  const image = backupImage(id, revision);
  if (await engine.imageExists(image)) await registry.push(image, engine);
  else if (!(await registry.holds(image))) return null;
  return { image, copy: { id, revision, at: backedUpAt.toISOString() } };
}
