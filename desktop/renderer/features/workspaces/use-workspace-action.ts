import { isManager } from '#shared/features/auth/model.ts';
import {
  cancelDeleteWorkspace,
  deleteWorkspace,
  restartWorkspace,
  restoreWorkspace,
  snapshotWorkspace,
  startWorkspace,
  stopWorkspace,
} from '#shared/features/workspaces/contract.ts';
import { call } from '../../lib/call.ts';
import { useCurrentUser } from '../auth/index.ts';
import { useInstanceAction } from '../instances/index.ts';
import { WORKSPACE } from './kind.ts';

const ROUTES = {
  start: startWorkspace,
  stop: stopWorkspace,
  restart: restartWorkspace,
  delete: deleteWorkspace,
  snapshot: snapshotWorkspace,
  restore: restoreWorkspace,
  cancel_delete: cancelDeleteWorkspace,
} as const;

export type WorkspaceAction = keyof typeof ROUTES;

export function useWorkspaceAction(id: string) {
  // The others ask one of them.
  const undo = isManager(useCurrentUser()) ? 'restore' : undefined;
  const act = (action: WorkspaceAction) => call(ROUTES[action], { params: { workspaceID: id } });
  return useInstanceAction(WORKSPACE, id, act, undo);
}
