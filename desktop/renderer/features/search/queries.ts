import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { searchOrganization } from '#shared/features/search/contract.ts';
import { call } from '../../lib/call.ts';

export function searchQuery(search: string) {
  return queryOptions({
    queryKey: ['search', search],
    queryFn: ({ signal }) => call(searchOrganization, { query: { search }, signal }),
    placeholderData: keepPreviousData,
  });
}
