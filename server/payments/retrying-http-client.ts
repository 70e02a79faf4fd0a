import { setTimeout as wait } from 'node:timers/promises';
import Stripe from 'stripe';

const TOO_MANY = 429;
/** The longest total wait in seconds when the provider asks us to slow down: a page is waiting. */
const LONGEST_WAIT_S = 10;

/** The SDK's client, plus: repeats a rate-limited call as soon as the provider allows. Such a call did nothing. */
export function createRetryingHttpClient(): ReturnType<typeof Stripe.createNodeHttpClient> {
  const inner = Stripe.createNodeHttpClient();
  return {
    getClientName: () => inner.getClientName(),
    async makeRequest(...request) {
      for (let waited = 0; ; ) {
        const response = await inner.makeRequest(...request);
        const pause = response.getStatusCode() === TOO_MANY ? waitOf(response.getHeaders()['retry-after']) : null;
        if (pause === null || waited + pause > LONGEST_WAIT_S) return response;
        response.dispose?.();
        waited += pause;
        await wait(pause * 1000);
      }
    },
  };
}

/** Seconds; one if the provider names none, or a date. Never zero, or we'd ask without pause. */
function waitOf(header: string | string[] | undefined): number {
  const seconds = Number(header);
  return Number.isFinite(seconds) ? Math.max(seconds, 1) : 1;
}
