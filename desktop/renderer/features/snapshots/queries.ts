import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import type { RouteInput } from '#shared/api/route.ts';
import { launchStack, snapshotStack } from '#shared/features/services/contract.ts';
import {
  deleteSnapshot,
  listSnapshots,
  snapshotOptions,
  undeleteSnapshot,
} from '#shared/features/snapshots/contract.ts';
import { userOptions } from '#shared/features/workspaces/options.ts';
import { call } from '../../lib/call.ts';
import { POLL_MS } from '../../lib/poll.ts';
import { INSTANCE_KEYS } from '../instances/index.ts';

export const snapshotsKey = ['snapshots'] as const;

/** One page of the list; polled every 10 s while one is being built, in case the live room is unreachable. */
export function snapshotListQuery(query: RouteInput<typeof listSnapshots>['query']) {
  return queryOptions({
    queryKey: [...snapshotsKey, query],
    queryFn: ({ signal }) => call(listSnapshots, { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.rows.some((row) => row.status === 'Pending') ? POLL_MS : false),
  });
}

export const snapshotOptionsQuery = queryOptions({
  queryKey: [...snapshotsKey, 'options'],
  queryFn: ({ signal }) => call(snapshotOptions, { query: { snapshot_type: 'Workspace' }, signal }),
});

/** A person sees the snapshots of the people whose workspaces they see, so this is the workspaces' own filter. */
export const snapshotUsersQuery = queryOptions({
  queryKey: ['workspaces', 'user-options'],
  queryFn: ({ signal }) => call(userOptions, { signal }),
  staleTime: 60_000,
});

const CHANGE = { stale: [snapshotsKey], awaited: true };

/** Deletes a snapshot, or cancels its deletion. */
export const snapshotActionMutation = mutationOptions({
  mutationFn: ({ id, action }: { id: string; action: 'delete' | 'undelete' }) =>
    call(action === 'delete' ? deleteSnapshot : undeleteSnapshot, { params: { snapshotID: id } }),
  meta: CHANGE,
});

export const snapshotStackMutation = mutationOptions({
  mutationFn: (workspaceId: string) => call(snapshotStack, { body: { workspace_id: workspaceId } }),
  meta: CHANGE,
});

export const launchStackMutation = mutationOptions({
  mutationFn: (body: RouteInput<typeof launchStack>['body']) => call(launchStack, { body }),
  meta: { stale: INSTANCE_KEYS },
});
