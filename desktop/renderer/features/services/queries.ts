import { mutationOptions, queryOptions } from '@tanstack/react-query';
import {
  addService,
  browseServices,
  listServices,
  restoreService,
  serviceServerOptions,
  serviceUserOptions,
  updateService,
} from '#shared/features/services/contract.ts';
import { call } from '../../lib/call.ts';
import { listQuery, pageQuery, routeQuery, sendsBody } from '../../lib/route-query.ts';
import { listKey, staleInstance } from '../instances/index.ts';

/** Every query about services starts with this key. */
const servicesKey = ['services'] as const;

export const serviceListQuery = listQuery(listKey('services'), listServices, (row) => row.service_status === 'Pending');

/** The catalogue changes only with a new version. */
export const catalogueQuery = queryOptions({
  ...pageQuery([...servicesKey, 'catalogue'], browseServices, { query: {} }),
  select: ({ items }) => items,
  staleTime: Number.POSITIVE_INFINITY,
});

export const serviceServersQuery = queryOptions({
  ...pageQuery([...servicesKey, 'server-options'], serviceServerOptions),
  select: ({ items }) => items,
});

/** The same for what a page can do without: nobody is told that it failed. */
export const quietServersQuery = queryOptions({ ...serviceServersQuery, meta: {} });

/** People to filter services by; with a catalogue item, people it can be added for. */
export function serviceUsersQuery(serviceId?: string) {
  return queryOptions({
    ...routeQuery([...servicesKey, 'user-options', serviceId ?? null], serviceUserOptions, {
      query: serviceId ? { service_id: serviceId } : {},
    }),
    staleTime: 60_000,
  });
}

export const addServiceMutation = sendsBody(addService, { stale: [listKey('services')] });

export const updateServiceMutation = (id: string) =>
  sendsBody(updateService, { stale: [servicesKey] }, { organizationServiceID: id });

export const restoreServiceMutation = (id: string) =>
  mutationOptions({
    mutationFn: () => call(restoreService, { params: { organizationServiceID: id } }),
    meta: { stale: staleInstance({ name: 'services' }, id), awaited: true },
  });
