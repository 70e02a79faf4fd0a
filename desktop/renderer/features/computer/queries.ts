import { mutationOptions, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Preferences } from '#shared/desktop/calls/settings.ts';
import { desktopDownloads } from '#shared/features/desktop/contract.ts';
import { listWorkspaces } from '#shared/features/workspaces/contract.ts';
import type { DesktopApi } from '../../lib/platform/desktop-api.ts';
import { routeQuery } from '../../lib/route-query.ts';
import { toastError } from '../../ui/toast.ts';

/** For browsers, which the operator may offer the app. */
export const downloadsQuery = routeQuery(['desktop-downloads'], desktopDownloads);

/** What the desktop app knows, as queries; only for components that have the app. */
const key = (...rest: string[]) => ['desktop', ...rest];
export const localKeysKey = key('keys');

export const preferencesQuery = (desktop: DesktopApi) =>
  queryOptions({ queryKey: key('preferences'), queryFn: () => desktop.call('settings.read') });
export const terminalsQuery = (desktop: DesktopApi) =>
  queryOptions({ queryKey: key('terminals'), queryFn: () => desktop.call('open.terminals') });
export const startupQuery = (desktop: DesktopApi) =>
  queryOptions({ queryKey: key('startup'), queryFn: () => desktop.call('startup.read') });
export const accountsQuery = (desktop: DesktopApi) =>
  queryOptions({ queryKey: key('accounts'), queryFn: () => desktop.call('accounts.list') });

export function accountMutations(desktop: DesktopApi) {
  const meta = { stale: [accountsQuery(desktop).queryKey], awaited: true };
  return {
    choose: mutationOptions({ mutationFn: (id: string) => desktop.call('accounts.switch', { id }), meta }),
    remove: mutationOptions({ mutationFn: (id: string) => desktop.call('accounts.remove', { id }), meta }),
    add: mutationOptions({ mutationFn: (address: string) => desktop.call('accounts.add', { address }), meta }),
  };
}

export const keepingQuery = (desktop: DesktopApi) =>
  queryOptions({ queryKey: key('keeping'), queryFn: () => desktop.call('session.about'), staleTime: Infinity });
export const infoQuery = (desktop: DesktopApi) =>
  queryOptions({ queryKey: key('info'), queryFn: () => desktop.call('system.info'), staleTime: Infinity });
export const localKeysQuery = (desktop: DesktopApi) =>
  queryOptions({ queryKey: localKeysKey, queryFn: () => desktop.call('ssh-keys.list'), select: ({ keys }) => keys });

const tunnelsQuery = (desktop: DesktopApi) =>
  queryOptions({ queryKey: key('tunnels'), queryFn: () => desktop.call('tunnels.list') });

/** The person's own workspaces, for the choices on these pages. */
export const ownWorkspacesQuery = (userId: string) =>
  queryOptions({
    ...routeQuery(['workspaces', 'list', { user: userId }], listWorkspaces, { query: { user: userId } }),
    select: ({ rows }) => rows.filter(({ workspace_status: status }) => status !== 'Pending Deletion'),
  });

/** The open tunnels, as the app reports them. */
export function useTunnels(desktop: DesktopApi) {
  const client = useQueryClient();
  const query = useQuery(tunnelsQuery(desktop));
  useEffect(
    () => desktop.on('tunnels.changed', (state) => client.setQueryData(tunnelsQuery(desktop).queryKey, state)),
    [desktop, client],
  );
  return query;
}

/** Changes preferences of the active account. */
export function useChangePreferences(desktop: DesktopApi) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: Partial<Preferences>) => desktop.call('settings.update', change),
    onSuccess: (preferences) => client.setQueryData(preferencesQuery(desktop).queryKey, preferences),
    onError: (error) => toastError(error.message),
  });
}

/** After a key was created on this computer or added to a workspace. */
export const KEY_CHANGE = { stale: [localKeysKey, ['ssh-keys'], ['workspaces']], awaited: true };
