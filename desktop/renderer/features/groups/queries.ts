import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import type { RouteInput } from '#shared/api/route.ts';
import { addGroup, deleteGroup, getGroup, listGroups, updateGroup } from '#shared/features/groups/contract.ts';
import { employees } from '#shared/features/users/contract.ts';
import { call } from '../../lib/call.ts';

/** Every query about groups starts with this key. */
const groupsKey = ['groups'] as const;
const groupListKey = [...groupsKey, 'list'] as const;

export function groupListQuery(query: RouteInput<typeof listGroups>['query']) {
  return queryOptions({
    queryKey: [...groupListKey, query],
    queryFn: ({ signal }) => call(listGroups, { query, signal }),
    placeholderData: keepPreviousData,
    meta: { page: true },
  });
}

export function groupQuery(id: string) {
  return queryOptions({
    queryKey: [...groupsKey, 'one', id],
    queryFn: ({ signal }) => call(getGroup, { params: { groupID: id }, signal }),
    meta: { page: true },
  });
}

export interface Person {
  value: string;
  label: string;
  /** The address of their picture. */
  picture: string | null;
}

/** Everyone who can be added to a group. */
export const peopleQuery = queryOptions({
  queryKey: [...groupsKey, 'people'],
  queryFn: ({ signal }) => call(employees, { signal }),
  select: ({ items }): Person[] =>
    items.map(({ value, text, profile_photo_url }) => ({ value, label: text, picture: profile_photo_url })),
  meta: { page: true },
});

export const addGroupMutation = mutationOptions({
  mutationFn: (body: RouteInput<typeof addGroup>['body']) => call(addGroup, { body }),
  meta: { stale: [groupsKey] },
});

export function updateGroupMutation(id: string) {
  return mutationOptions({
    mutationFn: (body: RouteInput<typeof updateGroup>['body']) => call(updateGroup, { params: { groupID: id }, body }),
    meta: { stale: [groupsKey] },
  });
}

/** Reloads the lists only: the group itself is gone. */
export function deleteGroupMutation(id: string) {
  return mutationOptions({
    mutationFn: () => call(deleteGroup, { params: { groupID: id } }),
    meta: { stale: [groupListKey] },
  });
}
