import { MutationCache, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError, isTransient } from './api-error.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /**
       * A page can't be shown without this. If its first load fails, the person is sent to `/login?redirect=…`, which
       * says what failed. "Not found" stays on the page.
       */
      page?: boolean;
    };
    mutationMeta: {
      /** Queries below these keys reload after the mutation, even a failed one: something may have changed elsewhere. */
      stale?: readonly QueryKey[];
      /** Delays the reload. */
      staleAfterMs?: number;
      /** Keeps the mutation pending until the queries on the page have reloaded. */
      awaited?: boolean;
    };
  }
}

export interface QueryEvents {
  onUnauthenticated: () => void;
  onPageFailure: (error: Error) => void;
}

/** For what may be sent twice. A change of network ends every request under way. */
export const repeatable = {
  retry: (count: number, error: Error) => count < 2 && isTransient(error),
  retryDelay: retryDelayMs,
};

export function createQueryClient(events: QueryEvents): QueryClient {
  const isSignedOut = (error: Error) => error instanceof ApiError && error.unauthenticated;
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError(error, query) {
        if (isSignedOut(error)) return events.onUnauthenticated();
        const stays = error instanceof ApiError && error.notFound;
        if (query.meta?.page && query.state.data === undefined && !stays) events.onPageFailure(error);
      },
    }),
    mutationCache: new MutationCache({
      onError(error) {
        if (isSignedOut(error)) events.onUnauthenticated();
      },
      onSettled(_data, _error, _variables, _result, { meta = {} }) {
        const { stale = [], staleAfterMs, awaited } = meta;
        const reload = () => Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })));
        if (staleAfterMs) setTimeout(reload, staleAfterMs);
        else return awaited ? reload() : void reload();
      },
    }),
    defaultOptions: {
      queries: { ...repeatable, staleTime: 5_000 },
      mutations: { retry: false },
    },
  });
  return client;
}

/** 0.3 s, then 0.6 s, each up to half longer so that many tabs don't return at once. */
function retryDelayMs(attempt: number): number {
  return 300 * 2 ** attempt * (1 + Math.random() / 2);
}
