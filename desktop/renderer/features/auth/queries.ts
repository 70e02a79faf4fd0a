import { queryOptions, useQuery } from '@tanstack/react-query';
import type { CurrentUser } from '#shared/features/auth/contract.ts';
import { call } from '../../lib/call.ts';
import { ownDrafts } from '../../lib/drafts.ts';
import { fixedQuery } from '../../lib/route-query.ts';
import { showTimesIn } from '../../ui/time.ts';
import { currentUser, listProviders } from './first-routes.ts';

export const currentUserQuery = queryOptions({
  queryKey: ['users', 'current'],
  queryFn: async ({ signal }) => {
    const user = await call(currentUser, { signal });
    showTimesIn(user.time_zone);
    ownDrafts(user.id);
    return user;
  },
  staleTime: 60_000,
  meta: { page: true },
});

/** The sign-in providers, and who may sign up. They change only with the server's settings. */
export const waysInQuery = fixedQuery(['users', 'providers'], listProviders);

export const providersQuery = queryOptions({ ...waysInQuery, select: ({ providers }) => providers });

/** The signed-in user. Only for pages below the session guard, which loads it before they render. */
export function useCurrentUser(): CurrentUser {
  const { data } = useQuery(currentUserQuery);
  if (!data) throw new Error('useCurrentUser was called outside the session guard.');
  return data;
}
