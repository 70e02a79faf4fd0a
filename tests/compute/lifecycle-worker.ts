import { createEngines } from '#server/compute/engines.ts';
import { createImages } from '#server/compute/images.ts';
import { createHostProviders } from '#server/compute/providers/create-providers.ts';
import type { Dependencies } from '#server/features/context.ts';
import { hostJobs } from '#server/features/hosts/jobs.ts';
import { keepHostEngines } from '#server/features/hosts/keep-engines.ts';
import { INSTALLATION_LABEL, readInstallationId } from '#server/features/instances/index.ts';
import { instanceJobs } from '#server/features/instances/jobs.ts';
import { openRegistry } from '#server/features/registry/open-registry.ts';
import { stackJobs } from '#server/features/stacks/jobs.ts';
import { workspaceJobs } from '#server/features/workspaces/jobs.ts';
import { kinds, runners } from '#server/kinds.ts';
import { createBus } from '#server/platform/bus.ts';
import { systemClock } from '#server/platform/clock.ts';
import { readConfig } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/database.ts';
import { type JobHandlers, startWorker } from '#server/platform/jobs.ts';
import { createLogger } from '#server/platform/logger.ts';
import { createSecretBox } from '#server/platform/secrets.ts';
import { createPublish } from '#server/realtime/create-publish.ts';

/** A worker in a process of its own, to be killed: `DATABASE_URL`, `SLIPWAY_SECRET`. It works from its first moment. */
const config = readConfig(process.env);
const { db, sql, lookups, locks } = openDatabase(config.databaseUrl ?? '', 5);
const log = createLogger('error');
const bus = createBus(sql, log);
const engines = createEngines({ engines: [{ id: 'local', socketPath: config.dockerSocket }] });
const home = engines.get('local');
const registry = openRegistry({ config, db, locks, home });
const dependencies: Omit<Dependencies, 'mailer' | 'payments' | 'passwords'> = {
  config,
  db,
  sql,
  lookups,
  locks,
  bus,
  clock: systemClock,
  log,
  secrets: createSecretBox(config.secret ?? ''),
  engines,
  images: createImages({ distribution: { home, registry } }),
  registry,
  hostProviders: createHostProviders({
    current: config.hostProvider,
    engine: () => home,
    labels: async () => ({ [INSTALLATION_LABEL]: await readInstallationId({ db }) }),
    inventory: null,
  }),
  publish: createPublish(bus),
  kinds,
};
const all = dependencies as Dependencies;
await keepHostEngines(all);
await startWorker({
  connectionString: config.databaseUrl ?? '',
  locks,
  handlers: {
    ...workspaceJobs(all),
    ...instanceJobs(all, runners),
    ...stackJobs(all),
    ...hostJobs(all),
  } as Partial<JobHandlers> as JobHandlers,
  crontab: '',
  concurrency: 4,
  logger: log,
});
