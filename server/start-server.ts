import { announcement } from './announcement.ts';
import { createDependencies } from './dependencies.ts';
import { catalogue } from './features/catalogue/catalogue.ts';
import { keepHostEngines } from './features/hosts/keep-engines.ts';
import { createHealth } from './http/health.ts';
import { leaveOutRoles } from './leave-out-roles.ts';
import type { Config } from './platform/config.ts';
import { type Closer, createGracefulStop, type GracefulStop, heedSignals } from './platform/graceful-stop.ts';
import { installLastResort } from './platform/last-resort.ts';
import type { ServerRole } from './platform/roles.ts';
import { prepareInstallation } from './prepare-installation.ts';
import { refuseWrongSecret } from './refuse-wrong-secret.ts';
import { serveManagement } from './roles/serve-management.ts';
import type { Start } from './roles/start.ts';
import { startApi } from './roles/start-api.ts';
import { startGateway } from './roles/start-gateway.ts';
import { startWorker } from './roles/start-worker.ts';
import type { StandIns } from './stand-ins.ts';
import { takeOverDataFolder } from './take-over-data-folder.ts';

/**
 * Starts what `SLIPWAY_ROLES` asks for and resolves when all of it listens. Stops gracefully on SIGTERM and SIGINT, and after
 * an error that nobody caught.
 */
export async function startServer(settings: Config, standIns?: StandIns): Promise<void> {
  const closers: Closer[] = [];
  const onFailure: (() => Promise<unknown>)[] = [];
  const { promise: opened, resolve: noMore } = Promise.withResolvers<void>();
  const stop = createGracefulStop(closers, { opened });
  heedSignals(stop);
  try {
    const config = await prepareInstallation(settings, { closers, onFailure, standIns });
    if (!stop.hasBegun()) await listenAndWork(config, closers, stop, standIns);
  } catch (error) {
    if (stop.hasBegun()) return;
    for (const undo of onFailure) await undo();
    throw error;
  } finally {
    noMore();
  }
}

const starts: Record<ServerRole, (start: Start) => Promise<void>> = {
  api: startApi,
  gateway: startGateway,
  worker: startWorker,
};

async function listenAndWork(config: Config, closers: Closer[], stop: GracefulStop, standIns?: StandIns) {
  // A mistake in it is told now, and not to the first who looks.
  catalogue();
  const dependencies = await createDependencies(config, closers, standIns);
  await refuseWrongSecret(dependencies);
  await takeOverDataFolder(dependencies);
  installLastResort({ log: dependencies.log, stop: stop.failed });
  closers.push(await keepHostEngines(dependencies));
  const roles = await leaveOutRoles(dependencies);
  const health = createHealth(roles, { leftOut: config.roles.filter((role) => !roles.includes(role)) });
  health.needs('database', () => dependencies.sql`select 1`);
  const start = { dependencies, health, closers, stop };
  if (config.metricsPort) await serveManagement(start, config.metricsPort);
  for (const role of ['api', 'gateway', 'worker'] as const) if (roles.includes(role)) await starts[role](start);
  await standIns?.seed?.(dependencies);
  closers.push(async () => health.stopping());
  health.started();
  if (!stop.hasBegun()) process.stdout.write(`${announcement({ ...config, roles }).join('\n')}\n`);
}
