import { STRIPE_WEBHOOK_PATH } from './http/stripe-webhook.ts';
import { createPayments, type Payments } from './payments/index.ts';
import { systemClock } from './platform/clock.ts';
import { type Config, generateSecret } from './platform/config.ts';
import { ConfigError } from './platform/config-error.ts';
import type { Closer } from './platform/graceful-stop.ts';
import { takesPayments } from './platform/roles.ts';
import type { StandIns } from './stand-ins.ts';

/**
 * Stripe, or with no key configured what stands in for it here: the same code either way. A process that charges nobody
 * gets no keys. @throws ConfigError
 */
export async function connectPayments(config: Config, closers: Closer[], standIns?: StandIns): Promise<Payments> {
  if (!takesPayments(config.roles)) return withoutPayments();
  if (config.stripeKey) {
    return createPayments({
      apiKey: config.stripeKey,
      apiBase: config.stripeApiBase,
      webhookSecret: config.stripeWebhookSecret ?? '',
      clock: systemClock,
    });
  }
  if (!standIns) throw missingStripeKey();
  const secret = config.stripeWebhookSecret ?? `whsec_${generateSecret()}`;
  const standIn = config.roles.includes('api')
    ? await startStandIn(config, { closers, standIns, secret })
    : await standIns.findPayments(config);
  return createPayments({
    apiKey: standIn.secretKey,
    apiBase: standIn.url,
    webhookSecret: secret,
    clock: systemClock,
  });
}

export function missingStripeKey(): ConfigError {
  return new ConfigError(
    'SLIPWAY_STRIPE_KEY is not set. To try Slipway without real charges, use a key of Stripe’s test mode.',
  );
}

async function startStandIn(
  config: Config,
  { closers, standIns, secret }: { closers: Closer[]; standIns: StandIns; secret: string },
) {
  const url = `http://${reachableHost(config.host)}:${config.port}${STRIPE_WEBHOOK_PATH}`;
  const emulator = await standIns.startPayments(config, { url, secret });
  closers.push(() => emulator.close());
  return emulator;
}

/** Any use of it is a mistake of ours. */
function withoutPayments(): Payments {
  return new Proxy({} as Payments, {
    get(_target, name) {
      // Asked of whatever an async function returns.
      if (name === 'then') return undefined;
      throw new Error(`This process has no access to payments (${String(name)}): its roles don’t need any.`);
    },
  });
}

/** This machine, for the emulator that runs on it: the server may listen on every address. */
function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::' || host === '') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
