import { and, desc, eq, isNull, notInArray } from 'drizzle-orm';
import { PREBUILD_COPIES, PREBUILD_RUNS, type PrebuildTrigger } from '#shared/features/prebuilds/model.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import { MINUTE } from '../../platform/clock.ts';
import type { Executor, Transaction } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { say } from '../../platform/say.ts';
import { billingAccounts } from '../billing/tables.ts';
import type { Dependencies } from '../context.ts';
import { containerName, forgetSpares, LaunchError, launchErrorFrom, withWorkLock } from '../instances/index.ts';
import { snapshots } from '../instances/tables.ts';
import { organizations } from '../people/tables.ts';
import { endPrepared, holdPrepared, keepPrepared, thinPrepared } from '../snapshots/index.ts';
import { contentOf } from '../templates/index.ts';
import { templates } from '../templates/tables.ts';
import { prepareCopy, workspaceKind } from '../workspaces/index.ts';
import { type PrebuildRecord, whyUnsuitable } from './access.ts';
import { lastRun } from './get-prebuild.ts';
import { logLines } from './log-lines.ts';
import { nextTime } from './next-time.ts';
import { findSource, type Source } from './source.ts';
import { prebuildRuns, prebuilds } from './tables.ts';
import { takeRoom } from './take-room.ts';
import { tellManagers } from './tell-managers.ts';
import { watchRoom } from './watch-room.ts';

const AGAIN_MS = 10 * MINUTE;

type Found = { prebuild: PrebuildRecord; template: typeof templates.$inferSelect };

/** Prepares a copy of a template if one was asked for or is due; one at a time of each. */
export async function runPrebuild(dependencies: Dependencies, id: string, signal: AbortSignal): Promise<void> {
  await withWorkLock(dependencies, `workspace.${id}`, async () => {
    await endBroken(dependencies, id);
    const found = await findOn(dependencies, id);
    const trigger = found && triggerOf(found.prebuild, dependencies.clock.now());
    if (!found || !trigger) return;
    const { template, prebuild } = found;
    const now = dependencies.clock.now();
    const { timeZone: time_zone, ...when } = prebuild;
    const nextAt = nextTime({ ...when, time_zone }, now);
    const content = await contentOf(dependencies.db, template);
    const why = whyUnsuitable(content);
    if (why !== null) return settle(dependencies, prebuild, { nextAt, askedDetail: why });
    const work = { dependencies, signal, trigger, ...found };
    const source = await findSource(dependencies, prebuild, content).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      return error;
    });
    if (source instanceof AppError) {
      await fail(work, await begin(work), reasonOf(source));
    } else if (source.newest?.hasOwnImage) {
      // Launched from one, a workspace wouldn't get its project's image.
      await endPrepared(dependencies, dependencies.db, eq(snapshots.templateId, template.id));
      await fail(work, await begin(work), say('prebuilds.ownImage'));
    } else if (!(await hasCopy(work, source.newest?.commit))) {
      const place = await takeRoom(dependencies, prebuild, source);
      const again = place ? await prepare(work, source, place) : say('prebuilds.noRoom');
      if (again !== null) return postpone(work, nextAt, again);
    }
    await settle(dependencies, prebuild, { nextAt, askedDetail: null });
  });
}

interface Work extends Found {
  dependencies: Dependencies;
  signal: AbortSignal;
  trigger: PrebuildTrigger;
}

/** One that is on, of a template and an organization that are there and not paused. */
async function findOn({ db }: { db: Executor }, id: string): Promise<Found | null> {
  const [row] = await db
    .select({ prebuild: prebuilds, template: templates })
    .from(prebuilds)
    .innerJoin(templates, eq(templates.id, prebuilds.templateId))
    .innerJoin(organizations, eq(organizations.id, prebuilds.organizationId))
    .leftJoin(billingAccounts, eq(billingAccounts.organizationId, prebuilds.organizationId))
    .where(
      and(
        eq(prebuilds.id, id),
        eq(prebuilds.on, true),
        isNull(templates.deletedAt),
        isNull(organizations.deleteDate),
        isNull(billingAccounts.readOnlySince),
      ),
    );
  return row ?? null;
}

function triggerOf({ asked, askedAt, nextAt }: PrebuildRecord, now: Date): PrebuildTrigger | null {
  if (asked && (askedAt === null || askedAt <= now)) return asked;
  return nextAt && nextAt <= now ? 'schedule' : null;
}

/** By hand a commit is prepared again. */
async function hasCopy({ dependencies, template, trigger }: Work, commit: string | undefined): Promise<boolean> {
  if (trigger === 'hand' || commit === undefined) return false;
  return (await holdPrepared(dependencies.db, template))?.gitCommit === commit;
}

/** @returns why it is to be tried again; null if not */
async function prepare(work: Work, source: Source, { engineId }: { engineId: string }): Promise<string | null> {
  const { dependencies, prebuild, template } = work;
  const engine = dependencies.engines.get(engineId);
  const container = containerName('workspace', prebuild.id);
  const runId = await begin(work);
  const progress = logLines(dependencies.db, runId);
  const room = watchRoom(dependencies, prebuild.id, work.signal);
  try {
    const workspace = { ...source.workspace, engineId };
    const { commit, wanted } = await prepareCopy(dependencies, engine, workspace, {
      ...{ deployKey: source.deployKey, progress, signal: room.signal },
      isWanted: (each) => work.trigger === 'hand' || each !== source.prepared,
    });
    progress.say('W10', wanted ? say('prebuilds.ready') : say('prebuilds.sameCommit'));
    await progress.flush();
    if (!wanted) await end(dependencies, runId, { state: 'ready', commit });
    if (!wanted) return null;
    const prepared = { templateId: template.id, templateVersion: template.version, gitCommit: commit };
    await keepPrepared(
      dependencies,
      engine,
      workspaceKind,
      { instance: workspace, container, prepared },
      async (tx) => {
        await mustBeOn(tx, prebuild.id);
        await thinPrepared(dependencies, tx, { ...template, most: PREBUILD_COPIES });
        await tx.update(prebuilds).set({ branch: source.branch }).where(eq(prebuilds.id, prebuild.id));
        await endIn(dependencies, tx, runId, { state: 'ready', commit });
      },
    );
    return null;
  } catch (error) {
    await progress.flush().catch(() => undefined);
    const again = work.signal.aborted ? say('prebuilds.interrupted') : room.lost();
    if (again === null && !isExpected(error)) throw error;
    if (again === null) await fail(work, runId, reasonOf(error));
    else await end(dependencies, runId, { state: 'failed', detail: again });
    return again;
  } finally {
    room.stop();
    await clear(dependencies, prebuild.id, engineId);
  }
}

const isExpected = (error: unknown) =>
  error instanceof LaunchError || error instanceof AppError || isEngineError(error);

/** The end of what was written follows the sentence, as at a launch. */
function reasonOf(error: unknown): string {
  if (error instanceof AppError) {
    const fields = 'fields' in error ? Object.values(error.fields as Record<string, string>) : [];
    return fields[0] ?? error.message;
  }
  return launchErrorFrom(error).message;
}

/** It may have been turned off, or its template or organization deleted, while it was prepared. @throws LaunchError */
async function mustBeOn(tx: Transaction, id: string): Promise<void> {
  await tx.select({ id: prebuilds.id }).from(prebuilds).where(eq(prebuilds.id, id)).for('update');
  if (!(await findOn({ db: tx }, id))) throw new LaunchError(say('prebuilds.off'));
}

async function begin({ dependencies, prebuild, template, trigger }: Work): Promise<string> {
  const { clock, db } = dependencies;
  const id = newId();
  await db.insert(prebuildRuns).values({
    ...{ id, prebuildId: prebuild.id, state: 'running', trigger },
    ...{ templateVersion: template.version, startedAt: clock.now() },
  });
  const kept = await db
    .select({ id: prebuildRuns.id })
    .from(prebuildRuns)
    .where(eq(prebuildRuns.prebuildId, prebuild.id))
    .orderBy(desc(prebuildRuns.startedAt), desc(prebuildRuns.id))
    .limit(PREBUILD_RUNS);
  const older = notInArray(
    prebuildRuns.id,
    kept.map((run) => run.id),
  );
  await db.delete(prebuildRuns).where(and(eq(prebuildRuns.prebuildId, prebuild.id), older));
  return id;
}

type Ended = Pick<typeof prebuildRuns.$inferInsert, 'state' | 'commit' | 'detail'>;

const end = ({ clock, db }: Dependencies, id: string, set: Ended) => endIn({ clock }, db, id, set);

async function endIn(
  { clock }: Pick<Dependencies, 'clock'>,
  executor: Dependencies['db'] | Transaction,
  id: string,
  set: Ended,
): Promise<void> {
  await executor
    .update(prebuildRuns)
    .set({ ...set, endedAt: clock.now() })
    .where(eq(prebuildRuns.id, id));
}

/** What was there stays. Its managers are told of the first of several. */
async function fail({ dependencies, prebuild, template }: Work, runId: string, detail: string): Promise<void> {
  const { clock, db } = dependencies;
  await db.transaction(async (tx) => {
    const earlier = await tx
      .select({ state: prebuildRuns.state })
      .from(prebuildRuns)
      .where(and(eq(prebuildRuns.prebuildId, prebuild.id), notInArray(prebuildRuns.id, [runId])))
      .orderBy(desc(prebuildRuns.startedAt), desc(prebuildRuns.id))
      .limit(1);
    await endIn({ clock }, tx, runId, { state: 'failed', detail });
    const [now] = await tx.select({ on: prebuilds.on }).from(prebuilds).where(eq(prebuilds.id, prebuild.id));
    if (!now?.on || earlier[0]?.state === 'failed') return;
    const { organizationId, id: templateId, name } = template;
    await tellManagers(dependencies, tx, { organizationId, templateId, name, detail });
  });
}

/** What a process that ended left behind. */
async function endBroken(dependencies: Dependencies, id: string): Promise<void> {
  const run = await lastRun(dependencies.db, id);
  if (run?.state !== 'running') return;
  await end(dependencies, run.id, { state: 'failed', detail: say('prebuilds.interrupted') });
  await forgetSpares(dependencies.db, [id]);
  for (const engine of dependencies.engines.list()) await engine.remove(containerName('workspace', id));
}

/** Somebody who asked for one while it ran gets another. */
async function settle(
  { db }: Dependencies,
  { id, asked, askedAt }: PrebuildRecord,
  set: Pick<PrebuildRecord, 'nextAt' | 'askedDetail'>,
): Promise<void> {
  await db
    .update(prebuilds)
    .set(set)
    .where(and(eq(prebuilds.id, id), eq(prebuilds.on, true)));
  if (asked === null || askedAt === null) return;
  const same = and(eq(prebuilds.id, id), eq(prebuilds.asked, asked), eq(prebuilds.askedAt, askedAt));
  await db.update(prebuilds).set({ asked: null, askedAt: null }).where(same);
}

/** Memory is short, or this process stops: it is tried again in a while, unless it was turned off. */
async function postpone(
  { dependencies, prebuild, trigger: asked, signal }: Work,
  nextAt: Date | null,
  askedDetail: string,
): Promise<void> {
  const { clock, db } = dependencies;
  const askedAt = new Date(clock.now().getTime() + (signal.aborted ? 0 : AGAIN_MS));
  await db
    .update(prebuilds)
    .set({ asked, askedAt, nextAt, askedDetail })
    .where(and(eq(prebuilds.id, prebuild.id), eq(prebuilds.on, true)));
}

async function clear({ db, engines, log }: Dependencies, id: string, engineId: string): Promise<void> {
  await forgetSpares(db, [id]);
  await engines
    .get(engineId)
    .remove(containerName('workspace', id))
    .catch((error: unknown) => {
      if (!isEngineError(error)) throw error;
      // Reconciling removes it.
      log.warn({ err: error, prebuildId: id }, 'what a copy was prepared in could not be removed');
    });
}
