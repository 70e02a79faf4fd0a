import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { searchOrganization } from '#shared/features/search/contract.ts';
import { routeQuery } from '../../lib/route-query.ts';

export function searchQuery(search: string) {
  return queryOptions({
    ...routeQuery(['search', search], searchOrganization, { query: { search } }),
    placeholderData: keepPreviousData,
  });
}
