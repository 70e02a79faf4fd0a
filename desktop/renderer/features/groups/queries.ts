import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { RouteInput } from '#shared/api/route.ts';
import { getGroup, listGroups } from '#shared/features/groups/contract.ts';
import { employees } from '#shared/features/users/contract.ts';
import { call } from '../../lib/call.ts';

/** Every query about groups starts with this key. */
export const groupsKey = ['groups'] as const;
export const groupListKey = [...groupsKey, 'list'] as const;

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
  /** Where their picture is. */
  picture: string | null;
}

/** Everyone who can be put into a group. */
export const peopleQuery = queryOptions({
  queryKey: [...groupsKey, 'people'],
  queryFn: ({ signal }) => call(employees, { signal }),
  select: ({ items }): Person[] =>
    items.map(({ value, text, profile_photo_url }) => ({ value, label: text, picture: profile_photo_url })),
  meta: { page: true },
});
