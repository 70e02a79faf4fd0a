import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import postgres from 'postgres';
import { startEmbeddedPostgres } from '#server/dev/embedded-postgres.ts';
import { startStripeEmulator } from '#server/dev/stripe/index.ts';
import { STRIPE_WEBHOOK_PATH } from '#server/http/stripe-webhook.ts';
import { systemClock } from '#server/platform/clock.ts';
import { composeEnvironment } from '#tests/support/compose-environment.ts';
import { removeContainers } from '../remove-containers.ts';
import { DOWNLOADS, FOLDER, PACKAGE, PORTS, ROOT, UI, WORKSPACES } from './addresses.ts';
import { makeCertificates } from './certificates.ts';
import { startMailSink } from './mail-sink.ts';
import { type Running, start } from './processes.ts';
import { startCaddy, startNginx } from './proxies.ts';

const WEBHOOK_SECRET = 'whsec_from_the_dashboard';
/** Everything that would break an address. */
const PASSWORD = 'a/b+c==@:#?%d';

/**
 * Runs Slipway as an operator would: a process for each role and a second API with the environment that Compose gives
 * them, a PostgreSQL and a mail server elsewhere, and both proxies in front.
 */
// biome-ignore lint/style/noDefaultExport: Playwright takes a global setup by its default export.
export default async function globalSetup(): Promise<() => Promise<void>> {
  const closers: (() => unknown)[] = [() => rmSync(FOLDER, { recursive: true, force: true })];
  const stop = async () => {
    for (const close of closers.toReversed()) await close();
  };
  try {
    await startAll((close) => closers.push(close));
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

/** Everything in its order. `onEnd` is told how to stop what has been started; the last is stopped first. */
async function startAll(onEnd: (close: () => unknown) => void): Promise<void> {
  await makeCertificates();
  const database = await startEmbeddedPostgres(path.join(FOLDER, 'postgres'), 'owner');
  onEnd(() => database.stop());
  const databaseUrl = await createDatabase(database.url);
  const mails = await startMailSink();
  onEnd(() => mails.close());
  const stripe = await startStripeEmulator({
    clock: systemClock,
    webhook: { url: `http://127.0.0.1:${PORTS.firstApi}${STRIPE_WEBHOOK_PATH}`, secret: WEBHOOK_SECRET },
  });
  onEnd(() => stripe.close());
  mkdirSync(DOWNLOADS);
  writeFileSync(path.join(DOWNLOADS, PACKAGE), PACKAGE);
  const dotenv = {
    APP_DOMAIN: UI,
    WORKSPACE_DOMAIN: WORKSPACES,
    DATABASE_URL: databaseUrl,
    POSTGRES_PASSWORD: PASSWORD,
    SLIPWAY_SECRET: 'f'.repeat(64),
    SLIPWAY_STRIPE_KEY: stripe.secretKey,
    SLIPWAY_STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    SLIPWAY_STRIPE_API_BASE: stripe.url,
    SLIPWAY_PORT: String(PORTS.firstApi),
    SLIPWAY_GATEWAY_PORT: String(PORTS.gateway),
    SLIPWAY_SSH_PORT: String(PORTS.ssh),
    SLIPWAY_TCP_PORTS: '26000-26999',
    SLIPWAY_METRICS_PORT: '0',
    SLIPWAY_SHARED_MEMORY_MB: '200000',
    SLIPWAY_LOG_LEVEL: 'warn',
    SMTP_URL: mails.url,
    SLIPWAY_DESKTOP_DOWNLOADS: DOWNLOADS,
    SECOND_API_PORT: String(PORTS.secondApi),
    SECOND_API_METRICS_PORT: '0',
    API_UPSTREAMS: `127.0.0.1:${PORTS.firstApi} 127.0.0.1:${PORTS.secondApi}`,
  };
  const slipway = async (name: string, service: string, role: string) => {
    const running = await start({
      name,
      command: [process.execPath, path.join(ROOT, 'server/main.ts')],
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        ...composeEnvironment(service, dotenv),
        SLIPWAY_ROLES: role,
        SLIPWAY_DATA_DIR: path.join(FOLDER, 'data'),
      },
      ready: /Slipway is ready/,
    });
    onEnd(() => running.stop());
  };
  const proxy = async (starting: Promise<Running>) => {
    const running = await starting;
    onEnd(() => running.stop());
  };
  // The first one brings the database up to date.
  await slipway('first-api', 'slipway', 'api');
  const installation = await installationIn(databaseUrl);
  onEnd(() => removeContainers(installation));
  const starts = [
    slipway('second-api', 'second-api', 'api'),
    slipway('worker', 'slipway', 'worker'),
    slipway('gateway', 'slipway', 'gateway'),
    proxy(startCaddy(dotenv)),
    proxy(startNginx()),
  ];
  // All have started or failed before anything is stopped.
  for (const started of await Promise.allSettled(starts)) if (started.status === 'rejected') throw started.reason;
}

async function installationIn(databaseUrl: string): Promise<string> {
  const sql = postgres(databaseUrl, { password: PASSWORD, max: 1, onnotice: () => {} });
  const [row] = await sql`select id from installation`;
  await sql.end();
  return String(row?.id);
}

/** The operator's database and account. Returns the address, which doesn't hold the password. */
async function createDatabase(server: string): Promise<string> {
  const sql = postgres(server, { max: 1, onnotice: () => {} });
  await sql.unsafe(`create role operator login createrole password '${PASSWORD}'`);
  await sql.unsafe('create database slipway owner operator');
  await sql.end();
  const url = new URL(server);
  return `postgres://operator@${url.host}/slipway`;
}
