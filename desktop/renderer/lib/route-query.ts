import {
  keepPreviousData,
  type MutationMeta,
  mutationOptions,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query';
import type { Address, Route, RouteInput, RouteResponse } from '#shared/api/route.ts';
import { type CallArguments, call } from './call.ts';
import { POLL_MS } from './poll.ts';

/** Calls a route. For more options, spread it into `queryOptions`. */
export function routeQuery<R extends Route>(queryKey: QueryKey, route: R | Address<R>, ...[input]: CallArguments<R>) {
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => call(route, ...([{ ...input, signal }] as CallArguments<R>)),
  });
}

/** What doesn't change while the page is open. */
export function fixedQuery<R extends Route>(queryKey: QueryKey, route: R | Address<R>, ...input: CallArguments<R>) {
  return queryOptions({ ...routeQuery(queryKey, route, ...input), staleTime: Number.POSITIVE_INFINITY });
}

/** What a page can't be shown without. */
export function pageQuery<R extends Route>(queryKey: QueryKey, route: R | Address<R>, ...input: CallArguments<R>) {
  return queryOptions({ ...routeQuery(queryKey, route, ...input), meta: { page: true } });
}

type RowOf<R extends Route> = RouteResponse<R> extends { rows: (infer Row)[] } ? Row : never;

/**
 * The pages of a list, by its filters; the page before stays until the next is there. Polled while a row is `busy`, in
 * case the live room is unreachable.
 */
export function listQuery<R extends Route>(key: QueryKey, route: R, busy?: (row: RowOf<R>) => boolean) {
  return (query: RouteInput<R>['query']) =>
    queryOptions({
      ...pageQuery([...key, query], route, ...([{ query }] as unknown as CallArguments<R>)),
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => {
        const { rows = [] } = (state.data ?? {}) as { rows?: RowOf<R>[] };
        return busy && rows.some(busy) ? POLL_MS : false;
      },
    });
}

/** A mutation that sends its input as the route's body. */
export function sendsBody<R extends Route>(route: R, meta: MutationMeta, params?: RouteInput<R>['params']) {
  return mutationOptions({
    mutationFn: (body: RouteInput<R>['body']) => call(route, ...([{ params, body }] as unknown as CallArguments<R>)),
    meta,
  });
}
