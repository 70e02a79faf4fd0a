import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import type { RouteInput } from '#shared/api/route.ts';
import {
  addUser,
  deleteUser,
  getUser,
  listUsers,
  updateUser,
  userGroups,
  usersDropdown,
} from '#shared/features/users/contract.ts';
import { call } from '../../lib/call.ts';
import { currentUserQuery } from '../auth/index.ts';
import { organizationKey } from '../organizations/index.ts';

/** Every query about members starts with this key. */
const membersKey = ['members'] as const;
const memberListKey = [...membersKey, 'list'] as const;

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

/** People who can take over a deleted user's workspaces. */
export function heirsQuery(id: string) {
  return queryOptions({
    queryKey: [...membersKey, 'heirs', id],
    queryFn: ({ signal }) => call(usersDropdown, { query: { exclude: id }, signal }),
    meta: { page: true },
  });
}

/** Groups a user can be added to; for owner and admins. */
export const groupChoicesQuery = queryOptions({
  queryKey: [...membersKey, 'groups'],
  queryFn: ({ signal }) => call(userGroups, { signal }),
  select: ({ items }) => items.map(({ value, text }) => ({ value, label: text })),
});

/** Adding a user changes the organization's licences. */
export const addUserMutation = mutationOptions({
  mutationFn: (body: RouteInput<typeof addUser>['body']) => call(addUser, { body }),
  meta: { stale: [membersKey, organizationKey] },
});

/** People can also edit themselves, so the current user reloads too. */
export function updateUserMutation(id: string) {
  return mutationOptions({
    mutationFn: (body: RouteInput<typeof updateUser>['body']) => call(updateUser, { params: { userID: id }, body }),
    meta: { stale: [membersKey, currentUserQuery.queryKey] },
  });
}

/** Reloads the lists only: the user is gone. */
export function deleteUserMutation(id: string) {
  return mutationOptions({
    mutationFn: (heirId: string) => call(deleteUser, { params: { userID: id }, body: { user_id: heirId } }),
    meta: { stale: [memberListKey, organizationKey] },
  });
}
