import { and, eq } from 'drizzle-orm';
import { readRepositoryAddress } from '#shared/features/workspaces/repository-address.ts';
import type { Transaction } from '../../platform/database.ts';
import { NotFound, ValidationError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { say } from '../../platform/say.ts';
import type { Context } from '../context.ts';
import { findInstance } from '../instances/index.ts';
import { snapshots } from '../instances/tables.ts';
import { visibleSnapshots } from '../snapshots/index.ts';
import { takeTemplate } from '../templates/index.ts';
import {
  addWorkspace,
  findOldestKey,
  forkWorkspace,
  requireManage,
  type WorkspaceRecord,
  workspaceKind,
} from '../workspaces/index.ts';

/** What a task's copy is made of. */
export type TaskSource =
  | { kind: 'workspace'; workspace: WorkspaceRecord }
  | { kind: 'template'; id: string; gitUrl: string | null };

interface Copy {
  name: string;
  secretNames: string[] | null;
  /** Of the workspace, to begin with; null: the workspace as it is now. */
  snapshotId: string | null;
}

/**
 * What a task is to begin with: a workspace that the person manages, or a template that they use.
 * @throws NotFound, Forbidden, ValidationError
 */
export async function findTaskSource(
  context: Context,
  input: { workspace_id: string | null; template_id: string | null; snapshot_id: string | null },
): Promise<TaskSource> {
  const { actor, db } = context;
  if (input.workspace_id && input.template_id) throw new ValidationError({ template_id: say('tasks.orTemplate') });
  if (!input.template_id) {
    const workspace = await findInstance(db, workspaceKind, actor, input.workspace_id ?? '');
    requireManage(actor, workspace);
    return { kind: 'workspace', workspace };
  }
  if (input.snapshot_id) throw new ValidationError({ template_id: say('templates.orSnapshot') });
  const { id, content } = await takeTemplate(context, input.template_id).catch((error: unknown) => {
    if (!(error instanceof NotFound)) throw error;
    throw new ValidationError({ template_id: say('templates.missing') });
  });
  const gitUrl = content.git_url === null ? null : readRepositoryAddress(content.git_url).url;
  return { kind: 'template', id, gitUrl };
}

/**
 * Launches a copy of a workspace for its user, files and database, or a new one from a template, which starts from the
 * template's prepared copy if there is one. `alongside` writes what belongs to the copy in the
 * same transaction.
 * @throws whatever a fork, or adding a workspace, throws
 */
export async function copyWorkspace(
  context: Context,
  source: TaskSource,
  { name, secretNames, snapshotId }: Copy,
  alongside: (tx: Transaction, copyId: string) => Promise<void>,
): Promise<{ id: string }> {
  const within = (tx: Transaction, copy: { id: string }) => alongside(tx, copy.id);
  if (source.kind === 'template') {
    const { userId } = context.actor;
    const sshKeyId = await findOldestKey(context.db, userId);
    if (!sshKeyId) throw new ValidationError({ ssh_key_id: say('tasks.needsKey') });
    return addWorkspace(context, { templateId: source.id, userId, sshKeyId, name, secretNames }, within);
  }
  const { id, userId } = source.workspace;
  if (!snapshotId) return forkWorkspace(context, { id, name, userId, secretNames }, within);
  const snapshot = await fromSnapshot(context, source.workspace, snapshotId);
  return addWorkspace(context, { ...snapshot, name, secretNames }, within);
}

/** @throws ValidationError */
async function fromSnapshot({ actor, db }: Context, source: WorkspaceRecord, snapshotId: string) {
  const ofSource = and(eq(snapshots.instanceId, source.id), eq(snapshots.status, 'Active'), visibleSnapshots(actor));
  const [snapshot] = isId(snapshotId)
    ? await db
        .select({ id: snapshots.id })
        .from(snapshots)
        .where(and(eq(snapshots.id, snapshotId), ofSource))
    : [];
  if (!snapshot) throw new ValidationError({ snapshot_id: say('tasks.noSuchSnapshot', { name: source.name }) });
  const own = source.serverId !== 'shared';
  return {
    userId: source.userId,
    sshKeyId: source.sshKeyId ?? (await findOldestKey(db, source.userId)) ?? '',
    serverId: source.serverId,
    snapshotId,
    madeFrom: source,
    ide: source.ide,
    ...(own && { cpuCores: source.cpuCores, memoryGb: source.memoryMb / 1024, diskGb: source.diskGb }),
  };
}
