import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { RouteInput } from '#shared/api/route.ts';
import { getTemplate, templateOptions } from '#shared/features/templates/contract.ts';
import { holdWorkspace, releaseWorkspace } from '#shared/features/workspaces/awake.ts';
import {
  addWorkspace,
  listWorkspaces,
  startWorkspaceElsewhere,
  updateWorkspace,
  workspaceUsage,
} from '#shared/features/workspaces/contract.ts';
import { forkWorkspace } from '#shared/features/workspaces/fork.ts';
import {
  databaseOptions,
  ideImages,
  languageOptions,
  serverOptions,
  userOptions,
} from '#shared/features/workspaces/options.ts';
import { portVisibility, workspacePorts } from '#shared/features/workspaces/ports.ts';
import { cloneAgain, lookAtRepository, workspaceRepository } from '#shared/features/workspaces/repository.ts';
import { goBack, listRestorePoints } from '#shared/features/workspaces/restore-points.ts';
import { call } from '../../lib/call.ts';
import { POLL_MS } from '../../lib/poll.ts';
import { listQuery, routeQuery, sendsBody } from '../../lib/route-query.ts';
import { instanceQuery, listKey, staleInstance } from '../instances/index.ts';
import { WORKSPACE } from './kind.ts';

const USAGE_MS = 5_000;
const PORTS_MS = 5_000;

/** Every query about workspaces starts with this key. */
const workspacesKey = ['workspaces'] as const;

export const workspaceListQuery = listQuery(
  listKey('workspaces'),
  listWorkspaces,
  (row) => row.workspace_status === 'Pending',
);

/** What it uses right now. React Query stops polling while the page is hidden. */
export function workspaceUsageQuery(id: string) {
  return queryOptions({
    ...routeQuery([...workspacesKey, 'usage', id], workspaceUsage, { params: { workspaceID: id } }),
    refetchInterval: USAGE_MS,
    retry: false,
  });
}

/** The workspace's repository. Its key starts with the workspace's, so the two reload together. */
export function repositoryQuery(id: string) {
  return queryOptions({
    ...routeQuery([...instanceQuery(WORKSPACE, id).queryKey, 'repository'], workspaceRepository, {
      params: { workspaceID: id },
    }),
    refetchInterval: ({ state }) => (state.data?.clone_status === 'pending' ? POLL_MS : false),
  });
}

/** What is in a repository that a new workspace is to have. It isn't asked again by itself. */
export function repositoryLookQuery(git_url: string, deploy_key_id: string) {
  return queryOptions({
    queryKey: [...workspacesKey, 'look', git_url, deploy_key_id],
    queryFn: () => call(lookAtRepository, { body: { git_url, ...(deploy_key_id && { deploy_key_id }) } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

/** What it can go back to. Its key starts with the workspace's, so the two reload together. */
export function restorePointsQuery(id: string) {
  return queryOptions({
    ...routeQuery([...instanceQuery(WORKSPACE, id).queryKey, 'restore-points'], listRestorePoints, {
      params: { workspaceID: id },
    }),
    refetchInterval: ({ state: { data } }) => (data && data.items.length > 0 && !data.may_go_back ? POLL_MS : false),
  });
}

export function goBackMutation(id: string) {
  return mutationOptions({
    mutationFn: (pointID: string) => call(goBack, { params: { workspaceID: id, pointID } }),
    meta: { stale: staleInstance(WORKSPACE, id), awaited: true },
  });
}

export const addWorkspaceMutation = sendsBody(addWorkspace, { stale: [listKey('workspaces')] });

export const forkWorkspaceMutation = (id: string) =>
  sendsBody(forkWorkspace, { stale: [listKey('workspaces')] }, { workspaceID: id });

export const updateWorkspaceMutation = (id: string) =>
  sendsBody(updateWorkspace, { stale: staleInstance(WORKSPACE, id) }, { workspaceID: id });

export function holdMutation(id: string) {
  return mutationOptions({
    mutationFn: (hold: boolean) => call(hold ? holdWorkspace : releaseWorkspace, { params: { workspaceID: id } }),
    meta: { stale: [workspacesKey], awaited: true },
  });
}

/** Starts it on another machine, from the last copy of its files. */
export function startElsewhereMutation(id: string) {
  return mutationOptions({
    mutationFn: () => call(startWorkspaceElsewhere, { params: { workspaceID: id } }),
    meta: { stale: [workspacesKey, instanceQuery(WORKSPACE, id).queryKey], awaited: true },
  });
}

/** Ports where programs listen now. Its key starts with the workspace's, so the two reload together. */
export function workspacePortsQuery(id: string, running: boolean) {
  return queryOptions({
    ...routeQuery([...instanceQuery(WORKSPACE, id).queryKey, 'ports'], workspacePorts, { params: { workspaceID: id } }),
    refetchInterval: running ? PORTS_MS : false,
    retry: false,
  });
}

export function portVisibilityMutation(id: string, port: number) {
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
const OPTIONS = { staleTime: 60_000 };

export const userOptionsQuery = queryOptions({
  ...routeQuery([...workspacesKey, 'user-options'], userOptions),
  ...OPTIONS,
});

export function serverOptionsQuery(userId: string) {
  return queryOptions({
    ...routeQuery([...workspacesKey, 'server-options', userId], serverOptions, { query: { user_id: userId } }),
    select: ({ items }) => items,
    ...OPTIONS,
  });
}

/** The templates that the person may use; loaded anew for every form. */
export const templateOptionsQuery = routeQuery(['templates', 'options'], templateOptions);

export function chosenTemplateQuery(id: string) {
  return routeQuery(['templates', 'one', id], getTemplate, { params: { templateID: id } });
}

export const ideImagesQuery = queryOptions({
  ...routeQuery([...workspacesKey, 'ide-images'], ideImages),
  select: ({ items }) => items,
  ...OPTIONS,
});

export const languageOptionsQuery = queryOptions({
  ...routeQuery([...workspacesKey, 'language-options'], languageOptions),
  select: ({ items }) => items,
  ...OPTIONS,
});

export const databaseOptionsQuery = queryOptions({
  ...routeQuery([...workspacesKey, 'database-options'], databaseOptions),
  select: ({ items }) => items,
  ...OPTIONS,
});
