import { rooms } from '#shared/api/rooms.ts';
import { getWorkspace, type Workspace, workspaceSetup } from '#shared/features/workspaces/contract.ts';
import { INIT_READY } from '#shared/features/workspaces/model.ts';
import { call } from '../../lib/call.ts';
import type { InstanceKind } from '../instances/index.ts';

/** W01 … W10. */
const STEPS = 10;

export const WORKSPACE: InstanceKind<Workspace> = {
  name: 'workspaces',
  read: (id, signal) => call(getWorkspace, { params: { workspaceID: id }, signal }),
  statusOf: (workspace) => workspace.workspace_status,
  readLaunch: (id, signal) => call(workspaceSetup, { params: { workspaceID: id }, signal }),
  steps: STEPS,
  ready: INIT_READY,
  room: rooms.workspace,
  launchRoom: rooms.workspaceInit,
  listRoom: rooms.organizationWorkspaces,
};
