import { existsSync } from 'node:fs';
import type { Server as HttpServer } from 'node:http';
import path from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { getPath } from 'hono/utils/url';
import { API_BASE } from '#shared/api/wire.ts';
import { createApp } from './app.ts';
import { enforceFence, runHere } from './compute/fence/enforce-fence.ts';
import type { Fence } from './compute/fence/fence-script.ts';
import { createDependencies } from './dependencies.ts';
import { dismissAdministrators } from './features/auth/impersonation/dismiss-administrators.ts';
import { resolveSession } from './features/auth/resolve-session.ts';
import { catalogue } from './features/catalogue/catalogue.ts';
import type { Dependencies } from './features/context.ts';
import { createDirectory } from './features/entrance/directory.ts';
import { fenceHost } from './features/hosts/fence-host.ts';
import { keepHostEngines } from './features/hosts/keep-engines.ts';
import { readInstallationId } from './features/instances/index.ts';
import { watchEngines } from './features/instances/watch-engines.ts';
import { createHttpGateway } from './gateway/http/http-gateway.ts';
import { createOpenRoute } from './gateway/http/open-route.ts';
import { showHostKeys } from './gateway/ssh/shown-host-keys.ts';
import { createSshGateway } from './gateway/ssh/ssh-gateway.ts';
import { createTcpGateway } from './gateway/tcp/tcp-gateway.ts';
import { serveHealth } from './http/health.ts';
import { pageHeaders } from './http/page-headers.ts';
import { serveStripeWebhook } from './http/stripe-webhook.ts';
import { serveTlsAsk } from './http/tls-ask.ts';
import { serveWeb } from './http/web.ts';
import { crontab, jobHandlers } from './jobs.ts';
import { runners } from './kinds.ts';
import { outboxPages } from './mail/index.ts';
import type { Config } from './platform/config.ts';
import { type Closer, createGracefulStop, type GracefulStop, heedSignals } from './platform/graceful-stop.ts';
import { startWorker } from './platform/jobs.ts';
import { keepServing } from './platform/keep-serving.ts';
import { installLastResort } from './platform/last-resort.ts';
import { serveMetrics } from './platform/metrics.ts';
import { prepareInstallation } from './prepare-installation.ts';
import { attachRealtime } from './realtime/attach-realtime.ts';
import type { StandIns } from './stand-ins.ts';

const ROOT = path.resolve(import.meta.dirname, '..');

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

async function listenAndWork(config: Config, closers: Closer[], stop: GracefulStop, standIns?: StandIns) {
  // A mistake in it is told now, and not to the first who looks.
  catalogue();
  const dependencies = await createDependencies(config, closers, standIns);
  const { log } = dependencies;
  installLastResort({ log, stop: stop.failed });
  closers.push(await keepHostEngines(dependencies));
  const stopping = new AbortController();
  closers.push(async () => stopping.abort());
  const serves = (role: Config['roles'][number]) => config.roles.includes(role);

  if (serves('api')) {
    await dismissAdministrators(dependencies);
    const web = createAdaptorServer({ fetch: webOrigin(dependencies) }) as HttpServer;
    const realtime = await attachRealtime(web, dependencies, { resolveSession });
    await listen(web, config.port, config.host);
    keepServing(web, log, 'web');
    closers.push(async () => {
      await realtime.close();
      await closeServer(web);
    });
  }
  if (serves('gateway')) {
    const directory = createDirectory(dependencies);
    const http = createHttpGateway({ ...dependencies, directory });
    await http.listen(config.gatewayPort, config.host);
    closers.push(() => http.close());
    const ssh = await createSshGateway({ ...dependencies, directory });
    await ssh.listen(config.sshPort, config.sshListenHost);
    await showHostKeys(dependencies.db, ssh.hostKeys);
    closers.push(() => ssh.close());
    const tcp = createTcpGateway({ ...dependencies, directory });
    await tcp.listen(config.sshListenHost);
    closers.push(() => tcp.close());
  }
  if (serves('worker')) {
    const worker = await startWorker({
      connectionString: databaseUrl(config),
      handlers: jobHandlers(dependencies),
      crontab,
      concurrency: 10,
      logger: log,
      onEnd(error) {
        log.fatal({ err: error }, 'the worker ended by itself: Slipway stops, to be started again');
        stop.failed();
      },
    });
    closers.push(() => worker.stop());
    void watchEngines(
      dependencies,
      { runners, onMet: (engine) => fenceHost(dependencies, engine.id) },
      stopping.signal,
    );
    await fenceWorkspaces(dependencies);
    void buildFirstImage(dependencies);
    void prepareRegistry(dependencies);
  }
  if (config.metricsPort) {
    const metrics = await serveMetrics(config.metricsPort);
    keepServing(metrics, log, 'metrics');
    closers.push(() => closeServer(metrics));
  }
  await standIns?.seed?.(dependencies);
  if (!stop.hasBegun()) announce(config);
}

async function fenceWorkspaces(dependencies: Dependencies): Promise<void> {
  const { config, engines, log } = dependencies;
  const fence: Fence = {
    installationId: await readInstallationId(dependencies),
    publicPorts: [config.port, config.gatewayPort, config.sshPort],
    publicRanges: [[config.tcpPorts.first, config.tcpPorts.last]],
    allow: config.egressAllow,
  };
  const report = await enforceFence(engines.get('local'), fence, runHere);
  if (!report.enforced) log.warn({ reason: report.reason }, 'workspace networks are not fenced off from this machine');
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

type Fetch = (request: Request, environment: object) => Response | Promise<Response>;

/** The UI's origin: the API, and beside it what pages need. */
function webOrigin(dependencies: Dependencies): Fetch {
  const [api, pages] = [createApp(dependencies), pagesApp(dependencies)];
  return (request, environment) => {
    const app = getPath(request).startsWith(`${API_BASE}/`) ? api : pages;
    return app.fetch(request, environment);
  };
}

/** Health, the way into workspaces, and the UI itself. */
function pagesApp(dependencies: Dependencies): Hono {
  const app = new Hono();
  app.use(pageHeaders(dependencies.config));
  app.route('/', serveHealth(dependencies));
  app.route('/', serveStripeWebhook(dependencies));
  const directory = createDirectory(dependencies);
  app.route('/', serveTlsAsk(directory, dependencies.config.workspaceDomain));
  app.route('/', createOpenRoute({ ...dependencies, directory, resolveSession }));
  if (dependencies.config.development) app.route('/dev/outbox', outboxPages(dependencies));
  const build = path.join(ROOT, 'dist/web');
  if (existsSync(path.join(build, 'index.html')))
    app.route('/', serveWeb(build, { helpDesk: dependencies.config.supportUrl }));
  return app;
}

export function databaseUrl(config: Config): string {
  if (!config.databaseUrl) throw new Error('DATABASE_URL is not set');
  return config.databaseUrl;
}

function listen(server: HttpServer, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function closeServer(server: HttpServer): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}

function announce(config: Config): void {
  process.stdout.write(`\n  Slipway is ready:  ${config.publicUrl}\n`);
  if (!config.stripeKey) process.stdout.write('  Payments are in test mode: no card is ever charged.\n');
  if (!config.smtpUrl)
    process.stdout.write(
      `  Mails are kept:    ${config.development ? `${config.publicUrl}/dev/outbox` : path.join(config.dataDir, 'outbox')}\n`,
    );
  process.stdout.write('  Stop with Ctrl+C.\n\n');
}
