import { eq } from 'drizzle-orm';
import { type Kind, WORKSPACE_LABEL } from '../instances/index.ts';
import { workspaceInitMessages, workspaces } from '../instances/tables.ts';
import type { WorkspaceRecord } from './access.ts';
import { changeStatus } from './change-status.ts';
import { containerName } from './names.ts';
import { lastAsked, readWorkspace } from './read-workspace.ts';

/** Workspaces, as the life they have in common with services knows them. */
export const workspaceKind: Kind<WorkspaceRecord> = {
  word: 'workspace',
  letter: 'W',
  label: WORKSPACE_LABEL,
  containerName,
  read: readWorkspace,
  async lock(tx, id) {
    const [row] = await tx.select().from(workspaces).where(eq(workspaces.id, id)).for('update');
    return row ?? null;
  },
  changeStatus,
  lastAsked,
  messages: { table: workspaceInitMessages, owner: workspaceInitMessages.workspaceId, room: 'workspaceinit' },
};
