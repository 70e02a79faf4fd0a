import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import type { RouteInput } from '#shared/api/route.ts';
import {
  addHost,
  cancelDeleteHost,
  deleteHost,
  getHost,
  getHostSetup,
  listHostContainers,
  listHostOptions,
  listHosts,
  updateHost,
} from '#shared/features/hosts/contract.ts';
import { call } from '../../lib/call.ts';
import { initMessagesQuery } from '../../lib/init-messages.ts';
import { POLL_MS } from '../../lib/poll.ts';
import { billingQuery } from '../billing/index.ts';

/** Every query about hosts starts with this key. */
export const hostsKey = ['hosts'] as const;

export function hostListQuery(query: RouteInput<typeof listHosts>['query']) {
  return queryOptions({
    queryKey: [...hostsKey, 'list', query],
    queryFn: ({ signal }) => call(listHosts, { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.rows.some((row) => row.status === 'Pending') ? POLL_MS : false),
    meta: { page: true },
  });
}

export function hostQuery(id: string) {
  return queryOptions({
    queryKey: [...hostsKey, 'one', id],
    queryFn: ({ signal }) => call(getHost, { params: { serverID: id }, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'Pending' ? POLL_MS : false),
    meta: { page: true },
  });
}

export function hostContainersQuery(id: string) {
  return queryOptions({
    queryKey: [...hostsKey, 'containers', id],
    queryFn: ({ signal }) => call(listHostContainers, { params: { serverID: id }, signal }),
    refetchInterval: POLL_MS,
  });
}

export function hostMessagesQuery(id: string) {
  return initMessagesQuery([...hostsKey, 'setup', id], (signal) =>
    call(getHostSetup, { params: { serverID: id }, signal }),
  );
}

/** The price list changes only with a new version. */
export const hostOptionsQuery = queryOptions({
  queryKey: [...hostsKey, 'options'],
  queryFn: ({ signal }) => call(listHostOptions, { signal }),
  select: ({ options }) => options,
  staleTime: Number.POSITIVE_INFINITY,
  meta: { page: true },
});

export const addHostMutation = mutationOptions({
  mutationFn: (body: RouteInput<typeof addHost>['body']) => call(addHost, { body }),
  meta: { stale: [hostsKey, billingQuery.queryKey] },
});

export function updateHostMutation(id: string) {
  return mutationOptions({
    mutationFn: (body: RouteInput<typeof updateHost>['body']) => call(updateHost, { params: { serverID: id }, body }),
    meta: { stale: [hostsKey] },
  });
}

/** Schedules the deletion and resolves to its date, or cancels it and resolves to null. */
export function hostActionMutation(id: string) {
  const input = { params: { serverID: id } };
  return mutationOptions({
    mutationFn: async (action: 'delete' | 'cancel') => {
      if (action === 'delete') return (await call(deleteHost, input)).scheduled_delete_date;
      await call(cancelDeleteHost, input);
      return null;
    },
    meta: { stale: [hostsKey, billingQuery.queryKey], awaited: true },
  });
}
