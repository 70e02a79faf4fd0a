import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { listSessions } from '#shared/features/profile/contract.ts';
import { call } from '../../lib/call.ts';

export const sessionsQuery = queryOptions({
  queryKey: ['profile', 'sessions'],
  queryFn: ({ signal }) => call(listSessions, { signal }),
  select: ({ sessions }) => sessions,
});

export function useReloadSessions(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
}
