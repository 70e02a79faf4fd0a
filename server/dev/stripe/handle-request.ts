import { timingSafeEqual } from 'node:crypto';
import { settle } from './billing/settle.ts';
import { API_VERSION, type Emulator } from './emulator.ts';
import type { Call } from './endpoint.ts';
import { findRoute } from './endpoints.ts';
import { invalidRequest, StripeRefusal } from './errors.ts';
import { expandAnswer } from './expand.ts';
import type { Fault } from './faults.ts';
import { type Form, parseForm } from './form.ts';
import { parseParameters } from './parameters.ts';

export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body: string;
  header(name: string): string | undefined;
}

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

export interface Keys {
  readonly secret: string;
  readonly publishable: string;
}

const DAY = 86_400;

/** One API call, from authentication to the answer; changes are on disk before it returns. */
export function handleRequest(
  emulator: Emulator,
  keys: Keys,
  request: ApiRequest,
  fault: Fault | null = null,
): ApiAnswer {
  const requestId = emulator.id('req', 14);
  const headers = { 'Content-Type': 'application/json', 'Request-Id': requestId, 'Stripe-Version': API_VERSION };
  try {
    const keyKind = authenticate(keys, request.header('authorization'));
    refuseOtherVersion(request.header('stripe-version'));
    settle(emulator);
    const key = request.method === 'POST' ? request.header('idempotency-key') : undefined;
    const kept = key === undefined ? null : keptAnswer(emulator, key, request);
    if (kept !== null) {
      const replayed = { 'Idempotent-Replayed': 'true', 'Original-Request': kept.requestId };
      return { status: kept.status, headers: { ...headers, ...replayed }, body: kept.body };
    }
    emulator.request = { id: requestId, idempotency_key: key ?? null };
    const keep = (answer: { status: number; body: string }) => {
      if (key === undefined) return;
      const kept = { ...answer, fingerprint: fingerprint(request), requestId, at: emulator.realNow() };
      emulator.store.keepAnswer(key, kept);
    };
    if (fault === 'error') return ownError(headers, keep);
    const { status, body } = execute(emulator, request, keyKind, keep);
    if (fault === 'error-after') return ownError(headers, keep);
    return { status, headers: key === undefined ? headers : { ...headers, 'Idempotency-Key': key }, body };
  } catch (error) {
    return { ...refusalAnswer(error), headers };
  } finally {
    emulator.request = { id: null, idempotency_key: null };
    emulator.store.save();
  }
}

/** A provider error, kept for the idempotency key, so that a repeat doesn't help. */
function ownError(
  headers: Record<string, string>,
  keep: (answer: { status: number; body: string }) => void,
): ApiAnswer {
  const answer = refusalAnswer(new StripeRefusal(500, { type: 'api_error', message: 'An unknown error occurred' }));
  keep(answer);
  return { ...answer, headers: { ...headers, 'Stripe-Should-Retry': 'false' } };
}

/** Runs the endpoint. Errors about parameters aren't kept for the idempotency key; everything later is. */
function execute(
  emulator: Emulator,
  request: ApiRequest,
  keyKind: Call<unknown>['keyKind'],
  keep: (answer: { status: number; body: string }) => void,
): { status: number; body: string } {
  const route = findRoute(request.method, request.path);
  if (route === null) {
    const why = `Unrecognized request URL (${request.method}: ${request.path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`;
    throw invalidRequest(why, undefined, undefined, 404);
  }
  if (keyKind === 'publishable' && !route.endpoint.publishable) {
    const why =
      'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.';
    throw invalidRequest(why, 'secret_key_required', undefined, 403);
  }
  const params = parseParameters(route.endpoint.params, formOf(request));
  const answer = runHandler(() =>
    emulator.transaction(() => {
      const result = route.endpoint.handle({ emulator, ids: route.ids, params, keyKind });
      return expandAnswer(emulator, result, expandPaths(params));
    }),
  );
  keep(answer);
  return answer;
}

function runHandler(work: () => object): { status: number; body: string } {
  try {
    return { status: 200, body: JSON.stringify(work()) };
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error;
    return refusalAnswer(error);
  }
}

function refusalAnswer(error: unknown): { status: number; body: string } {
  if (error instanceof StripeRefusal) return { status: error.status, body: JSON.stringify({ error: error.body }) };
  console.error('The Stripe emulator failed:', error);
  const message = 'An unknown error occurred';
  return { status: 500, body: JSON.stringify({ error: { type: 'api_error', message } }) };
}

function authenticate(keys: Keys, authorization: string | undefined): 'secret' | 'publishable' {
  const [scheme = '', value = ''] = (authorization ?? '').split(' ');
  const isBasic = scheme.toLowerCase() === 'basic';
  const given = isBasic ? (Buffer.from(value, 'base64').toString().split(':')[0] ?? '') : value;
  if (given === '' || !(isBasic || scheme.toLowerCase() === 'bearer')) {
    const why =
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.";
    throw invalidRequest(why, undefined, undefined, 401);
  }
  if (sameText(given, keys.secret)) return 'secret';
  if (sameText(given, keys.publishable)) return 'publishable';
  throw invalidRequest(`Invalid API Key provided: ${given.slice(0, 8)}${'*'.repeat(12)}`, undefined, undefined, 401);
}

function refuseOtherVersion(version: string | undefined): void {
  if (version === undefined || version === API_VERSION) return;
  throw invalidRequest(`Invalid Stripe API version: ${version}. The emulator speaks ${API_VERSION}.`);
}

/** @throws StripeRefusal for a key first used with other parameters. Keys are forgotten after a day. */
function keptAnswer(emulator: Emulator, key: string, request: ApiRequest) {
  if (key.length > 255)
    throw invalidRequest('Idempotency keys can be up to 255 characters long.', 'idempotency_key_too_long');
  emulator.store.forgetAnswers(emulator.realNow() - DAY);
  const kept = emulator.store.answer(key);
  if (kept === undefined || kept.fingerprint === fingerprint(request)) return kept ?? null;
  const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`;
  throw new StripeRefusal(400, { type: 'idempotency_error', message });
}

function fingerprint({ method, path, query, body }: ApiRequest): string {
  return JSON.stringify([method, path, [...new URLSearchParams(query)].sort(), [...new URLSearchParams(body)].sort()]);
}

function formOf({ method, query, body, header }: ApiRequest): Form {
  if (body !== '' && !(header('content-type') ?? '').startsWith('application/x-www-form-urlencoded')) {
    throw invalidRequest('Invalid content type: this API takes application/x-www-form-urlencoded.');
  }
  if (method === 'POST' && query !== '') throw invalidRequest('POST requests take their parameters in the body.');
  return parseForm(method === 'POST' ? body : [query, body].filter((part) => part !== '').join('&'));
}

function expandPaths(params: unknown): string[] {
  const paths: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, 'expand') : undefined;
  return Array.isArray(paths) ? paths.map(String) : [];
}

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
