import Stripe from 'stripe';
import { say } from '../platform/say.ts';
import { createRetryingHttpClient } from './retrying-http-client.ts';

export interface PaymentsOptions {
  /** Secret key, `sk_test_…` or `sk_live_…` (or a restricted `rk_…`). */
  readonly apiKey: string;
  /** Another server with the provider's API, e.g. `http://127.0.0.1:12111`; the real provider if left out. */
  readonly apiBase?: string;
  /** Signing secret of our webhook endpoint, `whsec_…`. */
  readonly webhookSecret: string;
  readonly clock: { now(): Date };
  /** Milliseconds per attempt; default 8,000. */
  readonly timeoutMs?: number;
  /** Retries of an attempt that failed in transit, with back-off and the same idempotency key; default 2. */
  readonly maxRetries?: number;
}

export interface PaymentsContext {
  readonly stripe: Stripe;
  readonly clock: { now(): Date };
  readonly webhookSecret: string;
  readonly testMode: boolean;
  /** Address of the stand-in; null at the real provider. */
  readonly standIn: string | null;
}

/** With all retries less than the 30 s a page waits, so that the page shows our error. */
const TIMEOUT_MS = 8000;
const MAX_RETRIES = 2;

/** @throws Error for an invalid address or key, so that the server doesn't start with it. */
export function createContext(options: PaymentsOptions): PaymentsContext {
  const { apiKey, clock, webhookSecret } = options;
  const [, mode] = /^(?:sk|rk)_(test|live)_\w+$/.exec(apiKey) ?? [];
  if (mode === undefined) throw new Error(say('payments.secretKeyInvalid'));
  if (webhookSecret.trim() === '') throw new Error(say('payments.webhookSecretEmpty'));
  const stripe = new Stripe(apiKey, {
    ...(options.apiBase === undefined ? {} : addressOf(options.apiBase)),
    timeout: options.timeoutMs ?? TIMEOUT_MS,
    maxNetworkRetries: options.maxRetries ?? MAX_RETRIES,
    httpClient: createRetryingHttpClient(),
    telemetry: false,
  });
  return {
    stripe,
    clock,
    webhookSecret,
    testMode: mode === 'test',
    standIn: options.apiBase?.replace(/\/$/, '') ?? null,
  };
}

function addressOf(apiBase: string): { host: string; port: string; protocol: 'http' | 'https' } {
  const url = URL.parse(apiBase);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.pathname !== '/') {
    throw new Error(say('payments.apiBaseInvalid'));
  }
  const protocol = url.protocol === 'http:' ? 'http' : 'https';
  return { host: url.hostname, port: url.port || (protocol === 'http' ? '80' : '443'), protocol };
}
