import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Emulator } from './emulator.ts';
import type { Delivery, WebhookEndpoint } from './objects.ts';

const ATTEMPT_MS = 10_000;
const MAX_PAUSE_MS = 60_000;
/** About a quarter of an hour of retries with the usual first pause of one second. */
const MAX_ATTEMPTS = 20;

/** Sends events to their endpoints: signed, in order of creation, each until it is answered with 2xx or given up. */
export class WebhookSender {
  readonly #emulator: Emulator;
  readonly #firstPauseMs: number;
  readonly #busy = new Map<string, Promise<void>>();
  #disordered = false;
  readonly #stop = new AbortController();

  constructor(emulator: Emulator, firstPauseMs: number) {
    this.#emulator = emulator;
    this.#firstPauseMs = firstPauseMs;
  }

  /** From now on newest first, and each twice: Stripe promises neither order nor a single delivery. */
  disorder(): void {
    this.#disordered = true;
  }

  /** Starts on whatever waits; call it after every change. */
  kick(): void {
    for (const { id } of this.#emulator.store.all('webhook_endpoint')) {
      if (this.#busy.has(id) || this.#stop.signal.aborted || this.#next(id) === undefined) continue;
      const run = this.#drain(id).finally(() => this.#busy.delete(id));
      this.#busy.set(id, run);
    }
  }

  /** Resolves when nothing is waiting. */
  async idle(): Promise<void> {
    while (this.#busy.size > 0) await Promise.all(this.#busy.values());
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.idle();
  }

  async #drain(endpointId: string): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const delivery = this.#next(endpointId);
      const endpoint = this.#emulator.store.find('webhook_endpoint', endpointId);
      if (delivery === undefined || endpoint === undefined) return;
      if (this.#disordered) await this.#attempt(delivery, endpoint);
      const arrived = await this.#attempt(delivery, endpoint);
      if (this.#emulator.store.find('delivery', delivery.id) === undefined) continue;
      const attempts = delivery.attempts + 1;
      if (arrived || attempts >= MAX_ATTEMPTS) {
        this.#settle(delivery, arrived);
        continue;
      }
      this.#emulator.patch('delivery', delivery.id, { attempts });
      const pause = Math.min(this.#firstPauseMs * 2 ** delivery.attempts, MAX_PAUSE_MS);
      await wait(pause, undefined, { signal: this.#stop.signal, ref: false }).catch(() => undefined);
    }
  }

  async #attempt(delivery: Delivery, endpoint: WebhookEndpoint): Promise<boolean> {
    const event = this.#emulator.store.find('event', delivery.event);
    if (event === undefined) return true;
    const body = JSON.stringify(event, null, 2);
    try {
      const answer = await fetch(endpoint.url, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          'Stripe-Signature': sign(body, endpoint.secret, this.#emulator.realNow()),
          'User-Agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([this.#stop.signal, AbortSignal.timeout(ATTEMPT_MS)]),
      });
      await answer.body?.cancel();
      return answer.ok;
    } catch {
      return false;
    }
  }

  #settle(delivery: Delivery, arrived: boolean): void {
    const { store } = this.#emulator;
    const event = store.find('event', delivery.event);
    store.remove('delivery', delivery.id);
    if (event !== undefined && arrived) store.put('event', { ...event, pending_webhooks: event.pending_webhooks - 1 });
    store.save();
  }

  #next(endpointId: string): Delivery | undefined {
    const waiting = this.#emulator.store.all('delivery').filter((each) => each.endpoint === endpointId);
    return this.#disordered ? waiting.at(-1) : waiting[0];
  }
}

/** Stripe's signature header: HMAC-SHA256 over `<unix seconds>.<body>`. */
function sign(body: string, secret: string, unixSeconds: number): string {
  const digest = createHmac('sha256', secret).update(`${unixSeconds}.${body}`).digest('hex');
  return `t=${unixSeconds},v1=${digest}`;
}
