import { and, count, desc, eq, gt, inArray, isNull, max } from 'drizzle-orm';
import { isEngineError } from '../../compute/engine-error.ts';
import type { ImageChoice } from '../../compute/images.ts';
import { DAY, MINUTE } from '../../platform/clock.ts';
import { Unavailable } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { addJob } from '../../platform/jobs.ts';
import { noteSpares } from '../../platform/metrics.ts';
import { billingAccounts } from '../billing/tables.ts';
import { homeCapacity, placeSpare } from '../capacity/index.ts';
import type { Dependencies } from '../context.ts';
import { forgetSpares, LaunchError, type Spare, withWorkLock } from '../instances/index.ts';
import { instances, spares } from '../instances/tables.ts';
import { organizations } from '../people/tables.ts';
import { newDatabasePassword } from './add-workspace.ts';
import { makeSpare } from './make-spare.ts';
import type { Resources } from './resources.ts';
import { workspaces } from './tables.ts';

/** How long a launch counts. */
const RECENT = 14 * DAY;
const KEPT_FOR = DAY;
/** A worker that makes one longer has died. */
const MADE_WITHIN = 10 * MINUTE;

/** What an organization launches most. */
interface Favourite extends Resources {
  organizationId: string;
  choice: ImageChoice;
  image: string;
}

/**
 * Keeps workspaces ready for each organization: of what its people launched most lately, while memory allows. Removes
 * those that nobody will take. One process at a time.
 */
export async function keepSpares(dependencies: Dependencies, signal: AbortSignal): Promise<void> {
  await withWorkLock(dependencies, 'spares', async () => {
    const favourites = await findFavourites(dependencies);
    await removeUseless(dependencies, favourites);
    await noteAll(dependencies);
    for (const favourite of favourites.values()) {
      signal.throwIfAborted();
      await fill(dependencies, favourite, signal);
    }
    await noteAll(dependencies);
  });
}

/** By organization; none of those that are paused or end. */
async function findFavourites(dependencies: Dependencies): Promise<Map<string, Favourite>> {
  const { clock, config, db, images } = dependencies;
  const found = new Map<string, Favourite>();
  if (config.spares === 0) return found;
  const shape = {
    organizationId: instances.organizationId,
    language: workspaces.language,
    languageVersion: workspaces.languageVersion,
    moreLanguages: workspaces.moreLanguages,
    database: workspaces.database,
    cpuCores: instances.cpuCores,
    memoryMb: instances.memoryMb,
    diskGb: instances.diskGb,
  };
  const rows = await db
    .select(shape)
    .from(instances)
    .innerJoin(workspaces, eq(workspaces.id, instances.id))
    .innerJoin(organizations, eq(organizations.id, instances.organizationId))
    .leftJoin(billingAccounts, eq(billingAccounts.organizationId, instances.organizationId))
    .where(
      and(
        gt(instances.createdAt, new Date(clock.now().getTime() - RECENT)),
        eq(instances.serverId, 'shared'),
        eq(workspaces.ide, 'vscode'),
        isNull(instances.snapshotId),
        isNull(organizations.deleteDate),
        isNull(billingAccounts.readOnlySince),
      ),
    )
    .groupBy(...Object.values(shape))
    .orderBy(desc(count()), desc(max(instances.createdAt)));
  for (const { language, languageVersion, moreLanguages, database, ...rest } of rows) {
    if (found.has(rest.organizationId)) continue;
    const choice = { language, languageVersion, moreLanguages, database };
    const image = await images.nameOf(choice).catch((error: unknown) => {
      // It isn't offered any more.
      if (!isEngineError(error, 'not-found')) throw error;
      return null;
    });
    if (image !== null) found.set(rest.organizationId, { ...rest, choice, image });
  }
  return found;
}

async function removeUseless(dependencies: Dependencies, favourites: Map<string, Favourite>): Promise<void> {
  const { clock, config, db } = dependencies;
  const before = (milliseconds: number) => new Date(clock.now().getTime() - milliseconds);
  const rows = await db
    .select()
    .from(spares)
    .where(inArray(spares.status, ['making', 'ready']))
    .orderBy(desc(spares.createdAt));
  const kept = new Map<string, number>();
  const useless = rows.filter((spare) => {
    const favourite = favourites.get(spare.organizationId);
    const isOld = spare.createdAt < before(spare.status === 'making' ? MADE_WITHIN : KEPT_FOR);
    const number = (kept.get(spare.organizationId) ?? 0) + 1;
    if (!favourite || isOld || !isAlike(spare, favourite) || number > config.spares) return true;
    kept.set(spare.organizationId, number);
    return false;
  });
  if (useless.length === 0) return;
  await forgetSpares(
    db,
    useless.map(({ id }) => id),
  );
  await addJob(db, 'instances.reconcile', {}, { key: 'instances.reconcile' });
}

function isAlike(spare: Spare, { image, cpuCores, memoryMb, diskGb }: Favourite): boolean {
  return spare.image === image && spare.cpuCores === cpuCores && spare.memoryMb === memoryMb && spare.diskGb === diskGb;
}

/** A failure leaves the organization without until the next look. */
async function fill(dependencies: Dependencies, favourite: Favourite, signal: AbortSignal): Promise<void> {
  const { config, db, log } = dependencies;
  const { organizationId } = favourite;
  const theirs = and(eq(spares.organizationId, organizationId), inArray(spares.status, ['making', 'ready']));
  const [row] = await db.select({ there: count() }).from(spares).where(theirs);
  for (let there = row?.there ?? 0; there < config.spares; there += 1) {
    const spare = await reserve(dependencies, favourite);
    if (!spare) return;
    try {
      await makeSpare(dependencies, spare, favourite.choice, signal);
    } catch (error) {
      if (!isEngineError(error) && !(error instanceof LaunchError)) throw error;
      log.warn({ err: error, organizationId }, 'a spare could not be made');
      return;
    }
  }
}

/** @returns null where memory is short, or nobody can say */
async function reserve(dependencies: Dependencies, favourite: Favourite): Promise<Spare | null> {
  const { clock, db } = dependencies;
  const { organizationId, choice, image, cpuCores, memoryMb, diskGb } = favourite;
  const homeMb = await homeCapacity(dependencies, 'shared').catch((error: unknown) => {
    if (!(error instanceof Unavailable)) throw error;
    return 0;
  });
  return db.transaction(async (tx) => {
    const engineId = await placeSpare(dependencies, tx, { organizationId, image, memoryMb, homeMb });
    if (engineId === null) return null;
    const databasePassword = newDatabasePassword(dependencies, choice.database);
    const values = { organizationId, engineId, image, cpuCores, memoryMb, diskGb, databasePassword };
    const made = { ...values, id: newId(), status: 'making' as const, createdAt: clock.now() };
    const [spare] = await tx.insert(spares).values(made).returning();
    return spare ?? null;
  });
}

async function noteAll({ db }: Dependencies): Promise<void> {
  const rows = await db.select({ status: spares.status, count: count() }).from(spares).groupBy(spares.status);
  noteSpares({
    making: 0,
    ready: 0,
    taken: 0,
    ...Object.fromEntries(rows.map(({ status, count }) => [status, count])),
  });
}
