import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { rooms } from '#shared/api/rooms.ts';
import {
  changeTerminalShare,
  endTerminalShare,
  getTerminalShare,
  myTerminalShares,
  sharedWithMe,
  shareTerminal,
  sharingChoices,
} from '#shared/features/sharing/contract.ts';
import { editorShares, editorsSharedWithMe, endEditorShare, shareEditor } from '#shared/features/sharing/editor.ts';
import type { ShareMode } from '#shared/features/sharing/model.ts';
import { call } from '../../lib/call.ts';
import { POLL_MS } from '../../lib/poll.ts';
import { pageQuery, routeQuery, sendsBody } from '../../lib/route-query.ts';
import { useLive } from '../../lib/use-live.ts';
import { useCurrentUser } from '../auth/index.ts';

/** Every query about shared terminals and VS Code starts with this key. */
const sharingKey = ['sharing'] as const;
const CHANGE = { stale: [sharingKey] };

export const sharedWithMeQuery = queryOptions({
  ...routeQuery([...sharingKey, 'with-me'], sharedWithMe),
  select: ({ shares }) => shares,
  refetchInterval: ({ state }) => (state.data?.shares.length ? POLL_MS : false),
});

export const sharedTerminalQuery = (terminalShareID: string) =>
  pageQuery([...sharingKey, 'one', terminalShareID], getTerminalShare, { params: { terminalShareID } });

export function mySharesQuery(workspaceID: string) {
  return queryOptions({
    ...routeQuery([...sharingKey, 'mine', workspaceID], myTerminalShares, { params: { workspaceID } }),
    select: ({ shares }) => shares,
  });
}

export function sharingChoicesQuery(workspaceID: string) {
  return queryOptions({
    ...routeQuery([...sharingKey, 'people', workspaceID], sharingChoices, { params: { workspaceID } }),
    select: ({ people }) => people,
  });
}

export const shareTerminalMutation = (workspaceID: string) => sendsBody(shareTerminal, CHANGE, { workspaceID });

export const changeShareMutation = (terminalShareID: string) =>
  mutationOptions({
    mutationFn: (mode: ShareMode) => call(changeTerminalShare, { params: { terminalShareID }, body: { mode } }),
    meta: CHANGE,
  });

export const endShareMutation = (terminalShareID: string) =>
  mutationOptions({ mutationFn: () => call(endTerminalShare, { params: { terminalShareID } }), meta: CHANGE });

export const editorsSharedWithMeQuery = queryOptions({
  ...routeQuery([...sharingKey, 'editors-with-me'], editorsSharedWithMe),
  select: ({ shares }) => shares,
  refetchInterval: ({ state }) => (state.data?.shares.length ? POLL_MS : false),
});

/** Polled while there are any: who has it open comes from gateways, which tell no page. */
export function editorSharesQuery(workspaceID: string) {
  return queryOptions({
    ...routeQuery([...sharingKey, 'editors', workspaceID], editorShares, { params: { workspaceID } }),
    select: ({ shares }) => shares,
    refetchInterval: ({ state }) => (state.data?.shares.length ? POLL_MS : false),
  });
}

export const shareEditorMutation = (workspaceID: string) => sendsBody(shareEditor, CHANGE, { workspaceID });

export const endEditorShareMutation = (editorShareID: string) =>
  mutationOptions({ mutationFn: () => call(endEditorShare, { params: { editorShareID } }), meta: CHANGE });

/** Keeps everything that is shared on this page as it is now. */
export function useLiveSharing(): void {
  const { id } = useCurrentUser();
  useLive(rooms.person(id), { queryKey: sharingKey });
}
