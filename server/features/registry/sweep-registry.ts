import { ne } from 'drizzle-orm';
import { MINUTE } from '../../platform/clock.ts';
import { addJob } from '../../platform/jobs.ts';
import type { Dependencies } from '../context.ts';
import { backupOf } from '../instances/index.ts';
import { instances, snapshots } from '../instances/tables.ts';
import { hosts, nodes } from '../machines/tables.ts';
import { snapshotImage } from '../snapshots/index.ts';

const AGAIN_AFTER_MS = 10 * MINUTE;

/** Tidies the registry up, unless it was never needed: that would start our own. @throws RegistryError */
export async function sweepRegistry(dependencies: Dependencies): Promise<void> {
  if (await isUsed(dependencies)) await tidyRegistry(dependencies);
}

/**
 * Removes images that no snapshot, no instance and no engine of ours needs from the registry, and reclaims their space,
 * unless something is being pushed. Repeatable. @throws RegistryError
 */
export async function tidyRegistry(
  dependencies: Pick<Dependencies, 'clock' | 'db' | 'engines' | 'log' | 'registry'>,
): Promise<void> {
  const { clock, db, log, registry } = dependencies;
  // Read before the rows are, so that images pushed meanwhile already have a row.
  const held = await registry.list();
  const needed = new Set([...(await snapshotImages(dependencies)), ...(await copies(dependencies, held))]);
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

async function isUsed({ db, registry }: Dependencies): Promise<boolean> {
  if (registry.isConfigured) return true;
  const [host] = await db.select({ id: hosts.id }).from(hosts).limit(1);
  const [node] = await db.select({ id: nodes.id }).from(nodes).where(ne(nodes.id, 'local')).limit(1);
  return host !== undefined || node !== undefined;
}

async function snapshotImages({ db }: Pick<Dependencies, 'db'>): Promise<Set<string>> {
  const rows = await db.select({ id: snapshots.id }).from(snapshots).where(ne(snapshots.status, 'Deleted'));
  return new Set(rows.map(({ id }) => snapshotImage(id)));
}

/**
 * Of each instance that exists: the copy for another machine, and the newest of the others, which the last backup of the
 * installation made. The next one then sends only what has changed.
 */
async function copies({ db }: Pick<Dependencies, 'db'>, stored: string[]): Promise<string[]> {
  const rows = await db
    .select({ id: instances.id, revision: instances.heldRevision })
    .from(instances)
    .where(ne(instances.status, 'Deleted'));
  const held = new Map(rows.map(({ id, revision }) => [id, revision]));
  const needed = new Map<string, string>();
  const newestFirst = stored
    .flatMap((image) => ({ image, ...(backupOf(image) ?? { id: '', revision: 0 }) }))
    .sort((a, b) => b.revision - a.revision);
  for (const { image, id, revision } of newestFirst) {
    if (!held.has(id)) continue;
    const key = held.get(id) === revision ? `${id} held` : id;
    if (!needed.has(key)) needed.set(key, image);
  }
  return [...needed.values()];
}

/** Keep images of languages and services that new hosts may want: this machine has them too. */
async function isBuilt({ engines }: Pick<Dependencies, 'engines'>, image: string): Promise<boolean> {
  const [home] = engines.list();
  const isOfPerson = image.startsWith(snapshotImage('')) || backupOf(image) !== null;
  return !isOfPerson && home !== undefined && home.imageExists(image);
}
