import { queryOptions, useQueryClient } from '@tanstack/react-query';
import {
  getTwoFactor,
  listApiTokens,
  listImpersonations,
  listLinkedAccounts,
  listSessions,
} from '#shared/features/profile/contract.ts';
import { call } from '../../lib/call.ts';

export const sessionsQuery = queryOptions({
  queryKey: ['profile', 'sessions'],
  queryFn: ({ signal }) => call(listSessions, { signal }),
  select: ({ sessions }) => sessions,
});

export const twoFactorQuery = queryOptions({
  queryKey: ['profile', 'two-factor'],
  queryFn: ({ signal }) => call(getTwoFactor, { signal }),
});

export const apiTokensQuery = queryOptions({
  queryKey: ['profile', 'api-tokens'],
  queryFn: ({ signal }) => call(listApiTokens, { signal }),
  select: ({ tokens }) => tokens,
});

export const linkedAccountsQuery = queryOptions({
  queryKey: ['profile', 'linked-accounts'],
  queryFn: ({ signal }) => call(listLinkedAccounts, { signal }),
  select: ({ accounts }) => accounts,
});

export const impersonationsQuery = queryOptions({
  queryKey: ['profile', 'impersonations'],
  queryFn: ({ signal }) => call(listImpersonations, { signal }),
  select: ({ impersonations }) => impersonations,
});

export function useReloadSessions(): () => void {
  const reload = useReload();
  return () => reload(sessionsQuery.queryKey);
}

/** Fetches again what changed. */
export function useReload(): (queryKey: readonly unknown[]) => void {
  const client = useQueryClient();
  return (queryKey) => void client.invalidateQueries({ queryKey });
}
