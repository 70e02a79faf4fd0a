import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import type { Context as HonoContext, MiddlewareHandler } from 'hono';
import type { z } from 'zod';
import { failureSchema, unauthenticatedSchema } from '#shared/api/envelope.ts';
import { hasOwnMessage, type Issue, isMissing, issueMessage } from '#shared/api/issue-message.ts';
import type { Route, RouteParsed } from '#shared/api/route.ts';
import type { Context, PublicContext } from '../features/context.ts';
import type { AppEnvironment, Mount } from '../features/routing.ts';
import { AppError, ValidationError } from '../platform/errors.ts';
import { say } from '../platform/say.ts';
import { translateMessage } from './messages.ts';
import { refuseBrokenText } from './refuse-broken-text.ts';
import { requireContext } from './session.ts';

/** Refuses a call by throwing, before its slice is asked. */
export type Guard = (
  context: Context | PublicContext,
  route: Route,
  /** Parameters of the path. */
  params: Record<string, unknown> | undefined,
) => Promise<void>;

/** Is told of a call that its guard, its schemas or its slice refused, before the answer. */
export type Refused = (context: Context | PublicContext, refusal: Refusal) => Promise<void>;
/** Is told of a call that was answered. */
export type Answered = (context: Context | PublicContext, route: Route) => void;
interface Refusal {
  route: Route;
  /** Parameters of the path. */
  params: Record<string, unknown> | undefined;
  error: AppError;
}

/**
 * Serves contract routes on `app`: checks who is calling and whether they may, then validates the input with the
 * route's schemas and, with `checkResponses` (development and tests), the output.
 */
export function createMount(
  app: OpenAPIHono<AppEnvironment>,
  options: { checkResponses: boolean; guard?: Guard; refused?: Refused; answered?: Answered },
): Mount {
  return (route, handler, resolve) => {
    const askWhoMay: MiddlewareHandler<AppEnvironment> = async (c, next) => {
      const context = await requireContext(c, route, resolve);
      c.set('context', context);
      const params = paramsOf(route, c);
      const report = async (error: unknown) => {
        if (error instanceof AppError) await options.refused?.(context, { route, params, error });
      };
      try {
        await options.guard?.(context, route, params);
      } catch (error) {
        await report(error);
        throw error;
      }
      await next();
      // Of the schemas, or of the slice; it is on its way as an answer already.
      await report(c.error);
    };
    app.openapi({ ...openapiRoute(route), middleware: askWhoMay }, async (c) => {
      const context = c.get('context');
      const input = {
        params: route.params ? c.req.valid('param' as never) : undefined,
        query: route.query ? c.req.valid('query' as never) : undefined,
        body: route.body ? c.req.valid('json' as never) : undefined,
      } as RouteParsed<typeof route>;
      refuseBrokenText(input);
      const answer = await handler(context as never, input, c as unknown as HonoContext<AppEnvironment>);
      options.answered?.(context, route);
      if (answer instanceof Response) return answer;
      if (options.checkResponses) route.response.parse(answer);
      return c.json(answer as object);
    });
  };
}

/** The path's parameters for the audit log; nothing if they don't fit their schema. */
function paramsOf(route: Route, c: HonoContext): Record<string, unknown> | undefined {
  return route.params?.safeParse(c.req.param()).data;
}

/** The contract's route in OpenAPI's terms. */
function openapiRoute(route: Route) {
  const json = (schema: z.ZodType, description: string) => ({
    description,
    content: { 'application/json': { schema } },
  });
  return createRoute({
    method: route.method,
    path: route.path,
    summary: route.summary,
    tags: [route.path.split('/')[1] ?? ''],
    security: route.access === 'session' ? [{ sessionKey: [] }] : [],
    request: {
      ...(route.params && { params: route.params }),
      ...(route.query && { query: route.query }),
      ...(route.body && {
        body: { required: true, content: { 'application/json': { schema: route.body as z.ZodObject } } },
      }),
      ...(route.upload && {
        body: {
          required: true,
          content: { 'application/octet-stream': { schema: { type: 'string' as const, format: 'binary' } } },
        },
      }),
    },
    responses: {
      200: route.media
        ? { description: 'Success', content: { [route.media]: { schema: { type: 'string', format: 'binary' } } } }
        : json(route.response, 'Success'),
      ...(route.access === 'session' && { 401: json(unauthenticatedSchema, 'Not signed in') }),
      '4XX': json(failureSchema, 'A rule was not met'),
      '5XX': json(failureSchema, 'Something failed on our side'),
    },
  });
}

interface SchemaIssue extends Issue {
  /** The unknown fields of `unrecognized_keys`. */
  keys?: readonly string[];
  /** The type that `invalid_type` expects. */
  expected?: string;
  /** The choices of `invalid_value`. */
  values?: readonly unknown[];
}

/** Refuses requests whose input doesn't fit the route's schemas. @throws ValidationError */
export function rejectInvalid(result: {
  success: boolean;
  data?: unknown;
  error?: { issues: readonly SchemaIssue[] };
}): void {
  if (result.success || !result.error) return;
  const fields: Record<string, string> = {};
  for (const issue of result.error.issues) {
    const names =
      issue.code === 'unrecognized_keys' && issue.keys ? issue.keys : [issue.path.map(String).join('.') || 'body'];
    for (const name of names) {
      fields[name] ??= textOf(issue, result.data);
    }
  }
  throw new ValidationError(fields);
}

/** Developers of clients get more detail than people who fill in a form need. */
function textOf(issue: SchemaIssue, input: unknown): string {
  if (issue.code === 'unrecognized_keys') return say('errors.unknownField');
  if (!hasOwnMessage(issue) && !isMissing(issue, input)) {
    if (issue.code === 'invalid_type' && issue.expected) return say('errors.wrongType', { type: issue.expected });
    if (issue.code === 'invalid_value' && issue.values)
      return say('errors.notOneOf', { values: issue.values.join(', ') });
  }
  return translateMessage(issueMessage(issue, input));
}
