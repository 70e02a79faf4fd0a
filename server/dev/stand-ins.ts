import path from 'node:path';
import { systemClock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { ConfigError } from '../platform/config-error.ts';
import { derivePassword } from '../platform/secrets.ts';
import type { StandIns } from '../stand-ins.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

const PROBE_MS = 2000;

/** What stands in on a developer's machine; each part is loaded when it is needed. */
export function createStandIns(wish: { seed: boolean }): StandIns {
  return { startDatabase, startPayments, findPayments, ...(wish.seed && { seed }) };
}

const startDatabase: StandIns['startDatabase'] = async (folder) => {
  const { url, startedHere, release } = await startEmbeddedPostgres(folder);
  return { url, startedHere, stop: release };
};

const startPayments: StandIns['startPayments'] = async (config, webhook) => {
  const first = await findPayments(config);
  // A second API beside the first one: two emulators would each know half of the customers.
  if (await answers(first)) return { ...first, close: async () => undefined };
  const { startStripeEmulator } = await import('./stripe/index.ts');
  const stateFile = path.join(config.dataDir, 'stripe-emulator.json');
  const { secretKey } = first;
  return startStripeEmulator({ clock: systemClock, port: config.stripeEmulatorPort, stateFile, webhook, secretKey });
};

const findPayments: StandIns['findPayments'] = async (config) => {
  refuseBesideRealKey(config);
  return { url: `http://127.0.0.1:${config.stripeEmulatorPort}`, secretKey: emulatorKey(config) };
};

/** Does the emulator of this very installation run already? */
async function answers({ url, secretKey }: { url: string; secretKey: string }): Promise<boolean> {
  try {
    const headers = { Authorization: `Bearer ${secretKey}` };
    return (await fetch(`${url}/v1/prices?limit=1`, { headers, signal: AbortSignal.timeout(PROBE_MS) })).ok;
  } catch {
    return false;
  }
}

/** Every process of the installation knows it, and nobody else. */
function emulatorKey({ secret = '' }: Config): string {
  return `sk_test_${derivePassword(secret, 'stripe emulator').replaceAll('-', '_')}`;
}

/** It would take test cards for real ones. */
function refuseBesideRealKey({ stripeKey }: Config): void {
  if (stripeKey) throw new ConfigError('The Stripe emulator does not start where SLIPWAY_STRIPE_KEY is set.');
}

const seed: StandIns['seed'] = async (dependencies) => {
  const { seed } = await import('./seed.ts');
  await seed(dependencies);
};
