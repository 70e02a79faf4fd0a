import { type CallParts, pathOf } from '#shared/api/call-input.ts';
import type { Failure } from '#shared/api/envelope.ts';
import type { Address, Route, RouteResponse } from '#shared/api/route.ts';
import { SESSION_HEADER } from '#shared/api/wire.ts';
import { ApiError } from './api-error.ts';
import { dropEarlyAnswers, takeEarlyAnswer } from './early-answers.ts';
import { i18n, serverTextsReady } from './i18n.ts';
import { confirmPayment } from './payment-question.ts';
import { platform } from './platform/current-platform.ts';
import { serverText } from './server-text.ts';
import { sessionKey } from './session.ts';
import { shareInFlight } from './share-in-flight.ts';

const TIMEOUT_MS = 30_000;

/** What a call of a route takes. */
export type CallInput<R extends Route> = CallParts<R> & {
  signal?: AbortSignal | undefined;
  /** The bytes an upload route takes instead of JSON. */
  upload?: Blob;
};
export type CallArguments<R extends Route> =
  Record<never, never> extends CallInput<R> ? [input?: CallInput<R>] : [input: CallInput<R>];

interface Parts {
  params?: object;
  query?: object;
  body?: unknown;
  signal?: AbortSignal;
  upload?: Blob;
}

/**
 * Calls a route of the contract with the session key. If the payer's bank wants to be asked, it is, and the call is
 * repeated. A change requested twice at once is sent once.
 * @throws ApiError for every failed answer, and with status 0 if no answer arrived in 30 s
 */
export async function call<R extends Route>(
  route: R | Address<R>,
  ...[input]: CallArguments<R>
): Promise<RouteResponse<R>> {
  const parts = (input ?? {}) as Parts;
  const ask = () => sendPaid(route, parts) as Promise<RouteResponse<R>>;
  const changes = route.method !== 'get' || ('onBehalf' in route && route.onBehalf !== undefined);
  if (changes) dropEarlyAnswers();
  if (!changes || parts.upload || parts.signal) return ask();
  return shareInFlight(`${route.method} ${addressOf(route, parts)} ${JSON.stringify(parts.body)}`, ask);
}

async function sendPaid(route: Address<Route>, parts: Parts): Promise<unknown> {
  try {
    return await send(route, parts);
  } catch (error) {
    if (!(error instanceof ApiError) || !error.paymentAction) throw error;
    const outcome = await confirmPayment(error.paymentAction);
    if (!outcome.confirmed) throw new ApiError(error.status, outcome.message);
    // The same request: the charge exists now, and takes effect with it.
    return send(route, parts);
  }
}

async function send(route: Address<Route>, parts: Parts): Promise<unknown> {
  const key = sessionKey();
  const address = addressOf(route, parts);
  let response: Response;
  try {
    const early =
      route.method === 'get' ? takeEarlyAnswer(address, { sessionKey: key, language: i18n.language }) : null;
    const signal = AbortSignal.any([...(parts.signal ? [parts.signal] : []), AbortSignal.timeout(TIMEOUT_MS)]);
    const ask = () =>
      fetch(address, {
        method: route.method.toUpperCase(),
        headers: {
          'Accept-Language': i18n.language,
          ...(key && { [SESSION_HEADER]: key }),
          ...(parts.body !== undefined && { 'Content-Type': 'application/json' }),
          ...(parts.upload && { 'Content-Type': 'application/octet-stream' }),
        },
        credentials: 'include',
        body: parts.upload ?? (parts.body === undefined ? null : JSON.stringify(parts.body)),
        signal,
      });
    response = (await within(early, signal)) ?? (await ask());
  } catch (error) {
    if (parts.signal?.aborted) throw error;
    throw new ApiError(0, i18n.t('error.unreachable'));
  }
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok || isFailure(body)) {
    await serverTextsReady();
    throw errorOf(response.status, body);
  }
  return await inOurLanguage(body);
}

/** @throws the signal's reason as soon as it is aborted, as `fetch` does */
async function within<T>(promise: Promise<T> | null, signal: AbortSignal): Promise<T | null> {
  if (!promise) return null;
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', stop));
}

/** A successful answer's message is shown as it is. */
async function inOurLanguage(body: unknown): Promise<unknown> {
  if (typeof body !== 'object' || body === null || !('message' in body)) return body;
  if (typeof body.message !== 'string') return body;
  await serverTextsReady();
  return { ...body, message: serverText(body.message) };
}

function addressOf(route: Address<Route>, parts: Parts): string {
  return platform.apiBase + pathOf(route, parts);
}

function isFailure(body: unknown): body is { success: false } {
  return typeof body === 'object' && body !== null && 'success' in body && body.success === false;
}

/** Is it the envelope of a failure, rather than a proxy's answer? */
function isEnvelope(body: unknown): body is Failure {
  return isFailure(body) && 'message' in body && 'errors' in body && 'errorsObj' in body;
}

function isUnauthenticated(body: unknown): body is { message: string } {
  return typeof body === 'object' && body !== null && 'authenticated' in body && 'message' in body;
}

function errorOf(status: number, body: unknown): ApiError {
  if (status === 401 && isUnauthenticated(body)) return new ApiError(401, body.message);
  if (!isEnvelope(body)) return new ApiError(status, i18n.t('error.unexpected'));
  const { message, errors, errorsObj, errorId, payment_action: paymentAction, charge } = body;
  const fields = Object.fromEntries(Object.entries(errorsObj).map(([name, text]) => [name, serverText(text)]));
  return new ApiError(status, serverText(message), {
    errors: errors.map(serverText),
    fields,
    said: message,
    errorId,
    paymentAction,
    charge,
  });
}
