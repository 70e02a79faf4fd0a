import { STRIPE_WEBHOOK_PATH } from './http/stripe-webhook.ts';
import { createPayments, type Payments } from './payments/index.ts';
import { systemClock } from './platform/clock.ts';
import { type Config, generateSecret } from './platform/config.ts';
import { ConfigError } from './platform/config-error.ts';
import type { Closer } from './platform/graceful-stop.ts';
import type { StandIns } from './stand-ins.ts';

/** Stripe, or with no key configured what stands in for it here: the same code either way. @throws ConfigError */
export async function connectPayments(config: Config, closers: Closer[], standIns?: StandIns): Promise<Payments> {
  if (config.stripeKey) {
    return createPayments({
      apiKey: config.stripeKey,
      apiBase: config.stripeApiBase,
      webhookSecret: config.stripeWebhookSecret ?? '',
      clock: systemClock,
    });
  }
  if (!standIns)
    throw new ConfigError(
      'SLIPWAY_STRIPE_KEY is not set. To try Slipway without real charges, use a key of Stripe’s test mode.',
    );
  if (!config.roles.includes('api')) {
    throw new ConfigError(
      'Without the api role, SLIPWAY_STRIPE_KEY is needed: the Stripe emulator runs beside the API only.',
    );
  }
  const secret = config.stripeWebhookSecret ?? `whsec_${generateSecret()}`;
  const url = `http://${reachableHost(config.host)}:${config.port}${STRIPE_WEBHOOK_PATH}`;
  const emulator = await standIns.startPayments(config, { url, secret });
  closers.push(() => emulator.close());
  return createPayments({
    apiKey: emulator.secretKey,
    apiBase: emulator.url,
    webhookSecret: secret,
    clock: systemClock,
  });
}

/** This machine, for the emulator that runs on it: the server may listen on every address. */
function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::' || host === '') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
