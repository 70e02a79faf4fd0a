import { createEngines } from './compute/engines.ts';
import { createImages } from './compute/images.ts';
import { createHostProviders } from './compute/providers/create-providers.ts';
import { connectPayments } from './connect-payments.ts';
import { createPasswords } from './features/auth/passwords.ts';
import type { Dependencies } from './features/context.ts';
import { INSTALLATION_LABEL, readInstallationId } from './features/instances/index.ts';
import { recognizeEngines } from './features/instances/recognize-engine.ts';
import { createBuildTurn } from './features/registry/build-turn.ts';
import { openRegistry } from './features/registry/open-registry.ts';
import { kinds } from './kinds.ts';
import { createMailer } from './mail/create-mailer.ts';
import type { Payments } from './payments/index.ts';
import { createBus } from './platform/bus.ts';
import { systemClock } from './platform/clock.ts';
import { type Config, directDatabaseUrl } from './platform/config.ts';
import { ConfigError } from './platform/config-error.ts';
import { openDatabase, poolSize } from './platform/database.ts';
import type { Closer } from './platform/graceful-stop.ts';
import { createLogger, type Logger } from './platform/logger.ts';
import { createSecretBox } from './platform/secrets.ts';
import { PRICE_LIST } from './price-list.ts';
import { createPublish } from './realtime/create-publish.ts';
import type { StandIns } from './stand-ins.ts';

type Closers = Closer[];

/** Builds what every verb can use, from a configuration whose secret and database are filled in. */
export async function createDependencies(config: Config, closers: Closers, standIns?: StandIns): Promise<Dependencies> {
  if (!config.databaseUrl || !config.secret)
    throw new ConfigError('The database and the secret must be prepared first.');
  const { db, sql, lookups, locks, listener, close } = openDatabase(
    config.databaseUrl,
    poolSize(config),
    directDatabaseUrl(config),
  );
  closers.push(close);
  const log = createLogger(config.logLevel);
  const bus = createBus(listener, log);
  const payments = await connectPayments(config, closers, standIns);
  const engines = createEngines({
    engines: [{ id: 'local', socketPath: config.dockerSocket }],
    recognize: recognizeEngines({ lookups, config, log, clock: systemClock }),
  });
  const home = engines.get('local');
  const registry = openRegistry({ config, db, locks, home });
  const secrets = createSecretBox(config.secret);
  if (config.roles.includes('api')) await bringPriceList(payments, log);
  return {
    config,
    db,
    sql,
    lookups,
    locks,
    bus,
    log,
    clock: systemClock,
    secrets,
    passwords: createPasswords(),
    mailer: createMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom, outbox: { db, secrets }, log }),
    payments,
    engines,
    images: createImages({ distribution: { home, registry }, turn: createBuildTurn(locks) }),
    registry,
    hostProviders: createHostProviders({
      current: config.hostProvider,
      engine: () => home,
      labels: async () => ({ [INSTALLATION_LABEL]: await readInstallationId({ db }) }),
      inventory: config.hostInventory ?? null,
    }),
    publish: createPublish(bus),
    kinds,
  };
}

async function bringPriceList(payments: Payments, log: Logger): Promise<void> {
  await payments.ensureCatalogue(PRICE_LIST).catch((error: unknown) => {
    log.error(
      { err: error },
      'the price list could not be brought to the payment provider; charges are refused until a restart',
    );
  });
}
