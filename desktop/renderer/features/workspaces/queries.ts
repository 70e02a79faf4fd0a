import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import type { RouteInput } from '#shared/api/route.ts';
import { holdWorkspace, releaseWorkspace } from '#shared/features/workspaces/awake.ts';
import { addWorkspace, listWorkspaces, updateWorkspace, workspaceUsage } from '#shared/features/workspaces/contract.ts';
import type { WorkspacePort } from '#shared/features/workspaces/model.ts';
import {
  databaseOptions,
  ideImages,
  languageOptions,
  serverOptions,
  userOptions,
} from '#shared/features/workspaces/options.ts';
import { portVisibility } from '#shared/features/workspaces/ports.ts';
import { cloneAgain, workspaceRepository } from '#shared/features/workspaces/repository.ts';
import { call } from '../../lib/call.ts';
import { POLL_MS } from '../../lib/poll.ts';
import { instanceQuery, listKey, staleInstance } from '../instances/index.ts';
import { WORKSPACE } from './kind.ts';

const USAGE_MS = 5_000;

/** Every query about workspaces starts with this key. */
const workspacesKey = ['workspaces'] as const;

/**
 * One page of the list; polled every 10 s while something on it is in progress, in case the live room is unreachable.
 */
export function workspaceListQuery(query: RouteInput<typeof listWorkspaces>['query']) {
  return queryOptions({
    queryKey: [...listKey('workspaces'), query],
    queryFn: ({ signal }) => call(listWorkspaces, { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.rows.some((row) => row.workspace_status === 'Pending') ? POLL_MS : false,
    meta: { page: true },
  });
}

/** What it uses right now. React Query stops polling while the page is hidden. */
export function workspaceUsageQuery(id: string) {
  return queryOptions({
    queryKey: [...workspacesKey, 'usage', id],
    queryFn: ({ signal }) => call(workspaceUsage, { params: { workspaceID: id }, signal }),
    refetchInterval: USAGE_MS,
    retry: false,
  });
}

/** The workspace's repository. Its key starts with the workspace's, so the two reload together. */
export function repositoryQuery(id: string) {
  return queryOptions({
    queryKey: [...instanceQuery(WORKSPACE, id).queryKey, 'repository'],
    queryFn: ({ signal }) => call(workspaceRepository, { params: { workspaceID: id }, signal }),
    refetchInterval: ({ state }) => (state.data?.clone_status === 'pending' ? POLL_MS : false),
  });
}

export const addWorkspaceMutation = mutationOptions({
  mutationFn: (body: RouteInput<typeof addWorkspace>['body']) => call(addWorkspace, { body }),
  meta: { stale: [listKey('workspaces')] },
});

export function updateWorkspaceMutation(id: string) {
  return mutationOptions({
    mutationFn: (body: RouteInput<typeof updateWorkspace>['body']) =>
      call(updateWorkspace, { params: { workspaceID: id }, body }),
    meta: { stale: staleInstance(WORKSPACE, id) },
  });
}

export function holdMutation(id: string) {
  return mutationOptions({
    mutationFn: (hold: boolean) => call(hold ? holdWorkspace : releaseWorkspace, { params: { workspaceID: id } }),
    meta: { stale: [workspacesKey], awaited: true },
  });
}

export function portVisibilityMutation(id: string, port: WorkspacePort) {
  return mutationOptions({
    mutationFn: (choice: Omit<RouteInput<typeof portVisibility>['body'], 'port'>) =>
      call(portVisibility, { params: { workspaceID: id }, body: { port, ...choice } }),
    meta: { stale: [instanceQuery(WORKSPACE, id).queryKey], awaited: true },
  });
}

export function cloneAgainMutation(id: string) {
  return mutationOptions({
    mutationFn: () => call(cloneAgain, { params: { workspaceID: id } }),
    meta: { stale: [repositoryQuery(id).queryKey], awaited: true },
  });
}

/** The options change only with a new version. */
const OPTIONS = { staleTime: 60_000 } as const;

export const userOptionsQuery = queryOptions({
  queryKey: [...workspacesKey, 'user-options'],
  queryFn: ({ signal }) => call(userOptions, { signal }),
  ...OPTIONS,
});

export function serverOptionsQuery(userId: string) {
  return queryOptions({
    queryKey: [...workspacesKey, 'server-options', userId],
    queryFn: ({ signal }) => call(serverOptions, { query: { user_id: userId }, signal }),
    select: ({ items }) => items,
    ...OPTIONS,
  });
}

export const ideImagesQuery = queryOptions({
  queryKey: [...workspacesKey, 'ide-images'],
  queryFn: ({ signal }) => call(ideImages, { signal }),
  select: ({ items }) => items,
  ...OPTIONS,
});

export const languageOptionsQuery = queryOptions({
  queryKey: [...workspacesKey, 'language-options'],
  queryFn: ({ signal }) => call(languageOptions, { signal }),
  select: ({ items }) => items,
  ...OPTIONS,
});

export const databaseOptionsQuery = queryOptions({
  queryKey: [...workspacesKey, 'database-options'],
  queryFn: ({ signal }) => call(databaseOptions, { signal }),
  select: ({ items }) => items,
  ...OPTIONS,
});
