import { type CallParts, pathOf } from '#shared/api/call-input.ts';
import type { Failure } from '#shared/api/envelope.ts';
import type { Route, RouteResponse } from '#shared/api/route.ts';
import { API_BASE, SESSION_HEADER } from '#shared/api/wire.ts';
import { ToolError } from './tool-error.ts';

/** The API in this process. */
export type Api = (request: Request, environment: object) => Response | Promise<Response>;

/** Makes a call of the contract. @throws ToolError with what the API says */
export type CallRoute = <R extends Route>(route: R, parts: CallParts<R>) => Promise<RouteResponse<R>>;

/** From the request it comes with, so that the API sees the same address and program. */
const PASSED_ON = ['user-agent', 'accept-language', 'x-forwarded-for'];

interface From {
  key: string;
  request: Request;
  /** The socket of the request. */
  incoming: unknown;
}

/**
 * Tools change things through the API's own routes: whatever guards, validates, refuses and records there does so here.
 */
export function createCallRoute(api: Api, { key, request, incoming }: From): CallRoute {
  const passedOn = PASSED_ON.flatMap((name): [string, string][] => {
    const value = request.headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  return async (route, parts) => {
    const { params, query, body } = parts as { params?: object; query?: object; body?: unknown };
    const path = pathOf(route, { params: params ?? {}, query });
    const response = await api(
      new Request(new URL(`${API_BASE}${path}`, request.url), {
        method: route.method.toUpperCase(),
        headers: { ...Object.fromEntries(passedOn), [SESSION_HEADER]: key, 'content-type': 'application/json' },
        body: route.method === 'post' ? JSON.stringify(body ?? {}) : null,
      }),
      { incoming },
    );
    const answer: unknown = await response.json().catch(() => null);
    if (!response.ok) throw new ToolError(sentenceOf(answer as Partial<Failure> | null, response.status));
    return answer as RouteResponse<typeof route>;
  };
}

function sentenceOf(failure: Partial<Failure> | null, status: number): string {
  const fields = Object.entries(failure?.errorsObj ?? {}).map(([name, text]) => `${name}: ${text}`);
  return [failure?.message ?? `The API answered with status ${status}.`, ...fields].join('\n');
}
