import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createEngines } from '#server/compute/engines.ts';
import { createImages } from '#server/compute/images.ts';
import { createHostProviders } from '#server/compute/providers/create-providers.ts';
import { type StripeEmulator, startStripeEmulator } from '#server/dev/stripe/index.ts';
import { createPasswords } from '#server/features/auth/passwords.ts';
import type { Dependencies } from '#server/features/context.ts';
import { INSTALLATION_LABEL, readInstallationId } from '#server/features/instances/index.ts';
import { recognizeEngines } from '#server/features/instances/recognize-engine.ts';
import { openRegistry } from '#server/features/registry/open-registry.ts';
import { kinds } from '#server/kinds.ts';
import type { Mail } from '#server/mail/mailer.ts';
import { createPayments, type Payments } from '#server/payments/index.ts';
import { createBus } from '#server/platform/bus.ts';
import { createTestClock } from '#server/platform/clock.ts';
import { type Config, readConfig } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/database.ts';
import { isInTransaction } from '#server/platform/fence-writes.ts';
import { createLogger } from '#server/platform/logger.ts';
import { createSecretBox } from '#server/platform/secrets.ts';
import { PRICE_LIST } from '#server/price-list.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

export interface TestDependencies extends Dependencies {
  clock: ReturnType<typeof createTestClock>;
  /** Mails sent so far, oldest first. */
  sent: Mail[];
  databaseUrl: string;
  /** The stand-in behind `payments`. */
  stripe: StripeEmulator;
  close(): Promise<void>;
}

export interface TestOptions {
  environment?: Record<string, string>;
  overrides?: Partial<Omit<Dependencies, 'clock'>>;
  /** Used in place of a fresh one. */
  database?: TestDatabase;
  /** Start of the test clock; the real time if left out. */
  now?: Date;
}

const SECRET = 'a secret that only the tests know, 32+';

/** The provider may take half a minute: nobody holds one of a dozen connections meanwhile. */
function withoutConnection(payments: Payments): Payments {
  return new Proxy(payments, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...given: unknown[]) => {
        if (isInTransaction()) throw new Error(`a transaction is open during payments.${String(name)}`);
        return Reflect.apply(member, target, given);
      };
    },
  });
}

/** Everything a verb needs, on a database of its own, with a clock that only the test moves. */
export async function createTestDependencies(options: TestOptions = {}): Promise<TestDependencies> {
  const database = options.database ?? (await createTestDatabase());
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'slipway-test-'));
  const config: Config = readConfig({
    SLIPWAY_DATA_DIR: dataDir,
    SLIPWAY_SECRET: SECRET,
    SLIPWAY_DEVELOPMENT: 'true',
    SLIPWAY_LOG_LEVEL: 'silent',
    DATABASE_URL: database.url,
    ...options.environment,
  });
  const { db, sql, lookups, locks, close } = openDatabase(database.url, 8);
  const log = createLogger(config.logLevel);
  const bus = createBus(sql, log);
  const clock = createTestClock(options.now ?? new Date());
  const sent: Mail[] = [];
  const stripe = await startStripeEmulator({ clock });
  const provider = createPayments({
    apiKey: stripe.secretKey,
    apiBase: stripe.url,
    webhookSecret: 'whsec_test',
    clock,
  });
  const payments = withoutConnection(provider);
  const engines = createEngines({
    engines: [{ id: 'local', socketPath: config.dockerSocket }],
    recognize: recognizeEngines({ lookups, config, log, clock }),
  });
  const home = engines.get('local');
  const registry = openRegistry({ config, db, locks, home });
  await payments.ensureCatalogue(PRICE_LIST);
  const dependencies: TestDependencies = {
    config,
    db,
    sql,
    lookups,
    locks,
    bus,
    clock,
    log,
    secrets: createSecretBox(SECRET),
    passwords: createPasswords({ cost: 10 }),
    mailer: { send: async (mail) => void sent.push(mail) },
    payments,
    images: createImages({ distribution: { home, registry } }),
    registry,
    engines,
    hostProviders: createHostProviders({
      current: config.hostProvider,
      engine: () => home,
      labels: async () => ({ [INSTALLATION_LABEL]: await readInstallationId({ db }) }),
      inventory: config.hostInventory ?? null,
    }),
    publish: (executor, kind, id, message) => bus.notify(executor, 'room', { room: `/${kind}/${id}`, message }),
    kinds,
    sent,
    databaseUrl: database.url,
    stripe,
    async close() {
      await stripe.close();
      await close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return { ...dependencies, ...options.overrides };
}
