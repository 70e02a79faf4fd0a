import { and, eq } from 'drizzle-orm';
import { INIT_ERROR, INIT_READY } from '#shared/features/workspaces/model.ts';
import type { ContainerState, Engine } from '../../compute/engine.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import { MINUTE } from '../../platform/clock.ts';
import type { Services } from '../context.ts';
import { takeSnapshots } from '../snapshots/index.ts';
import type { WorkspaceRecord } from './access.ts';
import { changeStatus } from './change-status.ts';
import { type Cloned, cloneProject } from './clone-project.ts';
import { createRedactor } from './clone-repository.ts';
import { ensureContainer } from './ensure-container.ts';
import { addInitMessage } from './init-messages.ts';
import { createInitProgress, type InitProgress } from './init-progress.ts';
import { LaunchError as Failure, type LaunchError, launchErrorFrom, Superseded } from './launch-error.ts';
import { containerName } from './names.ts';
import { orAborted } from './or-aborted.ts';
import { type ProjectPorts, prepareProject } from './prepare-project.ts';
import { lastAsked, lockAsked } from './read-workspace.ts';
import { removeContainer } from './remove-container.ts';
import { workspaceInitMessages } from './tables.ts';
import { waitForDatabase, waitForIde } from './wait-until-ready.ts';
import { watchRevision } from './watch-revision.ts';

const REPEAT_FOR = 2 * MINUTE;

/**
 * Brings a Pending workspace to Active: makes its container when it never was Active, starts it, waits until it can be
 * worked in. Every step can be repeated after a crash. A failed first launch leaves nothing behind; a failed start
 * leaves the workspace Offline. Called under the workspace's lock.
 * @throws what is worth another try within two minutes, as while the engine or the database is away: the job is repeated then
 */
export async function launchWorkspace(
  services: Services,
  workspace: WorkspaceRecord,
  signal: AbortSignal,
): Promise<void> {
  const engine = services.engines.get(workspace.engineId);
  const credentials = workspace.gitCredentials ? services.secrets.open(workspace.gitCredentials) : null;
  const progress = createInitProgress(services, workspace, createRedactor(credentials));
  const watch = watchRevision(services, workspace, signal);
  try {
    const made = await bringUp(services, engine, workspace, { credentials, progress, signal: watch.signal });
    await progress.flush();
    await becomeActive(services, engine, workspace, made);
  } catch (error) {
    await progress.flush().catch(() => undefined);
    const reason = watch.signal.aborted ? watch.signal.reason : error;
    if (reason instanceof Superseded) return;
    if (signal.aborted) throw reason;
    if (await shouldRepeat(services, workspace, reason)) throw reason;
    await fail(services, engine, workspace, launchErrorFrom(reason), progress.tail());
  } finally {
    watch.stop();
  }
}

interface Work {
  credentials: string | null;
  progress: InitProgress;
  signal: AbortSignal;
}

/** What a launch found out, as columns of the workspace. */
type Made = Pick<WorkspaceRecord, 'image'> & Partial<Cloned> & ProjectPorts;

async function bringUp(
  services: Services,
  engine: Engine,
  workspace: WorkspaceRecord,
  { credentials, progress, signal }: Work,
): Promise<Made> {
  const container = containerName(workspace.id);
  const first = workspace.launchedAt === null;
  // After a restore its container is made again, of the safety copy.
  const { image } =
    workspace.containerId === null
      ? await ensureContainer(services, engine, workspace, { progress, signal })
      : { image: workspace.image };
  signal.throwIfAborted();
  if (!(first && workspace.revision === 1)) await stopEarlierRun(services, engine, workspace);
  // It was asked for while the workspace was stopped: that state is kept, then work goes on.
  if (!first) await takeSnapshots(services, engine, workspace.id);
  await startContainer(engine, container);
  progress.say('W04', 'The container has started.');
  const siblings = new AbortController();
  const both = AbortSignal.any([signal, siblings.signal]);
  const parts = [waitForIde(engine, container, both).then(() => progress.say('W07', 'The web IDE answers.'))];
  if (workspace.database !== 'none') {
    parts.push(waitForDatabase(engine, container, both).then(() => progress.say('W05', 'The database is ready.')));
  }
  const cloning = cloneProject(services, engine, workspace, { credentials, progress, late: !first });
  try {
    const [cloned] = await orAborted(signal, Promise.all([cloning, ...parts]));
    const done = cloned?.cloneStatus === 'cloned';
    const ports = done ? await prepareProject(services, engine, workspace, { progress, signal }) : {};
    return { image, ...cloned, ...ports };
  } finally {
    siblings.abort();
  }
}

/** A restart, or a start while the stop before it is still under way: the container has to go through a stop. */
async function stopEarlierRun(services: Services, engine: Engine, workspace: WorkspaceRecord): Promise<void> {
  const container = containerName(workspace.id);
  const state = await engine.inspect(container).catch((error) => {
    if (isEngineError(error, 'not-found')) {
      throw new Failure('The container of this workspace is gone. It can’t be started any more; please delete it.');
    }
    throw error;
  });
  if (!state.running) return keepLimits(engine, workspace, state);
  const [started] = await services.db
    .select({ id: workspaceInitMessages.id })
    .from(workspaceInitMessages)
    .where(
      and(
        eq(workspaceInitMessages.workspaceId, workspace.id),
        eq(workspaceInitMessages.revision, workspace.revision),
        eq(workspaceInitMessages.code, 'W04'),
      ),
    )
    .limit(1);
  if (started) return;
  await engine.stop(container);
  await keepLimits(engine, workspace, state);
}

/** Limits that could not be changed while it ran count from this start on. */
async function keepLimits(engine: Engine, workspace: WorkspaceRecord, state: ContainerState): Promise<void> {
  const { cpuCores, memoryMb } = workspace;
  if (state.cpuCores === cpuCores && state.memoryMb === memoryMb) return;
  await engine.update(containerName(workspace.id), { cpuCores, memoryMb });
}

async function startContainer(engine: Engine, container: string): Promise<void> {
  try {
    await engine.start(container);
  } catch (error) {
    if (!isEngineError(error, 'other')) throw error;
    throw new Failure('The container could not be started.', '', { cause: error });
  }
}

async function becomeActive(services: Services, engine: Engine, workspace: WorkspaceRecord, made: Made): Promise<void> {
  const { id: containerId, running } = await engine.inspect(containerName(workspace.id));
  if (!running) throw new Failure('The container ended just after it had started.');
  const { clock, db } = services;
  await db.transaction(async (tx) => {
    const current = await lockAsked(tx, workspace);
    if (!current) throw new Superseded();
    await changeStatus(services, tx, current, {
      to: 'Active',
      cause: current.launchedAt ? 'started' : 'launched',
      set: { ...made, containerId, launchedAt: current.launchedAt ?? clock.now(), gitCredentials: null },
    });
    await addInitMessage(services, tx, {
      workspaceId: workspace.id,
      revision: workspace.revision,
      code: INIT_READY,
      text: 'The workspace is ready.',
    });
  });
}

/** Frees everything first and tells then: whoever reads ER1 finds nothing left over. */
async function fail(
  services: Services,
  engine: Engine,
  workspace: WorkspaceRecord,
  error: LaunchError,
  tail: string,
): Promise<void> {
  services.log.warn({ err: error, workspaceId: workspace.id }, 'launch failed');
  const first = workspace.launchedAt === null;
  await free(services, engine, workspace).catch((problem) => {
    // The reconciler frees it as soon as the engine is back.
    if (!isEngineError(problem)) throw problem;
    services.log.warn({ err: problem, workspaceId: workspace.id }, 'container could not be freed');
  });
  await services.db.transaction(async (tx) => {
    const current = await lockAsked(tx, workspace);
    if (!current) return;
    await changeStatus(services, tx, current, {
      to: first ? 'Deleted' : 'Offline',
      cause: first ? 'launch_failed' : 'start_failed',
      detail: error.message,
      set: first ? { databasePassword: null, gitCredentials: null } : {},
    });
    await addInitMessage(services, tx, {
      workspaceId: workspace.id,
      revision: workspace.revision,
      code: INIT_ERROR,
      text: [error.message, tail, error.output].filter(Boolean).join('\n'),
    });
  });
}

async function free(services: Services, engine: Engine, workspace: WorkspaceRecord): Promise<void> {
  if (workspace.launchedAt === null) await removeContainer(services, engine, workspace);
  else await engine.stop(containerName(workspace.id));
}

/** An engine or a database that is away may be back in a moment; anything else would fail again. */
async function shouldRepeat(services: Services, workspace: WorkspaceRecord, error: unknown): Promise<boolean> {
  if (error instanceof Failure || (isEngineError(error) && error.kind !== 'unreachable')) return false;
  const asked = await lastAsked(services, workspace.id);
  return asked !== null && services.clock.now().getTime() - asked.getTime() < REPEAT_FOR;
}
