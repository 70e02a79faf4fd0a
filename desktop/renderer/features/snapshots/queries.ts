import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { launchStack, snapshotStack } from '#shared/features/services/contract.ts';
import {
  deleteSnapshot,
  listSnapshots,
  snapshotOptions,
  undeleteSnapshot,
} from '#shared/features/snapshots/contract.ts';
import { userOptions } from '#shared/features/workspaces/options.ts';
import { call } from '../../lib/call.ts';
import { listQuery, routeQuery, sendsBody } from '../../lib/route-query.ts';
import { INSTANCE_KEYS } from '../instances/index.ts';

export const snapshotsKey = ['snapshots'] as const;

const pagesQuery = listQuery(snapshotsKey, listSnapshots, ({ status }) => status === 'Pending');

/** Part of a workspace's page too, which can be shown without it. */
export const snapshotListQuery = (query: Parameters<typeof pagesQuery>[0]) => ({ ...pagesQuery(query), meta: {} });

export const snapshotOptionsQuery = routeQuery([...snapshotsKey, 'options'], snapshotOptions, {
  query: { snapshot_type: 'Workspace' },
});

/** A person sees the snapshots of the people whose workspaces they see, so this is the workspaces' own filter. */
export const snapshotUsersQuery = queryOptions({
  ...routeQuery(['workspaces', 'user-options'], userOptions),
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

export const launchStackMutation = sendsBody(launchStack, { stale: INSTANCE_KEYS });
