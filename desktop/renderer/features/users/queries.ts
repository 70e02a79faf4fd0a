import { mutationOptions, queryOptions } from '@tanstack/react-query';
import {
  addUser,
  deleteUser,
  getUser,
  inviteUsers,
  listUsers,
  restoreUser,
  updateUser,
  userGroups,
  usersDropdown,
} from '#shared/features/users/contract.ts';
import { listWorkspaces } from '#shared/features/workspaces/contract.ts';
import { call } from '../../lib/call.ts';
import { listQuery, pageQuery, routeQuery, sendsBody } from '../../lib/route-query.ts';
import { currentUserQuery } from '../auth/index.ts';
import { listKey } from '../instances/index.ts';
import { organizationKey } from '../organizations/index.ts';

/** What a new member finds here. */
export const foundHereQuery = routeQuery([...listKey('workspaces'), 'welcome'], listWorkspaces, { query: {} });

/** Every query about members starts with this key. */
const membersKey = ['members'] as const;
export const memberListKey = [...membersKey, 'list'] as const;

export const userListQuery = listQuery(memberListKey, listUsers);

export const userQuery = (id: string) => pageQuery([...membersKey, 'one', id], getUser, { params: { userID: id } });

/** People who can take over a deleted user's workspaces; without an id, everyone active. */
export const heirsQuery = (id = '') =>
  pageQuery([...membersKey, 'heirs', id], usersDropdown, { query: id ? { exclude: id } : {} });

/** Groups a user can be added to; for owner and admins. */
export const groupChoicesQuery = queryOptions({
  ...routeQuery([...membersKey, 'groups'], userGroups),
  select: ({ items }) => items.map(({ value, text }) => ({ value, label: text })),
});

/** Adding a user changes the organization's licences. */
export const addUserMutation = sendsBody(addUser, { stale: [membersKey, organizationKey] });

export const inviteUsersMutation = sendsBody(inviteUsers, { stale: [membersKey, organizationKey] });

/** People can also edit themselves, so the current user reloads too. */
export const updateUserMutation = (id: string) =>
  sendsBody(updateUser, { stale: [membersKey, currentUserQuery.queryKey] }, { userID: id });

/** It takes a licence, and the person may have workspaces again. */
export const restoredStale = [membersKey, organizationKey, listKey('workspaces'), listKey('services')];

export const restoreUserMutation = (id: string) => sendsBody(restoreUser, { stale: restoredStale }, { userID: id });

/** Reloads the lists only: the user is gone. */
export function deleteUserMutation(id: string) {
  return mutationOptions({
    mutationFn: (heirId: string) => call(deleteUser, { params: { userID: id }, body: { user_id: heirId } }),
    meta: { stale: [memberListKey, organizationKey] },
  });
}
