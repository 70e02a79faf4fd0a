import { and, eq } from 'drizzle-orm';
import type { ContainerLimits } from '../../compute/engine.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import type { Transaction } from '../../platform/database.ts';
import { Conflict, NotFound, ValidationError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import { reserveOnHost } from '../capacity/index.ts';
import type { Context } from '../context.ts';
import { announce, containerName, findInstance, lockInstance, updateRecord } from '../instances/index.ts';
import { sshKeys } from '../people/tables.ts';
import { requireManage, type WorkspaceRecord } from './access.ts';
import { mustKeepTemplate } from './from-template.ts';
import { takeKeepalive } from './keepalive.ts';
import { workspaceKind } from './kind.ts';
import { makePrivate } from './port-visitors.ts';
import { assignTcpPorts } from './ports.ts';
import { mustBeLicensed } from './quota.ts';
import { chooseResources, type WorkspaceChoices } from './resources.ts';

const CHANGE_TIMEOUT_MS = 5_000;

export interface UpdateInput extends WorkspaceChoices {
  id: string;
  name?: string | undefined;
  sshKeyId?: string | undefined;
}

/**
 * Changes a workspace's settings; its address, language, database and server stay. They take effect at once, also for
 * running workspaces, except cpu or memory that the engine can't change now: `nextStart` names those.
 * @throws NotFound, Forbidden, Conflict, ValidationError
 */
export async function updateWorkspace(context: Context, input: UpdateInput): Promise<{ nextStart: string[] }> {
  const { actor, bus, db } = context;
  const seen = await findInstance(db, workspaceKind, actor, input.id);
  return db.transaction(async (tx) => {
    // In the order in which adding locks them.
    if (input.keepalive) await mustBeLicensed(tx, seen.organizationId, seen.userId);
    const workspace = await lockInstance(tx, workspaceKind, actor, input.id);
    requireManage(actor, workspace);
    if (workspace.status === 'Deleted') throw new Conflict(say('workspaces.wasDeleted'));
    const set = changesOf(workspace, input);
    await mustKeepTemplate(tx, actor, workspace, set);
    if (set.sshKeyId) {
      await mustOwnKey(tx, workspace.userId, set.sshKeyId);
      await bus.notify(tx, 'access_changed', { reason: 'workspace_key_changed' });
    }
    if (set.keepalive) await takeKeepalive(context, tx, workspace, input.keepaliveMove ?? false);
    const moreMb = (set.memoryMb ?? 0) - workspace.memoryMb;
    const { status } = workspace;
    const runs = status === 'Active' || status === 'Pending' || workspace.asleepSince !== null;
    const more = {
      cpuCores: set.cpuCores ?? 0,
      memoryMb: runs ? Math.max(0, moreMb) : 0,
      diskGb: Math.max(0, (set.diskGb ?? 0) - workspace.diskGb),
    };
    // Shared ones are all the same: only those on a host can have more.
    if (Object.values(more).some((amount) => amount > 0)) await reserveOnHost(context, tx, workspace.serverId, more);
    if (Object.keys(set).length === 0) return { nextStart: [] };
    const changed = await updateRecord(tx, workspaceKind, workspace, set);
    if (!changed) throw new NotFound();
    await assignTcpPorts(context, tx, changed);
    // A reopened port is private: its former visitors were let in to something else.
    if (set.port3000) await makePrivate(tx, workspace.id, 3000);
    if (set.port3030) await makePrivate(tx, workspace.id, 3030);
    await announce(context, tx, workspaceKind, changed);
    const details = { fields: Object.keys(set).join(', ') };
    await record(tx, context, { action: 'workspaces.update', targetId: workspace.id, details });
    // Last, and under the row's lock, so that the engine gets two changes in the row's order.
    return { nextStart: await changeLimits(context, changed, set) };
  });
}

/** The columns that should change. */
function changesOf(workspace: WorkspaceRecord, input: UpdateInput): Partial<WorkspaceRecord> {
  const { name, sshKeyId, port3000, port3030, port3000PassHost, port3030PassHost, useSsl, keepalive, deleteProtect } =
    input;
  const { warmSleep, hourlyPoints } = input;
  const asked: Partial<WorkspaceRecord> = {
    ...chooseResources(workspace.serverId, input, workspace),
    ...(name !== undefined && { name }),
    ...(sshKeyId !== undefined && { sshKeyId }),
    ...(port3000 !== undefined && { port3000 }),
    ...(port3030 !== undefined && { port3030 }),
    ...(port3000PassHost !== undefined && { port3000PassHost }),
    ...(port3030PassHost !== undefined && { port3030PassHost }),
    ...(useSsl !== undefined && { useSsl }),
    ...(keepalive !== undefined && { keepalive }),
    ...(warmSleep !== undefined && { warmSleep }),
    ...(hourlyPoints !== undefined && { hourlyPoints }),
    ...(deleteProtect !== undefined && { deleteProtect }),
  };
  const entries = Object.entries(asked) as [keyof WorkspaceRecord, unknown][];
  return Object.fromEntries(entries.filter(([column, value]) => workspace[column] !== value));
}

/** @returns the fields that couldn't be changed now; a start applies them (instances/launch.ts) */
async function changeLimits(
  { engines, log }: Context,
  workspace: WorkspaceRecord,
  { cpuCores, memoryMb }: Partial<WorkspaceRecord>,
): Promise<string[]> {
  if (workspace.containerId === null) return [];
  const engine = engines.get(workspace.engineId);
  const change = async (field: string, limits: ContainerLimits): Promise<string[]> => {
    try {
      await engine.update(containerName('workspace', workspace.id), limits, { timeoutMs: CHANGE_TIMEOUT_MS });
      return [];
    } catch (error) {
      if (!isEngineError(error)) throw error;
      // For example, if a running workspace uses more memory than its new limit.
      log.info({ err: error, workspaceId: workspace.id, field }, 'a limit could not be changed now');
      return [field];
    }
  };
  return [
    ...(cpuCores === undefined ? [] : await change('cpu_cores', { cpuCores })),
    ...(memoryMb === undefined ? [] : await change('memory_gb', { memoryMb })),
  ];
}

/** @throws ValidationError on `ssh_key_id` if the key isn't this user's */
export async function mustOwnKey(tx: Transaction, userId: string, sshKeyId: string): Promise<void> {
  const [key] = isId(sshKeyId)
    ? await tx
        .select({ id: sshKeys.id })
        .from(sshKeys)
        .where(and(eq(sshKeys.id, sshKeyId), eq(sshKeys.userId, userId)))
        .for('share')
    : [];
  if (!key) throw new ValidationError({ ssh_key_id: say('workspaces.chooseUsersSshKey') });
}
