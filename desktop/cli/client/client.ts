import { type CallParts, pathOf } from '#shared/api/call-input.ts';
import type { Failure } from '#shared/api/envelope.ts';
import type { Route, RouteResponse } from '#shared/api/route.ts';
import { API_BASE, SESSION_HEADER } from '#shared/api/wire.ts';
import { ApiError } from './api-error.ts';
import { contract } from './routes.ts';

export { ApiError } from './api-error.ts';

export interface ClientOptions {
  /** Where Slipway is, such as `https://slipway.example.com`. */
  url: string;
  /** An API token or a session key; without it, only what is open to anyone answers. */
  token?: string | undefined;
  /** Milliseconds until a call without an answer fails; 30,000 if left out. */
  timeout?: number;
  /** How the program names itself, for the list of sessions. */
  userAgent?: string;
  fetch?: typeof fetch;
}

/** What every call takes besides the route's own input. */
export interface CallExtras {
  signal?: AbortSignal;
  /** The bytes an upload route takes instead of JSON. */
  upload?: Blob;
}

type Input<R extends Route> = CallParts<R> & CallExtras;
type Call<R extends Route> =
  Record<never, never> extends Input<R>
    ? (input?: Input<R>) => Promise<RouteResponse<R>>
    : (input: Input<R>) => Promise<RouteResponse<R>>;
type Contract = typeof contract;

/** Every route of the contract as a call, by its name. @throws ApiError */
export type Client = {
  readonly [Name in keyof Contract as Contract[Name] extends Route ? Name : never]: Contract[Name] extends Route
    ? Call<Contract[Name]>
    : never;
};

interface Parts extends CallExtras {
  params?: object;
  query?: object;
  body?: unknown;
}

const TIMEOUT_MS = 30_000;

/** A client for one server and person. */
export function createClient(options: ClientOptions): Client {
  const calls = Object.entries(contract)
    .filter(([, value]) => isRoute(value))
    .map(([name, route]) => [name, (parts: Parts = {}) => send(options, route as Route, parts)]);
  return Object.freeze(Object.fromEntries(calls)) as Client;
}

/** The contract's files export more than routes. */
export function isRoute(value: unknown): value is Pick<Route, 'method' | 'path'> {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
}

async function send(options: ClientOptions, route: Route, parts: Parts): Promise<unknown> {
  const { url, token, userAgent, timeout = TIMEOUT_MS } = options;
  const limit = AbortSignal.timeout(timeout);
  const base = `${url.replace(/\/+$/, '')}${API_BASE}`;
  let response: Response;
  try {
    response = await (options.fetch ?? fetch)(base + pathOf(route, parts), {
      method: route.method.toUpperCase(),
      headers: {
        ...(token && { [SESSION_HEADER]: token }),
        ...(userAgent && { 'User-Agent': userAgent }),
        ...(parts.body !== undefined && { 'Content-Type': 'application/json' }),
        ...(parts.upload && { 'Content-Type': 'application/octet-stream' }),
      },
      body: parts.upload ?? (parts.body === undefined ? null : JSON.stringify(parts.body)),
      // The token would go where the redirect leads.
      redirect: 'error',
      signal: parts.signal ? AbortSignal.any([parts.signal, limit]) : limit,
    });
  } catch (error) {
    if (parts.signal?.aborted) throw error;
    throw new ApiError(0, `No answer from ${url}.`);
  }
  return answerOf(response, url);
}

async function answerOf(response: Response, url: string): Promise<unknown> {
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  if (!isJson && response.ok) return new Uint8Array(await response.arrayBuffer());
  const body = (await response.json().catch(() => null)) as Partial<Failure> | null;
  if (response.ok && body?.success !== false) return body;
  const message = body?.message ?? `The answer of ${url} isn’t Slipway’s (status ${response.status}).`;
  throw new ApiError(response.status, message, body ?? {});
}
