import { z } from 'zod';
import { advanceClock } from './advance-clock.ts';
import type { Emulator } from './emulator.ts';
import { StripeRefusal } from './errors.ts';
import { FAULTS, type FaultPlan } from './faults.ts';
import type { ApiAnswer, ApiRequest, Keys } from './handle-request.ts';
import { answerAuthentication, authenticationPage, messagePage, waitingIntent } from './three-d-secure.ts';

interface Context {
  readonly emulator: Emulator;
  readonly keys: Keys;
  readonly faults: FaultPlan;
}

const advanceInput = z.strictObject({ to: z.iso.datetime() });
const faultInput = z.strictObject({
  fault: z.enum(FAULTS),
  method: z.enum(['GET', 'POST', 'DELETE']),
  path: z.string().startsWith('/v1/'),
  times: z.int().min(1).max(100),
});

/** What Stripe has no API for: the card holder's page, time, and faults. The last two need the secret key and JSON. */
export function serveAdmin(context: Context, request: ApiRequest): ApiAnswer {
  const { path } = request;
  const [, id] = /^\/_emulator\/3d-secure\/(\w+)$/.exec(path) ?? [];
  if (id !== undefined) return serveAuthentication(context.emulator, id, request);
  const isKnown = path === '/_emulator/advance' || path === '/_emulator/faults';
  if (!isKnown || request.method !== 'POST') return json(404, { message: 'No such page.' });
  if (request.header('authorization') !== `Bearer ${context.keys.secret}`) {
    return json(401, { message: 'Send the secret key as a bearer token.' });
  }
  try {
    if (path === '/_emulator/advance') {
      const { to } = advanceInput.parse(JSON.parse(request.body));
      advanceClock(context.emulator, Math.floor(Date.parse(to) / 1000));
    } else {
      const { fault, ...where } = faultInput.parse(JSON.parse(request.body));
      context.faults.add(fault, where);
    }
    return json(200, { now: new Date(context.emulator.realNow() * 1000).toISOString() });
  } catch (error) {
    if (!(error instanceof z.ZodError || error instanceof SyntaxError || error instanceof StripeRefusal)) throw error;
    return json(400, { message: error.message });
  }
}

function serveAuthentication(emulator: Emulator, id: string, { method, query, body }: ApiRequest): ApiAnswer {
  const intent = waitingIntent(emulator, id, new URLSearchParams(query).get('client_secret') ?? '');
  if (intent === null) return page(404, messagePage('There is nothing to confirm here any more.'));
  if (method !== 'POST') return page(200, authenticationPage());
  const outcome = new URLSearchParams(body).get('outcome');
  const back = emulator.transaction(() => answerAuthentication(emulator, intent, outcome === 'complete'));
  emulator.store.save();
  if (back === null) return page(200, messagePage('Done. You can close this page.'));
  return { status: 303, headers: { Location: back }, body: '' };
}

function page(status: number, body: string): ApiAnswer {
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
    'Referrer-Policy': 'no-referrer',
  };
  return { status, headers, body };
}

function json(status: number, body: object): ApiAnswer {
  return { status, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}
