import { setTimeout as delay } from 'node:timers/promises';
import type { Engine } from '../../compute/engine.ts';
import { SECOND } from '../../platform/clock.ts';
import { say } from '../../platform/say.ts';
import { type CatalogueItem, findItem } from '../catalogue/index.ts';
import type { Dependencies } from '../context.ts';
import {
  backupOfLost,
  containerName,
  LaunchError,
  startContainer,
  stopEarlierRun,
  type Work,
} from '../instances/index.ts';
import { takeSnapshots } from '../snapshots/index.ts';
import type { ServiceRecord } from './access.ts';
import { askService } from './health.ts';
import { serviceKind } from './kind.ts';
import { makeContainer } from './make-container.ts';
import { openEnvironment } from './sealed-environment.ts';

/** Marks that this launch or start has started the container. */
const STARTED = 'E04';
const POLL_MS = 200;
const LOOK_EVERY = 10;
const HEALTHY_WITHIN = 180 * SECOND;
const RENEW_WITHIN = 60 * SECOND;

/** Creates its container if it never was Active, and starts it: its health check decides. */
export async function bringUp(
  dependencies: Dependencies,
  service: ServiceRecord,
  work: Work,
): Promise<Pick<ServiceRecord, 'image' | 'previousEnvironment'>> {
  const { engine, progress, signal } = work;
  const item = findItem(service.catalogueId);
  if (!item) throw new LaunchError(say('services.unavailable'));
  const container = containerName('service', service.id);
  const first = service.launchedAt === null;
  const { image } = await haveContainer(dependencies, service, item, work);
  signal.throwIfAborted();
  if (!(first && service.revision === 1)) await stopEarlierRun(dependencies, serviceKind, service, engine, STARTED);
  // A snapshot requested while it was stopped: save that state, then continue.
  if (!first) await takeSnapshots(dependencies, engine, serviceKind, service);
  await startContainer(dependencies, serviceKind, service, engine);
  progress.say(STARTED, say('services.containerStarted'));
  await waitUntilHealthy(engine, container, item, signal);
  progress.say('E05', say('services.responding', { name: item.name }));
  if (service.previousEnvironment && item.renew) {
    await renewSecrets(dependencies, engine, service, item.renew);
    progress.say('E06', say('services.secretsActive'));
  }
  return { image, previousEnvironment: null };
}

/** Created again from its backup if the engine has lost it. */
async function haveContainer(
  dependencies: Dependencies,
  service: ServiceRecord,
  item: CatalogueItem,
  work: Work,
): Promise<Pick<ServiceRecord, 'image'>> {
  if (service.launchedAt === null) return makeContainer(dependencies, service, item, work);
  const backup = await backupOfLost(dependencies, serviceKind, service, work);
  if (backup) await makeContainer(dependencies, service, item, work, backup);
  return service;
}

/** @throws LaunchError if the container ends first, or its check doesn't succeed within 3 minutes */
async function waitUntilHealthy(
  engine: Engine,
  container: string,
  item: CatalogueItem,
  signal: AbortSignal,
): Promise<void> {
  const deadline = performance.now() + HEALTHY_WITHIN;
  for (let attempt = 1; ; attempt += 1) {
    signal.throwIfAborted();
    if ((await askService(engine, container, item.health)) === null) return;
    if (attempt % LOOK_EVERY === 0 || performance.now() > deadline) {
      const { running, oomKilled, exitCode } = await engine.inspect(container);
      const log = await engine.logs(container, { tail: 15 }).catch(() => '');
      if (oomKilled) throw new LaunchError(say('services.outOfMemoryStarting', { name: item.name }), log);
      if (!running)
        throw new LaunchError(
          say('services.exitedStarting', { name: item.name, exitCode: exitCode ?? 'unknown' }),
          log,
        );
      if (performance.now() > deadline) throw new LaunchError(say('services.notStarted', { name: item.name }), log);
    }
    await delay(POLL_MS, undefined, { signal });
  }
}

/** A snapshot's data has its old secrets: the item's script replaces them. Repeatable. */
async function renewSecrets(
  dependencies: Dependencies,
  engine: Engine,
  service: ServiceRecord,
  script: string,
): Promise<void> {
  const previous = Object.entries(openEnvironment(dependencies, service.previousEnvironment ?? ''));
  const env = Object.fromEntries(previous.map(([key, value]) => [`PREVIOUS_${key}`, value]));
  const command = ['sh', '-c', `set -eu\n${script}`];
  const { exitCode, stdout, stderr } = await engine.run(
    containerName('service', service.id),
    { user: '0', command, env },
    { timeoutMs: RENEW_WITHIN },
  );
  if (exitCode !== 0) throw new LaunchError(say('services.secretsNotActivated'), `${stdout}\n${stderr}`.trim());
}
