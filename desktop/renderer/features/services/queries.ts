import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import type { RouteInput } from '#shared/api/route.ts';
import {
  type AddServiceBody,
  addService,
  browseServices,
  listServices,
  serviceServerOptions,
  serviceUserOptions,
  updateService,
} from '#shared/features/services/contract.ts';
import { call } from '../../lib/call.ts';
import { POLL_MS } from '../../lib/poll.ts';
import { listKey } from '../instances/index.ts';

/** Every query about services starts with this key. */
const servicesKey = ['services'] as const;

/**
 * One page of the list; polled every 10 s while something on it is in progress, in case the live room is unreachable.
 */
export function serviceListQuery(query: RouteInput<typeof listServices>['query']) {
  return queryOptions({
    queryKey: [...listKey('services'), query],
    queryFn: ({ signal }) => call(listServices, { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.rows.some((row) => row.service_status === 'Pending') ? POLL_MS : false,
    meta: { page: true },
  });
}

/** The catalogue changes only with a new version. */
export const catalogueQuery = queryOptions({
  queryKey: [...servicesKey, 'catalogue'],
  queryFn: ({ signal }) => call(browseServices, { query: {}, signal }),
  select: ({ items }) => items,
  staleTime: Number.POSITIVE_INFINITY,
  meta: { page: true },
});

export const serviceServersQuery = queryOptions({
  queryKey: [...servicesKey, 'server-options'],
  queryFn: ({ signal }) => call(serviceServerOptions, { signal }),
  select: ({ items }) => items,
  meta: { page: true },
});

/** People to filter services by; with a catalogue item, people it can be added for. */
export function serviceUsersQuery(serviceId?: string) {
  return queryOptions({
    queryKey: [...servicesKey, 'user-options', serviceId ?? null],
    queryFn: ({ signal }) => call(serviceUserOptions, { query: serviceId ? { service_id: serviceId } : {}, signal }),
    staleTime: 60_000,
  });
}

export const addServiceMutation = mutationOptions({
  mutationFn: (body: AddServiceBody) => call(addService, { body }),
  meta: { stale: [listKey('services')] },
});

export function updateServiceMutation(id: string) {
  return mutationOptions({
    mutationFn: (body: RouteInput<typeof updateService>['body']) =>
      call(updateService, { params: { organizationServiceID: id }, body }),
    meta: { stale: [servicesKey] },
  });
}
