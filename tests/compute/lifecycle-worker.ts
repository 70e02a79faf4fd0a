import { createEngines } from '#server/compute/engines.ts';
import { createImages } from '#server/compute/images.ts';
import type { Services } from '#server/features/context.ts';
import { workspaceJobs } from '#server/features/workspaces/index.ts';
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
const { db, sql } = openDatabase(config.databaseUrl ?? '', 5);
const bus = createBus(sql);
const log = createLogger('error');
const services: Omit<Services, 'mailer' | 'payments' | 'hostProviders'> = {
  config,
  db,
  sql,
  bus,
  clock: systemClock,
  log,
  secrets: createSecretBox(config.secret ?? ''),
  engines: createEngines({ engines: [{ id: 'local', socketPath: config.dockerSocket }] }),
  images: createImages(),
  publish: createPublish(bus),
};
await startWorker({
  connectionString: config.databaseUrl ?? '',
  handlers: workspaceJobs(services as Services) as Partial<JobHandlers> as JobHandlers,
  crontab: '',
  concurrency: 4,
  logger: log,
});
