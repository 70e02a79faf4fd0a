import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { advanceClock } from './advance-clock.ts';
import { settle } from './billing/settle.ts';
import { Emulator, randomText } from './emulator.ts';
import { FaultPlan } from './faults.ts';
import { type ApiAnswer, type ApiRequest, handleRequest, type Keys } from './handle-request.ts';
import { newWebhookEndpoint } from './resources/webhook-endpoints.ts';
import { serveAdmin } from './serve-admin.ts';
import { Store } from './store.ts';
import { WebhookSender } from './webhook-sender.ts';

export interface StripeEmulatorOptions {
  readonly clock: { now(): Date };
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Default: any free port. */
  readonly port?: number;
  /** Default: a new one each time. */
  readonly secretKey?: string;
  /** Keeps state across restarts; in memory only if left out. */
  readonly stateFile?: string;
  /** Where a browser reaches the emulator (3-D Secure page), if that isn't its own address. */
  readonly publicUrl?: string;
  /** Where events go, signed with the secret. */
  readonly webhook?: { readonly url: string; readonly secret: string };
  /** Pause before the first webhook retry, in milliseconds; doubles each time. Default 1,000. */
  readonly webhookFirstPauseMs?: number;
}

export interface StripeEmulator {
  /** `http://host:port`; pass as the payments' `apiBase`. */
  readonly url: string;
  readonly secretKey: string;
  readonly publishableKey: string;
  /** Moves time ahead, doing what becomes due on the way: renewals, payments, retries. */
  advance(to: Date): void;
  /** Resolves once every webhook has arrived or been given up. */
  webhooksDelivered(): Promise<void>;
  /** From now on events arrive newest first, and each twice. */
  disorderWebhooks(): void;
  /** Forgets ordered faults that haven't been used. */
  clearFaults(): void;
  /** Resolves when a fault is holding a call; `release` lets it continue. */
  held(): Promise<void>;
  release(): void;
  close(): Promise<void>;
}

const BODY_LIMIT_BYTES = 1_000_000;
const TICK_MS = 10_000;

/**
 * Starts the stand-in for Stripe: its API over HTTP for the calls in `endpoints.ts`, strict, with test cards, signed
 * webhooks and a clock that can be advanced (`POST /_emulator/advance`). For development and tests only.
 */
export async function startStripeEmulator(options: StripeEmulatorOptions): Promise<StripeEmulator> {
  const secret = options.secretKey ?? `sk_test_${randomText(32)}`;
  const keys: Keys = { secret, publishable: `pk_test_${randomText(32)}` };
  const store = new Store(options.stateFile ?? null);
  let publicUrl = options.publicUrl ?? '';
  const emulator = new Emulator({ store, clock: options.clock, publicUrl: () => publicUrl });
  if (options.webhook !== undefined) configureWebhook(emulator, options.webhook);
  const sender = new WebhookSender(emulator, options.webhookFirstPauseMs ?? 1000);
  const faults = new FaultPlan();

  const server = createServer((request, response) => {
    answer({ emulator, keys, faults }, request, response)
      .catch((error: unknown) => {
        if (request.complete) console.error('The Stripe emulator failed:', error);
        response.destroy();
      })
      .finally(() => sender.kick());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, options.host ?? '127.0.0.1', resolve);
  });
  server.on('error', (error) => console.error('The Stripe emulator could not take a connection:', error));
  const { address, port, family } = server.address() as AddressInfo;
  const url = `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
  publicUrl ||= url;
  const catchUp = () => {
    settle(emulator);
    store.save();
    sender.kick();
  };
  catchUp();
  const tick = setInterval(() => {
    try {
      catchUp();
    } catch (error) {
      console.error('The Stripe emulator failed:', error);
    }
  }, TICK_MS).unref();

  return {
    url,
    secretKey: keys.secret,
    publishableKey: keys.publishable,
    advance(to) {
      advanceClock(emulator, Math.floor(to.getTime() / 1000));
      sender.kick();
    },
    webhooksDelivered: () => sender.idle(),
    disorderWebhooks: () => sender.disorder(),
    clearFaults: () => faults.clear(),
    held: () => faults.held(),
    release: () => faults.release(),
    async close() {
      clearInterval(tick);
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await Promise.all([closed, sender.close()]);
      store.close();
    },
  };
}

interface Context {
  readonly emulator: Emulator;
  readonly keys: Keys;
  readonly faults: FaultPlan;
}

const CROSS_ORIGIN = { 'Access-Control-Allow-Origin': '*' };
const PREFLIGHT: ApiAnswer = {
  status: 204,
  headers: {
    ...CROSS_ORIGIN,
    'Access-Control-Allow-Methods': 'GET, POST, DELETE',
    'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key, Stripe-Version',
    'Access-Control-Max-Age': '300',
  },
  body: '',
};
const OUTAGE: ApiAnswer = {
  status: 503,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ error: { type: 'api_error', message: 'Sorry, something went wrong on our side.' } }),
};
const RATE_LIMITED: ApiAnswer = {
  status: 429,
  headers: { 'Content-Type': 'application/json', 'Retry-After': '1', 'Stripe-Rate-Limited-Reason': 'global-rate' },
  body: JSON.stringify({
    error: { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests came too quickly.' },
  }),
};
const TOO_LARGE: ApiAnswer = { status: 413, headers: { Connection: 'close' }, body: '' };

async function answer(context: Context, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readBody(request);
  const result = body === null ? TOO_LARGE : await answerRequest(context, request, body);
  if (result === 'cut') response.destroy();
  else if (result !== null) response.writeHead(result.status, result.headers).end(result.body);
}

/** Null: the connection stays silent, because a fault asked for it. */
async function answerRequest(
  { emulator, keys, faults }: Context,
  request: IncomingMessage,
  body: string,
): Promise<ApiAnswer | 'cut' | null> {
  const url = new URL(request.url ?? '/', 'http://emulator');
  const call: ApiRequest = {
    method: request.method ?? '',
    path: url.pathname,
    query: url.search.slice(1),
    body,
    header: (name) => [request.headers[name]].flat()[0],
  };
  if (call.path.startsWith('/_emulator/')) return serveAdmin({ emulator, keys, faults }, call);
  if (call.method === 'OPTIONS') return PREFLIGHT;
  const fault = faults.next(call.method, call.path);
  if (fault === 'silence') return null;
  if (fault === 'unavailable') return OUTAGE;
  if (fault === 'rate-limit') return RATE_LIMITED;
  if (fault === 'hold') await faults.hold();
  const result = handleRequest(emulator, keys, call, fault);
  if (fault === 'cut') return 'cut';
  return fault === 'lose-answer' ? null : { ...result, headers: { ...CROSS_ORIGIN, ...result.headers } };
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > BODY_LIMIT_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The endpoint given at start stays the same after a restart, so that waiting events still arrive. */
function configureWebhook(emulator: Emulator, { url, secret }: { url: string; secret: string }): void {
  const metadata = { configured: 'at start' };
  const existing = emulator.store
    .all('webhook_endpoint')
    .find((each) => each.metadata.configured === metadata.configured);
  const { id } = existing ?? newWebhookEndpoint(emulator, { url, events: ['*'], secret });
  emulator.patch('webhook_endpoint', id, { url, secret, metadata });
}
