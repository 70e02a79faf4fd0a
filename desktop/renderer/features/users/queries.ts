import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { RouteInput } from '#shared/api/route.ts';
import { getUser, listUsers, userGroups, usersDropdown } from '#shared/features/users/contract.ts';
import { call } from '../../lib/call.ts';

/** Every query about members starts with this key. */
export const membersKey = ['members'] as const;
export const memberListKey = [...membersKey, 'list'] as const;

export function userListQuery(query: RouteInput<typeof listUsers>['query']) {
  return queryOptions({
    queryKey: [...memberListKey, query],
    queryFn: ({ signal }) => call(listUsers, { query, signal }),
    placeholderData: keepPreviousData,
    meta: { page: true },
  });
}

export function userQuery(id: string) {
  return queryOptions({
    queryKey: [...membersKey, 'one', id],
    queryFn: ({ signal }) => call(getUser, { params: { userID: id }, signal }),
    meta: { page: true },
  });
}

/** Who can take over the workspaces of a deleted user. */
export function heirsQuery(id: string) {
  return queryOptions({
    queryKey: [...membersKey, 'heirs', id],
    queryFn: ({ signal }) => call(usersDropdown, { query: { exclude: id }, signal }),
    meta: { page: true },
  });
}

/** Groups to put a user into; for owner and admins. */
export const groupChoicesQuery = queryOptions({
  queryKey: [...membersKey, 'groups'],
  queryFn: ({ signal }) => call(userGroups, { signal }),
  select: ({ items }) => items.map(({ value, text }) => ({ value, label: text })),
});
