import path from 'node:path';
import { systemClock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { ConfigError } from '../platform/config-error.ts';
import type { StandIns } from '../stand-ins.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

/** What stands in on a developer's machine; each part is loaded when it is needed. */
export function createStandIns(wish: { seed: boolean }): StandIns {
  return { startDatabase: startEmbeddedPostgres, startPayments, ...(wish.seed && { seed }) };
}

const startPayments: StandIns['startPayments'] = async (config, webhook) => {
  refuseBesideRealKey(config);
  const { startStripeEmulator } = await import('./stripe/index.ts');
  const stateFile = path.join(config.dataDir, 'stripe-emulator.json');
  return startStripeEmulator({ clock: systemClock, port: config.stripeEmulatorPort, stateFile, webhook });
};

/** It would take test cards for real ones. */
function refuseBesideRealKey({ stripeKey }: Config): void {
  if (stripeKey) throw new ConfigError('The Stripe emulator does not start where SLIPWAY_STRIPE_KEY is set.');
}

const seed: StandIns['seed'] = async (dependencies) => {
  const { seed } = await import('./seed.ts');
  await seed(dependencies);
};
