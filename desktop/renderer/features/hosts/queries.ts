import { mutationOptions, queryOptions } from '@tanstack/react-query';
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
import { listQuery, pageQuery, routeQuery, sendsBody } from '../../lib/route-query.ts';
import { billingQuery } from '../billing/index.ts';

/** Every query about hosts starts with this key. */
export const hostsKey = ['hosts'] as const;

export const hostListQuery = listQuery([...hostsKey, 'list'], listHosts, (row) => row.status === 'Pending');

export function hostQuery(id: string) {
  return queryOptions({
    ...pageQuery([...hostsKey, 'one', id], getHost, { params: { serverID: id } }),
    refetchInterval: ({ state }) => (state.data?.status === 'Pending' ? POLL_MS : false),
  });
}

export function hostContainersQuery(id: string) {
  return queryOptions({
    ...routeQuery([...hostsKey, 'containers', id], listHostContainers, { params: { serverID: id } }),
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
  ...pageQuery([...hostsKey, 'options'], listHostOptions),
  select: ({ options }) => options,
  staleTime: Number.POSITIVE_INFINITY,
});

export const addHostMutation = sendsBody(addHost, { stale: [hostsKey, billingQuery.queryKey] });

export const updateHostMutation = (id: string) => sendsBody(updateHost, { stale: [hostsKey] }, { serverID: id });

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
