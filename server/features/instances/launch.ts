import { INIT_ERROR } from '#shared/features/workspaces/model.ts';
import type { ContainerState, Engine } from '../../compute/engine.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import { isOverlay } from '../../compute/overlays.ts';
import { MINUTE } from '../../platform/clock.ts';
import { say } from '../../platform/say.ts';
import type { Dependencies } from '../context.ts';
import { changeStatus } from './change-status.ts';
import { addMessage, wasSaid } from './init-messages.ts';
import { createProgress } from './init-progress.ts';
import type { Instance, Kind } from './kind.ts';
import { LaunchError as Failure, type LaunchError, launchErrorFrom, Superseded } from './launch-error.ts';
import { containerName } from './names.ts';
import { rejoinNetwork } from './networks.ts';
import { lockAsked, readChanges } from './read.ts';
import { removeContainer } from './remove-container.ts';
import type { Runner } from './runner.ts';
import { requestSpan } from './span-machines.ts';
import { watchAsked } from './watch-revision.ts';

const REPEAT_FOR = 2 * MINUTE;

/**
 * Brings something Pending to Active. Every step can be repeated after a crash. A failed first launch leaves nothing
 * behind; a failed start leaves it Offline. Called under its lock.
 * @throws what is worth another attempt within two minutes, as while the engine or the database is away: the job is
 * then repeated
 */
export async function launch<R extends Instance>(
  dependencies: Dependencies,
  runner: Runner<R>,
  record: R,
  signal: AbortSignal,
): Promise<void> {
  const engine = dependencies.engines.get(record.engineId);
  const progress = createProgress(dependencies, runner, record, runner.redactor(dependencies, record));
  const watch = watchAsked(dependencies, runner, record, signal);
  try {
    const made = await runner.bringUp(dependencies, record, { engine, progress, signal: watch.signal });
    await progress.flush();
    await becomeActive(dependencies, runner, record, engine, made);
  } catch (error) {
    await progress.flush().catch(() => undefined);
    const reason = watch.signal.aborted ? watch.signal.reason : error;
    if (reason instanceof Superseded) return;
    if (signal.aborted) throw reason;
    if (await shouldRepeat(dependencies, record, reason)) throw reason;
    await fail(dependencies, runner, record, engine, launchErrorFrom(reason, runner.word), progress.tail());
  } finally {
    watch.stop();
  }
}

/**
 * A restart, or a start while the previous stop is in progress: the container has to be stopped first, unless this
 * start itself has started it (`startedCode` was sent) and is being repeated.
 */
export async function stopEarlierRun<R extends Instance>(
  dependencies: Dependencies,
  kind: Kind<R>,
  record: R,
  engine: Engine,
  startedCode: string,
): Promise<void> {
  const container = containerName(kind.word, record.id);
  const state = await engine.inspect(container);
  if (state.running) {
    if (await wasSaid(dependencies, kind, record, startedCode)) return;
    await engine.stop(container);
  }
  // Its start would fail while the swarm's manager is away; the overlay is joined again once it runs.
  for (const network of state.networks.filter(isOverlay)) await engine.disconnectNetwork(network, container);
  await keepLimits(kind, record, engine, state);
}

/** Limits that couldn't be changed while it ran apply from this start on, and what was stopped in its sleep gives up swap. */
async function keepLimits<R extends Instance>(
  kind: Kind<R>,
  { id, cpuCores, memoryMb }: R,
  engine: Engine,
  state: ContainerState,
): Promise<void> {
  if (state.cpuCores === cpuCores && state.memoryMb === memoryMb && !state.maySwap) return;
  await engine.update(containerName(kind.word, id), { cpuCores, memoryMb });
}

/** @throws LaunchError if the engine can't start it */
export async function startContainer<R extends Instance>(
  dependencies: Pick<Dependencies, 'db'>,
  kind: Kind<R>,
  record: R,
  engine: Engine,
): Promise<void> {
  const container = containerName(kind.word, record.id);
  try {
    await engine.start(container).catch(async (error) => {
      if (!isEngineError(error, 'not-found')) throw error;
      await rejoinNetwork(dependencies, engine, record, container);
      await engine.start(container);
    });
  } catch (error) {
    if (!isEngineError(error, 'other')) throw error;
    throw new Failure(say('instances.containerNotStarted'), '', { cause: error });
  }
}

async function becomeActive<R extends Instance>(
  dependencies: Dependencies,
  runner: Runner<R>,
  record: R,
  engine: Engine,
  made: Partial<R>,
): Promise<void> {
  const { id: containerId, running } = await engine.inspect(containerName(runner.word, record.id));
  if (!running) throw new Failure(say('instances.containerEndedEarly'));
  await dependencies.db.transaction(async (tx) => {
    const current = await lockAsked(runner, tx, record);
    if (!current) throw new Superseded();
    await changeStatus<R>(dependencies, tx, runner, current, {
      to: 'Active',
      cause: current.launchedAt ? 'started' : 'launched',
      set: { ...made, containerId, launchedAt: current.launchedAt ?? dependencies.clock.now() },
    });
    await addMessage(dependencies, tx, runner, { id: record.id, revision: record.revision, ...runner.ready });
    await requestSpan(tx, record.organizationId);
  });
}

/** Frees everything first, then reports: whoever reads ER1 finds nothing left over. */
async function fail<R extends Instance>(
  dependencies: Dependencies,
  kind: Kind<R>,
  record: R,
  engine: Engine,
  error: LaunchError,
  tail: string,
): Promise<void> {
  dependencies.log.warn({ err: error, [`${kind.word}Id`]: record.id }, 'launch failed');
  const first = record.launchedAt === null;
  const free = first
    ? removeContainer(dependencies, kind, engine, record)
    : engine.stop(containerName(kind.word, record.id));
  await free.catch((problem) => {
    // The reconciler frees it as soon as the engine is back.
    if (!isEngineError(problem)) throw problem;
    dependencies.log.warn({ err: problem, [`${kind.word}Id`]: record.id }, 'container could not be freed');
  });
  await dependencies.db.transaction(async (tx) => {
    const current = await lockAsked(kind, tx, record);
    if (!current) return;
    await changeStatus(dependencies, tx, kind, current, {
      to: first ? 'Deleted' : 'Offline',
      cause: first ? 'launch_failed' : 'start_failed',
      detail: error.message,
    });
    await addMessage(dependencies, tx, kind, {
      id: record.id,
      revision: record.revision,
      code: INIT_ERROR,
      text: [error.message, tail, error.output].filter(Boolean).join('\n'),
    });
  });
}

/** An engine or database that is away may be back soon; anything else would fail again. */
async function shouldRepeat(dependencies: Dependencies, record: Instance, error: unknown): Promise<boolean> {
  if (error instanceof Failure || (isEngineError(error) && error.kind !== 'unreachable')) return false;
  const [asked] = await readChanges(dependencies.db, record.id, 1);
  return asked !== undefined && dependencies.clock.now().getTime() - asked.createdAt.getTime() < REPEAT_FOR;
}
