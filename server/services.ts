import path from 'node:path';
import { createEngines } from './compute/engines.ts';
import { createImages } from './compute/images.ts';
import { createHostProviders } from './compute/providers/create-providers.ts';
import { createPasswords } from './features/auth/passwords.ts';
import type { Services } from './features/context.ts';
import { INSTALLATION_LABEL, readInstallationId } from './features/lifecycle/index.ts';
import { openRegistry } from './features/registry/open-registry.ts';
import { STRIPE_WEBHOOK_PATH } from './http/stripe-webhook.ts';
import { createMailer } from './mail/create-mailer.ts';
import { createPayments, type Payments } from './payments/index.ts';
import { createBus } from './platform/bus.ts';
import { systemClock } from './platform/clock.ts';
import { type Config, ConfigError, generateSecret } from './platform/config.ts';
import { openDatabase } from './platform/database.ts';
import type { Closer } from './platform/graceful-stop.ts';
import { createLogger } from './platform/logger.ts';
import { createSecretBox } from './platform/secrets.ts';
import { PRICE_LIST } from './price-list.ts';
import { createPublish } from './realtime/create-publish.ts';

type Closers = Closer[];

/** Builds what every verb can use, from a configuration whose secret and database are filled in. */
export async function createServices(config: Config, closers: Closers): Promise<Services> {
  if (!config.databaseUrl || !config.secret)
    throw new ConfigError('The database and the secret must be prepared first.');
  const { db, sql, lookups, close } = openDatabase(config.databaseUrl, config.databasePoolSize);
  closers.push(close);
  const log = createLogger(config.logLevel);
  const bus = createBus(sql, log);
  const payments = await connectPayments(config, closers);
  const engines = createEngines({ engines: [{ id: 'local', socketPath: config.dockerSocket }] });
  const home = engines.get('local');
  const registry = openRegistry({ config, db, sql, home });
  await payments.ensureCatalogue(PRICE_LIST).catch((error: unknown) => {
    log.error(
      { err: error },
      'the price list could not be brought to the payment provider; charges are refused until a restart',
    );
  });
  return {
    config,
    db,
    sql,
    lookups,
    bus,
    log,
    clock: systemClock,
    secrets: createSecretBox(config.secret),
    passwords: createPasswords(),
    mailer: createMailer({
      smtpUrl: config.smtpUrl,
      from: config.mailFrom,
      outbox: path.join(config.dataDir, 'outbox'),
      log,
    }),
    payments,
    engines,
    images: createImages({ distribution: { home, registry } }),
    registry,
    hostProviders: createHostProviders({
      current: config.hostProvider,
      engine: () => home,
      labels: async () => ({ [INSTALLATION_LABEL]: await readInstallationId({ db }) }),
      inventory: config.hostInventory ?? null,
    }),
    publish: createPublish(bus),
  };
}

/** Stripe, or with no key configured the local stand-in for it: the same code either way. */
async function connectPayments(config: Config, closers: Closers): Promise<Payments> {
  if (config.stripeKey) {
    return createPayments({
      apiKey: config.stripeKey,
      apiBase: config.stripeApiBase,
      webhookSecret: config.stripeWebhookSecret ?? '',
      clock: systemClock,
    });
  }
  if (!config.roles.includes('api')) {
    throw new ConfigError(
      'Without the api role, SLIPWAY_STRIPE_KEY is needed: the Stripe emulator runs beside the API only.',
    );
  }
  const webhookSecret = config.stripeWebhookSecret ?? `whsec_${generateSecret()}`;
  const { startStripeEmulator } = await import('./dev/stripe/index.ts');
  const emulator = await startStripeEmulator({
    clock: systemClock,
    port: config.stripeEmulatorPort,
    stateFile: path.join(config.dataDir, 'stripe-emulator.json'),
    webhook: {
      url: `http://${reachableHost(config.host)}:${config.port}${STRIPE_WEBHOOK_PATH}`,
      secret: webhookSecret,
    },
  });
  closers.push(() => emulator.close());
  return createPayments({ apiKey: emulator.secretKey, apiBase: emulator.url, webhookSecret, clock: systemClock });
}

/** This machine, for the emulator that runs on it: the server may listen on every address. */
function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::' || host === '') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
