import { setTimeout as wait } from 'node:timers/promises';
import Stripe from 'stripe';

type HttpClient = ReturnType<typeof Stripe.createNodeHttpClient>;

const TOO_MANY = 429;
/** A call is told so at once when the provider asks for more than this in all, in seconds: a page waits for it. */
const LONGEST_WAIT_S = 10;

/** The SDK's client, which repeats a call that came too early as soon as the provider lets it: nothing was done by it. */
export function createPatientHttpClient(inner: HttpClient = Stripe.createNodeHttpClient()): HttpClient {
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

/** Seconds; one where the provider names none or a date. Never nothing, or it would be asked for ever. */
function waitOf(header: string | string[] | undefined): number {
  const seconds = Number(header);
  return Number.isFinite(seconds) ? Math.max(seconds, 1) : 1;
}
