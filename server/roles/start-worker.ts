import { setTimeout as delay } from 'node:timers/promises';
import { enforceFence, runHere } from '../compute/fence/enforce-fence.ts';
import type { Fence } from '../compute/fence/fence-script.ts';
import { publicPorts } from '../compute/fence/public-ports.ts';
import type { Dependencies } from '../features/context.ts';
import { fenceHost } from '../features/hosts/fence-host.ts';
import { readInstallationId } from '../features/instances/index.ts';
import { watchEngines } from '../features/instances/watch-engines.ts';
import { watchKnocks } from '../features/instances/watch-knocks.ts';
import { watchPool } from '../features/pool/follow-swarm.ts';
import { fenceNode } from '../features/pool/prepare-node.ts';
import { followCopies } from '../features/tasks/follow-copies.ts';
import { crontab, jobHandlers } from '../jobs.ts';
import { runners } from '../kinds.ts';
import { directDatabaseUrl } from '../platform/config.ts';
import { startWorker as takeJobs } from '../platform/jobs.ts';
import { withLock } from '../platform/with-lock.ts';
import { refuseMissingEngine } from '../refuse-missing-engine.ts';
import type { Start } from './start.ts';

const FENCE_AGAIN_MS = 500;

/** Takes jobs, and keeps engines as the database says. */
export async function startWorker({ dependencies, health, closers, stop }: Start): Promise<void> {
  const { config, engines, log } = dependencies;
  let isPrepared = await answers(dependencies);
  health.needs('engine', () => engines.get('local').ping({ timeoutMs: 2000 }));
  const stopping = new AbortController();
  closers.push(async () => stopping.abort());
  const worker = await takeJobs({
    connectionString: directDatabaseUrl(config),
    handlers: jobHandlers(dependencies),
    crontab,
    concurrency: 10,
    locks: dependencies.locks,
    logger: log,
    onEnd(error) {
      log.fatal({ err: error }, 'the worker ended by itself: Slipway stops, to be started again');
      stop.failed();
    },
  });
  closers.push(() => worker.stop());
  closers.push(await followCopies(dependencies));
  const onOther = ({ id }: { id: string }) => {
    if (id !== 'local') return;
    log.fatal('another Docker engine took the place of this machine’s: Slipway stops, to be started again');
    stop.failed();
  };
  const onMet = async ({ id }: { id: string }) => {
    if (id !== 'local') {
      await fenceHost(dependencies, id);
      await fenceNode(dependencies, id);
      return;
    }
    if (!isPrepared) await prepareEngine(dependencies);
    isPrepared = true;
  };
  void watchEngines(dependencies, { runners, onMet, onOther }, stopping.signal);
  void watchPool(dependencies, stopping.signal);
  void watchKnocks(dependencies, stopping.signal);
  if (isPrepared) await prepareEngine(dependencies);
}

/** Without one the worker has other work, and does this as soon as the engine is there. */
async function answers(dependencies: Dependencies): Promise<boolean> {
  try {
    await refuseMissingEngine(dependencies);
    return true;
  } catch (error) {
    dependencies.log.error(`${(error as Error).message} Until then, workspaces stay as they are.`);
    return false;
  }
}

async function prepareEngine(dependencies: Dependencies): Promise<void> {
  await fenceWorkspaces(dependencies);
  void buildFirstImage(dependencies);
  void prepareRegistry(dependencies);
}

async function fenceWorkspaces(dependencies: Dependencies): Promise<void> {
  const { config, engines, log } = dependencies;
  const fence: Fence = {
    installationId: await readInstallationId(dependencies),
    publicPorts: publicPorts(config),
    publicRanges: [[config.tcpPorts.first, config.tcpPorts.last]],
    allow: config.egressAllow,
  };
  // Another worker of this machine may be setting the same rules.
  const set = async () => {
    const report = await enforceFence(engines.get('local'), fence, runHere);
    if (!report.enforced)
      log.warn({ reason: report.reason }, 'workspace networks are not fenced off from this machine');
  };
  while (!(await withLock(dependencies.locks, 'fence.local', 'alone', set))) await delay(FENCE_AGAIN_MS);
}

/** Builds what nearly every workspace needs before anyone asks for it; a launch in the meantime waits for the same build. */
async function buildFirstImage({ images, engines, log }: Dependencies): Promise<void> {
  try {
    const began = Date.now();
    await images.ensureImage(engines.get('local'), { language: 'nodejs', database: 'none' });
    if (Date.now() - began > 5000) log.info('the first workspace image is built');
  } catch (error) {
    log.warn({ err: error }, 'the first workspace image could not be built; a launch will try again and say why');
  }
}

/** Where there are hosts, what images travel through to them is up before anyone waits for it. */
async function prepareRegistry({ config, engines, log, registry }: Dependencies): Promise<void> {
  if (engines.list().length === 1 && !registry.isConfigured) return;
  try {
    await registry.open();
    log.info({ registry: config.registry ?? 'own' }, 'the registry of images is ready');
  } catch (error) {
    log.warn({ err: error }, 'the registry does not answer: no image or snapshot gets from one engine to another');
  }
}
