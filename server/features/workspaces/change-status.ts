import { and, eq } from 'drizzle-orm';
import { canBecome } from '#shared/features/workspaces/model.ts';
import type { Transaction } from '../../platform/database.ts';
import { Conflict } from '../../platform/errors.ts';
import type { Services } from '../context.ts';
import { type StatusChange, WELL } from '../instances/index.ts';
import { workspaceStatusChanges, workspaces } from '../instances/tables.ts';
import type { WorkspaceRecord } from './access.ts';
import { forgetDeployKey } from './deploy-keys.ts';
import { makePrivate } from './port-visitors.ts';
import { workspaceTcpPorts } from './tables.ts';

type Needs = Pick<Services, 'bus' | 'clock' | 'publish'>;
type Change = StatusChange<WorkspaceRecord>;

/**
 * The one way a workspace changes status: checks the status machine, keeps the cause and the time, and tells gateways
 * and open pages on commit. The caller holds the row's lock.
 * @throws Conflict when the machine does not allow it.
 */
export async function changeStatus(
  services: Needs,
  tx: Transaction,
  workspace: WorkspaceRecord,
  change: Change,
): Promise<WorkspaceRecord> {
  if (!canBecome(workspace.status, change.to)) {
    throw new Conflict(`The workspace is ${workspace.status} and can’t become ${change.to}.`);
  }
  const [changed] = await tx
    .update(workspaces)
    .set({
      ...change.set,
      ...WELL,
      status: change.to,
      ...(change.to === 'Active' && { activeSince: services.clock.now(), keepAwakeUntil: null, heldSeenAt: null }),
      ...(change.to !== 'Active' && { heldCommand: null, heldSince: null }),
      // A deleted workspace keeps no secrets.
      ...(change.to === 'Deleted' && { deletedAt: services.clock.now(), databasePassword: null, gitCredentials: null }),
    })
    .where(and(eq(workspaces.id, workspace.id), eq(workspaces.status, workspace.status)))
    .returning();
  if (!changed) throw new Conflict('The workspace changed in the meantime.');
  if (change.to === 'Deleted') {
    await tx.delete(workspaceTcpPorts).where(eq(workspaceTcpPorts.workspaceId, workspace.id));
    await makePrivate(tx, workspace.id);
    await forgetDeployKey(tx, workspace.id);
  }
  await keepChange(services, tx, changed, change);
  return changed;
}

/** Writes the change down and announces it; on its own only for a workspace that has just been inserted. */
export async function keepChange(
  services: Needs,
  tx: Transaction,
  workspace: WorkspaceRecord,
  change: Omit<Change, 'to' | 'set'>,
): Promise<void> {
  await tx.insert(workspaceStatusChanges).values({
    workspaceId: workspace.id,
    status: workspace.status,
    cause: change.cause,
    detail: change.detail ?? null,
    userId: change.userId ?? null,
    createdAt: services.clock.now(),
  });
  await announceWorkspace(services, tx, workspace);
}

/** Tells gateways and open pages, on commit, that something of the workspace is different now. */
export async function announceWorkspace(
  services: Pick<Services, 'bus' | 'publish'>,
  tx: Transaction,
  workspace: Pick<WorkspaceRecord, 'id' | 'slug' | 'organizationId'>,
): Promise<void> {
  const { id, slug, organizationId } = workspace;
  await services.bus.notify(tx, 'workspace_changed', { id, slug, organizationId });
  await services.publish(tx, 'workspace', id, { id });
  await services.publish(tx, 'workspaces', organizationId, { id: organizationId });
}
