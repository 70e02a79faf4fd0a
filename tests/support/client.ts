import type { createApp } from '#server/app.ts';
import type { Route, RouteInput, RouteResponse } from '#shared/api/route.ts';
import { API_BASE, SESSION_HEADER } from '#shared/api/wire.ts';

/** A call's answer, whatever its status. */
export interface Answer<T> {
  status: number;
  headers: Headers;
  /** The body as the contract types it; look at `status` first. */
  body: T & { message?: string; errors?: string[]; errorsObj?: Record<string, string>; success?: boolean };
}

type Input<R extends Route> = {
  [K in keyof RouteInput<R> as undefined extends RouteInput<R>[K] ? never : K]: RouteInput<R>[K];
};

export interface CallOptions {
  key?: string;
  headers?: Record<string, string>;
  /** Sent as it is, instead of JSON. */
  raw?: BodyInit;
}

export interface TestClient {
  call<R extends Route>(
    route: R,
    input?: Partial<Input<R>> | Record<string, unknown>,
    options?: CallOptions,
  ): Promise<Answer<RouteResponse<R>>>;
}

/** Calls routes of the contract on an app in this process, with any input, good or bad. */
export function createTestClient(app: ReturnType<typeof createApp>): TestClient {
  return {
    async call(route, input = {}, options = {}) {
      const { params, query, body } = input as { params?: object; query?: object; body?: unknown };
      let path = route.path;
      for (const [name, value] of Object.entries(params ?? {}))
        path = path.replace(`{${name}}`, encodeURIComponent(value));
      const search = new URLSearchParams(Object.entries(query ?? {}).map(([key, value]) => [key, String(value)]));
      const response = await app.request(`${API_BASE}${path}${search.size > 0 ? `?${search}` : ''}`, {
        method: route.method.toUpperCase(),
        headers: {
          ...(options.key && { [SESSION_HEADER]: options.key }),
          ...(route.method === 'post' && !options.raw && { 'content-type': 'application/json' }),
          ...options.headers,
        },
        body: options.raw ?? (route.method === 'post' && (body !== undefined || route.body) ? json(body) : undefined),
      });
      const text = await response.text();
      const parsed = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
      return { status: response.status, headers: response.headers, body: parsed };
    },
  };
}

const json = (body: unknown = {}) => JSON.stringify(body ?? {});
