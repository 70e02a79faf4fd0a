import { ne } from 'drizzle-orm';
import { MINUTE } from '../../platform/clock.ts';
import { addJob } from '../../platform/jobs.ts';
import type { Dependencies } from '../context.ts';
import { backupImage, backupOf } from '../instances/index.ts';
import { instances, snapshots } from '../instances/tables.ts';
import { hosts, nodes } from '../machines/tables.ts';
import { snapshotImage } from '../snapshots/index.ts';

const AGAIN_AFTER_MS = 10 * MINUTE;

/**
 * Removes images that no snapshot, no copy of an instance and no engine of ours needs from the registry, and reclaims
 * their space, unless something is being pushed. Repeatable. @throws RegistryError
 */
export async function sweepRegistry(dependencies: Dependencies): Promise<void> {
  const { clock, db, log, registry } = dependencies;
  if (!(await isUsed(dependencies))) return;
  // Read before the rows are, so that images pushed meanwhile already have a row.
  const held = await registry.list();
  const needed = new Set([...(await snapshotImages(dependencies)), ...(await backupImages(dependencies, held))]);
  let removed = 0;
  for (const image of held) {
    if (needed.has(image) || (await isBuilt(dependencies, image))) continue;
    await registry.remove(image);
    removed += 1;
  }
  const freed = await registry.free();
  log.info({ held: held.length, removed, freed }, 'the registry was swept');
  if (freed) return;
  const runAt = new Date(clock.now().getTime() + AGAIN_AFTER_MS);
  await addJob(db, 'registry.sweep', {}, { key: 'registry.sweep', runAt });
}

/** Doesn't start our own registry if it was never needed. */
async function isUsed({ db, registry }: Dependencies): Promise<boolean> {
  if (registry.isConfigured) return true;
  const [host] = await db.select({ id: hosts.id }).from(hosts).limit(1);
  const [node] = await db.select({ id: nodes.id }).from(nodes).where(ne(nodes.id, 'local')).limit(1);
  return host !== undefined || node !== undefined;
}

/** Of each instance that exists, what another machine would start from, and what the last backup of the installation copied. */
async function backupImages({ db }: Dependencies, held: string[]): Promise<string[]> {
  const rows = await db
    .select({ id: instances.id, revision: instances.heldRevision })
    .from(instances)
    .where(ne(instances.status, 'Deleted'));
  const newest = new Map<string, number>();
  for (const { id, revision } of held.flatMap((image) => backupOf(image) ?? [])) {
    newest.set(id, Math.max(revision, newest.get(id) ?? 0));
  }
  return rows.flatMap(({ id, revision }) =>
    [revision, newest.get(id)].flatMap((each) => (each == null ? [] : [backupImage(id, each)])),
  );
}

async function snapshotImages({ db }: Dependencies): Promise<Set<string>> {
  const rows = await db.select({ id: snapshots.id }).from(snapshots).where(ne(snapshots.status, 'Deleted'));
  return new Set(rows.map(({ id }) => snapshotImage(id)));
}

/** Keep images of languages and services that new hosts may want: this machine has them too. */
async function isBuilt({ engines }: Dependencies, image: string): Promise<boolean> {
  const [home] = engines.list();
  return !image.startsWith(snapshotImage('')) && home !== undefined && home.imageExists(image);
}
