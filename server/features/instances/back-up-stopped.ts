import { and, eq, gt, inArray, isNotNull, isNull, ne, notExists, sql } from 'drizzle-orm';
import type { Engine } from '../../compute/engine.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import { MINUTE } from '../../platform/clock.ts';
import type { Dependencies } from '../context.ts';
import { BACKUP_LABEL, backupImage, backupLabels, backupOf } from './backup.ts';
import { readInstallationId } from './installation.ts';
import type { Kind } from './kind.ts';
import { containerName, INSTALLATION_LABEL } from './names.ts';
import { readInstance } from './read.ts';
import type { Runner } from './runner.ts';
import { sendBackups } from './send-backups.ts';
import { type Instance, instanceStatusChanges, instances } from './tables.ts';
import { withWorkLock } from './work-lock.ts';

/** Whoever stops something often starts it again at once. */
const STOPPED_FOR = MINUTE / 2;
/** On one engine, in one round. */
const MOST = 5;

/**
 * Copies the files of what was stopped into an image, once for each stop, and removes earlier copies; where its kind
 * has restore points, the copy is one as well. A start doesn't wait for it. An engine that doesn't answer is skipped
 * until the next round.
 */
export async function backUpStopped(dependencies: Dependencies, runners: readonly Runner[]): Promise<void> {
  const installationId = await readInstallationId(dependencies);
  const onEngine = async (engine: Engine) => {
    await removeEarlier(dependencies, engine, installationId);
    for (const id of await findDue(dependencies, engine)) await backUp(dependencies, runners, engine, id);
    await sendBackups(dependencies, engine);
  };
  const inTurn = dependencies.engines.list().map((engine) =>
    withWorkLock(dependencies, `backups.${engine.id}`, () => onEngine(engine)).catch((error) => {
      if (!isEngineError(error)) throw error;
      dependencies.log.warn({ err: error, engineId: engine.id }, 'stopped instances could not be backed up');
    }),
  );
  await Promise.all(inTurn);
}

async function findDue({ clock, db }: Dependencies, engine: Engine): Promise<string[]> {
  const since = new Date(clock.now().getTime() - STOPPED_FOR);
  const changedLately = db
    .select({ id: instanceStatusChanges.id })
    .from(instanceStatusChanges)
    .where(and(eq(instanceStatusChanges.instanceId, instances.id), gt(instanceStatusChanges.createdAt, since)));
  const rows = await db
    .select({ id: instances.id })
    .from(instances)
    .where(
      and(
        eq(instances.engineId, engine.id),
        eq(instances.status, 'Offline'),
        isNull(instances.asleepSince),
        isNotNull(instances.containerId),
        sql`${instances.backupRevision} is distinct from ${instances.revision}`,
        notExists(changedLately),
      ),
    )
    // Not always the same ones first: some may fail each time.
    .orderBy(sql`random()`)
    .limit(MOST);
  return rows.map(({ id }) => id);
}

async function backUp(
  dependencies: Dependencies,
  runners: readonly Runner[],
  engine: Engine,
  id: string,
): Promise<void> {
  const { clock, db, log } = dependencies;
  for (const runner of runners) {
    const record = await readInstance(dependencies, runner, id);
    if (!record) continue;
    const image = backupImage(id, record.revision);
    try {
      await copyToImage(dependencies, runner, engine, record, image);
    } catch (error) {
      if (!isEngineError(error) || error.kind === 'unreachable') throw error;
      log.warn({ err: error, instanceId: id }, 'an instance could not be backed up');
      continue;
    }
    const unchanged = and(
      eq(instances.id, id),
      eq(instances.revision, record.revision),
      eq(instances.status, 'Offline'),
    );
    const kept = await db
      .update(instances)
      .set({ backupRevision: record.revision, backedUpAt: clock.now() })
      .where(unchanged)
      .returning({ id: instances.id });
    // Started meanwhile: the copy may be torn.
    const obsolete = kept.length === 0 ? record.revision : record.backupRevision;
    if (kept.length > 0) {
      await runner.keepPoint?.(dependencies, engine, record, image).catch((error) => {
        if (!isEngineError(error)) throw error;
        log.warn({ err: error, instanceId: id }, 'a restore point could not be kept');
      });
    }
    if (obsolete !== null) await removeIfUnused(engine, backupImage(id, obsolete));
  }
}

/** Copies its files, of a running one while it is held for a moment. @throws EngineError */
export async function copyToImage(
  dependencies: Pick<Dependencies, 'db'>,
  kind: Kind,
  engine: Engine,
  record: Instance,
  image: string,
): Promise<void> {
  await engine.commit(containerName(kind.word, record.id), image, await backupLabels(dependencies, record), {
    secrets: kind.secretVariables(record),
  });
}

/** Frees what no instance needs any more. */
async function removeEarlier({ db }: Dependencies, engine: Engine, installationId: string): Promise<void> {
  const images = await engine.listImages({ [INSTALLATION_LABEL]: installationId, [BACKUP_LABEL]: '' });
  const found = images.flatMap(({ tags }) => tags).flatMap((tag) => backupOf(tag) ?? []);
  if (found.length === 0) return;
  const ids = found.map(({ id }) => id);
  const rows = await db
    .select({ id: instances.id, revision: instances.backupRevision })
    .from(instances)
    .where(and(inArray(instances.id, ids), eq(instances.engineId, engine.id), ne(instances.status, 'Deleted')));
  const current = new Map(rows.map(({ id, revision }) => [id, revision]));
  for (const { id, revision } of found)
    if (current.get(id) !== revision) await removeIfUnused(engine, backupImage(id, revision));
}

/** It stays while a container that was created from it needs it. */
async function removeIfUnused(engine: Engine, image: string): Promise<void> {
  await engine.removeImage(image).catch((error) => {
    if (!isEngineError(error, 'conflict')) throw error;
  });
}
