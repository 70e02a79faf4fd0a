import type { Route, RouteInput } from './route.ts';

type RequiredKeys<T> = {
  [K in keyof T]-?: undefined extends T[K] ? never : Record<never, never> extends T[K] ? never : K;
}[keyof T];
type UsedKeys<T> = { [K in keyof T]-?: undefined extends T[K] ? never : K }[keyof T];

/** `{params, query, body}` of a route: only those it has, and optional if nothing in them is required. */
export type CallParts<R extends Route> = Pick<RouteInput<R>, RequiredKeys<RouteInput<R>>> &
  Partial<Pick<RouteInput<R>, UsedKeys<RouteInput<R>>>>;

/** The path and query of a call, below the API base. Empty values of a query are left out. */
export function pathOf(
  route: Pick<Route, 'path'>,
  { params, query }: { params?: object; query?: object | undefined },
): string {
  const values: Record<string, unknown> = { ...params };
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}
