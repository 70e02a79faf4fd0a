import { lookup as lookUp } from 'node:dns/promises';
import { createEngines } from '../compute/engines.ts';
import { missingStripeKey } from '../connect-payments.ts';
import { checkMailServer } from '../mail/index.ts';
import { checkPaymentKey } from '../payments/index.ts';
import { isLiveKey } from '../platform/charges-nobody.ts';
import { type Config, readConfig } from '../platform/config.ts';
import { ConfigError } from '../platform/config-error.ts';
import { takesPayments } from '../platform/roles.ts';
import { missingDatabase } from '../prepare-installation.ts';
import { refuseMissingEngine } from '../refuse-missing-engine.ts';
import { checkDatabase, checkEngineIdentity } from './check-database.ts';
import { checkUiName, checkWorkspaceNames, type Lookup } from './check-names.ts';
import { type Finding, tryPart } from './finding.ts';

interface Options {
  /** Whether something stands in for a missing database and payment key. */
  standsIn: boolean;
  lookup?: Lookup;
}

/** Tries everything the installation depends on, without starting or changing anything. */
export async function checkInstallation(
  environment: Record<string, string | undefined>,
  { standsIn, lookup = everyAddress }: Options,
): Promise<Finding[]> {
  let config: Config;
  try {
    config = readConfig(environment);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map((says) => ({ part: 'Settings', works: false, says }));
  }
  const runsContainers = config.roles.some((role) => role !== 'api');
  return Promise.all([
    tryPart('Settings', async () => `roles ${config.roles.join(', ')}`),
    tryPart('Database', () => database(config, standsIn)),
    ...(runsContainers ? [tryPart('Engine', () => engine(config))] : []),
    ...(takesPayments(config.roles)
      ? [tryPart('Mail', () => mail(config)), tryPart('Payments', () => payments(config, standsIn))]
      : []),
    tryPart('Address', () => checkUiName(config.publicUrl, lookup)),
    tryPart('Workspaces', () => checkWorkspaceNames(config, lookup)),
  ]);
}

/** As lines of text: ✓ and what was found, or ✗ and what to do. */
export function showFindings(findings: Finding[]): string {
  return findings.map(({ part, works, says }) => `${works ? '✓' : '✗'} ${part.padEnd(10)} ${says}\n`).join('');
}

async function database(config: Config, standsIn: boolean): Promise<string> {
  if (config.databaseUrl) return checkDatabase(config);
  if (standsIn) return `npm start runs one in ${config.dataDir}`;
  throw missingDatabase();
}

async function engine(config: Config): Promise<string> {
  const engines = createEngines({ engines: [{ id: 'local', socketPath: config.dockerSocket }] });
  try {
    await refuseMissingEngine({ config, engines });
    await checkEngineIdentity(config, await engines.get('local').info());
    return config.dockerSocket;
  } finally {
    engines.get('local').close();
  }
}

async function mail({ smtpUrl }: Config): Promise<string> {
  if (!smtpUrl) return 'kept in the database; to send them, set SMTP_URL';
  await checkMailServer(smtpUrl);
  return `${new URL(smtpUrl).host} takes them`;
}

async function payments({ stripeKey, stripeApiBase }: Config, standsIn: boolean): Promise<string> {
  if (stripeKey) {
    await checkPaymentKey({ apiKey: stripeKey, apiBase: stripeApiBase });
    return isLiveKey(stripeKey) ? 'Stripe takes the key' : 'Stripe takes the key, in test mode';
  }
  if (standsIn) return 'in test mode, without Stripe';
  throw missingStripeKey();
}

const everyAddress: Lookup = async (name) => {
  const found = await lookUp(name, { all: true });
  return found.map(({ address }) => address);
};
