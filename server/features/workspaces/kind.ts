import { eq } from 'drizzle-orm';
import { findRoom } from '../capacity/index.ts';
import { type Kind, WORKSPACE_LABEL } from '../instances/index.ts';
import { instanceInitMessages } from '../instances/tables.ts';
import { requireManage, type WorkspaceRecord } from './access.ts';
import { forgetDeployKey } from './deploy-keys.ts';
import { makePrivate } from './port-visitors.ts';
import { askForSafetyCopy } from './safety-net.ts';
import { workspaces, workspaceTcpPorts } from './tables.ts';

/** Workspaces, as the core changes them. */
export const workspaceKind: Kind<WorkspaceRecord> = {
  word: 'workspace',
  table: workspaces,
  plural: 'workspaces',
  letter: 'W',
  label: WORKSPACE_LABEL,
  messages: { table: instanceInitMessages, owner: instanceInitMessages.instanceId, room: 'workspaceinit' },
  sentences: {
    starting: 'Starting the workspace.',
    restarting: 'Restarting the workspace.',
    cannotStart: (status) => `The workspace is ${status} and can’t be started.`,
    cannotStop: (status) => `The workspace is ${status} and can’t be stopped.`,
    cannotRestart: (status) => `The workspace is ${status} and can’t be restarted.`,
    cannotBecome: (status, to) => `The workspace is ${status} and can’t become ${to}.`,
    changedMeanwhile: 'The workspace changed in the meantime.',
    deleteProtected: 'This workspace has delete protection. Turn it off first.',
    outOfMemory: 'A program in it ran out of memory and was stopped. The workspace keeps running.',
    mustBeStopped: 'Stop the workspace before you take a snapshot.',
    nothingToKeep: 'There’s nothing to save yet. Start the workspace once, then stop it.',
  },
  actions: {
    start: 'workspaces.start',
    stop: 'workspaces.stop',
    restart: 'workspaces.restart',
    snapshot: 'workspaces.snapshot',
    delete: 'workspaces.delete',
  },
  // Everyone who sees it may open, start and stop it.
  mayOpen: () => true,
  requireOperate: () => undefined,
  requireManage,
  findRoom,
  columnsOn: (to) => ({
    ...(to === 'Active' && { keepAwakeUntil: null, heldSeenAt: null }),
    ...(to !== 'Active' && { heldCommand: null, heldSince: null }),
    // A deleted workspace keeps no secrets.
    ...(to === 'Deleted' && { databasePassword: null, gitCredentials: null }),
  }),
  async onDeleted(tx, id) {
    await tx.delete(workspaceTcpPorts).where(eq(workspaceTcpPorts.workspaceId, id));
    await makePrivate(tx, id);
    await forgetDeployKey(tx, id);
  },
  keepCopy: (dependencies, tx, workspace) => askForSafetyCopy(dependencies, tx, workspaceKind, workspace),
  describe: ({ language, languageVersion, database, gitUrl }) => ({ language, languageVersion, database, gitUrl }),
  whyNoSnapshot: () => null,
  secretVariables: () => [],
};
