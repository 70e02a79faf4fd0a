import type { Context as HonoContext } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { AUTHENTICATION_MESSAGE, type Failure, type PaymentAction } from '#shared/api/envelope.ts';
import { EngineError } from '../compute/engine-error.ts';
import type { Dependencies } from '../features/context.ts';
import { PaymentActionRequired, PaymentDeclined, PaymentUnavailable } from '../payments/errors.ts';
import { postgresErrorCode } from '../platform/database.ts';
import {
  Conflict,
  Forbidden,
  NotFound,
  PaymentRequired,
  PriceChanged,
  TooManyRequests,
  Unauthenticated,
  Unavailable,
  ValidationError,
} from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { saidBy, say } from '../platform/say.ts';
import { translateMessage } from './messages.ts';

/** The one place where errors become answers. */
export function respondToError(
  error: unknown,
  c: HonoContext,
  { config, log }: Pick<Dependencies, 'config' | 'log'>,
): Response {
  if (error instanceof Unauthenticated) {
    return c.json({ authenticated: false, message: AUTHENTICATION_MESSAGE }, 401);
  }
  if (error instanceof TooManyRequests) {
    c.header('Retry-After', String(error.retryAfterSeconds));
    // An attack shows here first (ASVS 16.3.3).
    log.warn({ method: c.req.method, path: c.req.path, from: c.get('origin')?.ipAddress }, 'too many attempts');
  }
  const known = statusOf(error);
  if (known && error instanceof Error) {
    const fields = error instanceof ValidationError ? translateFields(error.fields) : {};
    const errors = Object.values(fields);
    const body = failure(error.message, errors.length > 0 ? errors : [error.message], fields);
    const action = paymentAction(error, config.stripePublishableKey ?? null);
    const charge = error instanceof PriceChanged ? { charge: error.charge } : {};
    return c.json({ ...body, ...(action && { payment_action: action }), ...charge }, known);
  }
  if (databaseIsAway(error)) {
    log.error({ err: error }, 'database unreachable');
    return c.json(failure(c.req.method === 'GET' ? DATABASE_AWAY : DATABASE_LOST), 503);
  }
  if (UNTRANSLATABLE_CHARACTER.has(postgresErrorCode(error) ?? '')) {
    return c.json(failure(say('errors.badCharacter')), 422);
  }
  const errorId = newId();
  log.error({ err: error, errorId, method: c.req.method, path: c.req.path }, 'unexpected error');
  return c.json(
    {
      ...failure(say('errors.unexpected', { errorId })),
      errorId,
    },
    500,
  );
}

function paymentAction(error: Error, publishableKey: string | null): PaymentAction | null {
  if (!(error instanceof PaymentActionRequired) || error.clientSecret === null) return null;
  return { client_secret: error.clientSecret, publishable_key: publishableKey };
}

function translateFields(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, message]) => [name, translateMessage(message)]));
}

function statusOf(error: unknown): ContentfulStatusCode | undefined {
  if (error instanceof ValidationError) return 422;
  if (error instanceof NotFound) return 404;
  if (error instanceof Forbidden) return 403;
  if (error instanceof Conflict) return 409;
  if (error instanceof PaymentRequired || error instanceof PaymentDeclined || error instanceof PaymentActionRequired)
    return 402;
  if (error instanceof TooManyRequests) return 429;
  if (error instanceof Unavailable || error instanceof PaymentUnavailable) return 503;
  if (error instanceof EngineError && (error.kind === 'unreachable' || error.kind === 'timeout')) return 503;
  if (error instanceof HTTPException) return error.status as ContentfulStatusCode;
  return undefined;
}

const DATABASE_AWAY = say('errors.databaseUnreachable');
/** If the answer to a commit was lost, nobody knows whether it counts. */
const DATABASE_LOST = say('errors.databaseUnsure');

const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
  'CONNECTION_DESTROYED',
]);

/** A NUL, which Postgres can't store in text or JSON. */
const UNTRANSLATABLE_CHARACTER = new Set(['22021', '22P05']);

function databaseIsAway(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = (cause as { code?: unknown }).code;
    if (typeof code === 'string' && CONNECTION_CODES.has(code)) return true;
  }
  const code = postgresErrorCode(error);
  return code !== undefined && /^(08|57P)/.test(code);
}

export function failure(
  message: string,
  errors: string[] = [message],
  errorsObj: Record<string, string> = {},
): Failure {
  const said = saidBy(message);
  return { success: false, message, ...(said && { code: said.id, parameters: said.values }), errors, errorsObj };
}
