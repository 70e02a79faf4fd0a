import { mutationOptions, queryOptions } from '@tanstack/react-query';
import {
  addGroup,
  deleteGroup,
  getGroup,
  listGroups,
  restoreGroup,
  updateGroup,
} from '#shared/features/groups/contract.ts';
import { employees } from '#shared/features/users/contract.ts';
import { call } from '../../lib/call.ts';
import { listQuery, pageQuery, sendsBody } from '../../lib/route-query.ts';

/** Every query about groups starts with this key. */
export const groupsKey = ['groups'] as const;
const groupListKey = [...groupsKey, 'list'] as const;

export const groupListQuery = listQuery(groupListKey, listGroups);

export const groupQuery = (id: string) => pageQuery([...groupsKey, 'one', id], getGroup, { params: { groupID: id } });

export interface Person {
  value: string;
  label: string;
  /** The address of their picture. */
  picture: string | null;
}

/** Everyone who can be added to a group. */
export const peopleQuery = queryOptions({
  ...pageQuery([...groupsKey, 'people'], employees),
  select: ({ items }): Person[] =>
    items.map(({ value, text, profile_photo_url }) => ({ value, label: text, picture: profile_photo_url })),
});

export const addGroupMutation = sendsBody(addGroup, { stale: [groupsKey] });

export const updateGroupMutation = (id: string) => sendsBody(updateGroup, { stale: [groupsKey] }, { groupID: id });

/** Reloads the lists only: the group itself is gone. */
export function deleteGroupMutation(id: string) {
  return mutationOptions({
    mutationFn: () => call(deleteGroup, { params: { groupID: id } }),
    meta: { stale: [groupListKey] },
  });
}

export const restoreGroupMutation = mutationOptions({
  mutationFn: (groupID: string) => call(restoreGroup, { params: { groupID } }),
  meta: { stale: [groupsKey], awaited: true },
});
