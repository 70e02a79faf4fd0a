import { failureSchema } from '#shared/api/envelope.ts';
import type { Route, RouteInput, RouteResponse } from '#shared/api/route.ts';
import { API_BASE, SESSION_HEADER } from '#shared/api/wire.ts';
import { DesktopError, Unreachable } from './errors.ts';
import { text } from './text.ts';

const TIMEOUT_MS = 15_000;

/** The active account's server, called by the main process itself. */
export interface Api {
  /**
   * @throws DesktopError `unavailable` with the server's words, or if it doesn't answer in 15 s or nobody is signed in.
   */
  call<R extends Route>(route: R, input?: Partial<RouteInput<R>>): Promise<RouteResponse<R>>;
  /** The same at any server, with the session of this key or none. */
  ask<R extends Route>(
    origin: string,
    route: R,
    input?: Partial<RouteInput<R>>,
    key?: string,
  ): Promise<RouteResponse<R>>;
}

interface ApiOptions {
  fetch: typeof fetch;
  /** Origin and session key of the active account; null if nobody is signed in. */
  credentials: () => Promise<{ origin: string; key: string } | null>;
}

export function createApi({ fetch: send, credentials }: ApiOptions): Api {
  return {
    async call(route, input) {
      const account = await credentials();
      if (!account) throw new DesktopError('unavailable', text('failure.signedOut'));
      return ask(send, account, route, input);
    },
    ask: (origin, route, input, key) => ask(send, { origin, key: key ?? null }, route, input),
  };
}

async function ask<R extends Route>(
  send: typeof fetch,
  { origin, key }: { origin: string; key: string | null },
  route: R,
  input: Partial<RouteInput<R>> = {},
): Promise<RouteResponse<R>> {
  const response = await send(addressOf(origin, route, input), {
    method: route.method.toUpperCase(),
    headers: {
      ...(key !== null && { [SESSION_HEADER]: key }),
      ...(input.body !== undefined && { 'Content-Type': 'application/json' }),
    },
    body: input.body === undefined ? null : JSON.stringify(input.body),
    // The key would go where the redirect leads.
    redirect: 'error',
    credentials: 'omit',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => {
    throw new Unreachable(text('failure.unreachable'));
  });
  const body: unknown = await response.json().catch(() => null);
  const failure = failureSchema.safeParse(body);
  if (failure.success) throw new DesktopError('unavailable', failure.data.errors[0] ?? failure.data.message);
  const parsed = response.ok ? route.response.safeParse(body) : null;
  if (!parsed?.success) throw new DesktopError('unavailable', text('failure.badAnswer'));
  return parsed.data as RouteResponse<R>;
}

function addressOf<R extends Route>(origin: string, route: R, { params, query }: Partial<RouteInput<R>>): string {
  const values: Record<string, unknown> = { ...(params as object | undefined) };
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
  const url = new URL(`${API_BASE}${path}`, origin);
  for (const [name, value] of Object.entries((query as object | undefined) ?? {})) {
    if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
  }
  return url.href;
}
