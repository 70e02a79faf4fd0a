import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, isTransient } from './api-error.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /**
       * A page can't be shown without this. When its first load fails, the person is sent to
       * `/login?redirect=…`, which says what failed (spec/1 §2, decisions §2.2). "Not found" stays on the page.
       */
      page?: boolean;
    };
  }
}

export interface QueryEvents {
  onUnauthenticated: () => void;
  onPageFailure: (error: Error) => void;
}

export function createQueryClient(events: QueryEvents): QueryClient {
  const isSignedOut = (error: Error) => error instanceof ApiError && error.unauthenticated;
  return new QueryClient({
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
    }),
    defaultOptions: {
      queries: { retry: (count, error) => count < 2 && isTransient(error), retryDelay: retryDelayMs, staleTime: 5_000 },
      mutations: { retry: false },
    },
  });
}

/** 0.3 s, then 0.6 s, each up to half longer so that many tabs don't come back at once. */
function retryDelayMs(attempt: number): number {
  return 300 * 2 ** attempt * (1 + Math.random() / 2);
}
