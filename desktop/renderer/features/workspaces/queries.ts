import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { RouteInput } from '#shared/api/route.ts';
import { getWorkspace, listWorkspaces, workspaceSetup, workspaceUsage } from '#shared/features/workspaces/contract.ts';
import {
  databaseOptions,
  ideImages,
  languageOptions,
  serverOptions,
  userOptions,
} from '#shared/features/workspaces/options.ts';
import { call } from '../../lib/call.ts';
import { initMessagesQuery } from '../../lib/init-messages.ts';
import { POLL_MS } from '../../lib/poll.ts';

const USAGE_MS = 5_000;

/** Every query about workspaces starts with this key. */
export const workspacesKey = ['workspaces'] as const;
export const workspaceListKey = [...workspacesKey, 'list'] as const;

/** One page of the list. It is read again every 10 s while something on it is in progress, should the live room be out of reach. */
export function workspaceListQuery(query: RouteInput<typeof listWorkspaces>['query']) {
  return queryOptions({
    queryKey: [...workspaceListKey, query],
    queryFn: ({ signal }) => call(listWorkspaces, { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.rows.some((row) => row.workspace_status === 'Pending') ? POLL_MS : false,
    meta: { page: true },
  });
}

export function workspaceQuery(id: string) {
  return queryOptions({
    queryKey: [...workspacesKey, 'one', id],
    queryFn: ({ signal }) => call(getWorkspace, { params: { workspaceID: id }, signal }),
    refetchInterval: ({ state }) => (state.data?.workspace_status === 'Pending' ? POLL_MS : false),
    meta: { page: true },
  });
}

/** What it uses right now. React Query rests while the page is hidden. */
export function workspaceUsageQuery(id: string) {
  return queryOptions({
    queryKey: [...workspacesKey, 'usage', id],
    queryFn: ({ signal }) => call(workspaceUsage, { params: { workspaceID: id }, signal }),
    refetchInterval: USAGE_MS,
    retry: false,
  });
}

export function workspaceMessagesQuery(id: string) {
  return initMessagesQuery([...workspacesKey, 'setup', id], (signal) =>
    call(workspaceSetup, { params: { workspaceID: id }, signal }),
  );
}

/** What there is to choose from changes with the installation only. */
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
