import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../lib/api-error.ts';
import { ErrorState } from './ErrorState.tsx';
import { PageSkeleton } from './PageSkeleton.tsx';

export interface LoadedProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch' | 'isFetching'>;
  /** Placeholder while it loads. */
  skeleton?: ReactNode;
  /** Shown once the server says there is no such thing. */
  notFound?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** Part of a page in the states of its query: loading, failed, not found, there. */
export function Loaded<Data>({ query, skeleton = <PageSkeleton />, notFound, children }: LoadedProps<Data>) {
  const { data, error, refetch, isFetching } = query;
  if (notFound && error instanceof ApiError && error.notFound) return notFound;
  if (data !== undefined) return children(data);
  if (!error) return skeleton;
  return <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />;
}
