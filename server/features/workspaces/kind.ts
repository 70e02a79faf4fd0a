import { eq } from 'drizzle-orm';
import { say } from '../../platform/say.ts';
import { findRoom } from '../capacity/index.ts';
import { type Kind, WORKSPACE_LABEL } from '../instances/index.ts';
import { instanceInitMessages, spares } from '../instances/tables.ts';
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
    starting: say('workspaces.startingStep'),
    restarting: say('workspaces.restartingStep'),
    cannotStart: (status) => say('workspaces.cannotStart', { status }),
    cannotStop: (status) => say('workspaces.cannotStop', { status }),
    cannotRestart: (status) => say('workspaces.cannotRestart', { status }),
    cannotBecome: (status, to) => say('workspaces.wrongStatus', { status, target: to }),
    changedMeanwhile: say('workspaces.changedMeanwhile'),
    deleteProtected: say('workspaces.deleteProtected'),
    outOfMemory: say('workspaces.programOutOfMemory'),
    mustBeStopped: say('workspaces.stopBeforeSnapshot'),
    nothingToKeep: say('workspaces.nothingToSave'),
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
    ...(to === 'Deleted' && { databasePassword: null, gitCredentials: null, backToId: null }),
  }),
  async onDeleted(tx, id) {
    await tx.delete(workspaceTcpPorts).where(eq(workspaceTcpPorts.workspaceId, id));
    await makePrivate(tx, id);
    await forgetDeployKey(tx, id);
    // One that was deleted before it was launched.
    await tx.delete(spares).where(eq(spares.id, id));
  },
  keepCopy: (dependencies, tx, workspace) => askForSafetyCopy(dependencies, tx, workspaceKind, workspace),
  describe: ({ language, languageVersion, moreLanguages, database, gitUrl }) => ({
    language,
    languageVersion,
    moreLanguages,
    database,
    gitUrl,
  }),
  whyNoSnapshot: () => null,
  secretVariables: () => [],
};
