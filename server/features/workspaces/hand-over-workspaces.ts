import { and, asc, eq, isNull, lte, ne } from 'drizzle-orm';
import { inheritanceMail, queueMail } from '../../mail/index.ts';
import { DAY } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/database.ts';
import { dayIn } from '../../platform/translate.ts';
import type { Context, Services } from '../context.ts';
import { workspaces } from '../instances/tables.ts';
import { organizations } from '../organizations/tables.ts';
import { users } from '../users/tables.ts';
import type { WorkspaceRecord } from './access.ts';
import { announceWorkspace, changeStatus } from './change-status.ts';
import { requestConvergence } from './converge-job.ts';
import { askForSafetyCopy } from './safety-net.ts';

/** spec/2 §9. */
const KEPT_MS = 15 * DAY;

/**
 * Gives a leaving user's workspaces to somebody else: shared ones stop and are destroyed in 15 days, private ones stay
 * as they are. The SSH key was the leaving user's, so none is left.
 */
export async function handOverWorkspaces(
  context: Context,
  tx: Transaction,
  input: { organizationId: string; fromUserId: string; toUserId: string },
): Promise<void> {
  const rows = await tx
    .select()
    .from(workspaces)
    .where(
      and(
        eq(workspaces.organizationId, input.organizationId),
        eq(workspaces.userId, input.fromUserId),
        ne(workspaces.status, 'Deleted'),
      ),
    )
    .orderBy(asc(workspaces.id))
    .for('update');
  const ending: string[] = [];
  for (const row of rows) {
    const [given] = await tx
      .update(workspaces)
      // The one KeepAlive of a shared workspace was the leaving user's as well.
      .set({ userId: input.toUserId, sshKeyId: null, ...(row.serverId === 'shared' && { keepalive: false }) })
      .where(eq(workspaces.id, row.id))
      .returning();
    if (!given) continue;
    if (given.serverId === 'shared') {
      ending.push(given.name);
      await scheduleDeletion(context, tx, given);
    } else await announceWorkspace(context, tx, given);
  }
  if (ending.length > 0) await tellHeir(context, tx, { ...input, workspaces: ending });
}

async function tellHeir(
  context: Context,
  tx: Transaction,
  input: { organizationId: string; fromUserId: string; toUserId: string; workspaces: string[] },
): Promise<void> {
  const { clock, config } = context;
  const [[heir], [from], [organization]] = await Promise.all([
    tx.select().from(users).where(eq(users.id, input.toUserId)),
    tx.select({ name: users.name }).from(users).where(eq(users.id, input.fromUserId)),
    tx.select({ name: organizations.name }).from(organizations).where(eq(organizations.id, input.organizationId)),
  ]);
  if (!heir || !from || !organization) return;
  const mail = inheritanceMail({
    to: heir.email,
    firstName: heir.firstName,
    from: from.name,
    organization: organization.name,
    workspaces: input.workspaces,
    day: dayIn(heir.locale, new Date(clock.now().getTime() + KEPT_MS)),
    url: `${config.publicUrl}/workspaces?status=pending_deletion`,
  });
  await queueMail(context, tx, mail);
}

async function scheduleDeletion(context: Context, tx: Transaction, workspace: WorkspaceRecord): Promise<void> {
  const { actor, clock } = context;
  if (workspace.status === 'Pending Deletion') return announceWorkspace(context, tx, workspace);
  const by = { cause: 'scheduled' as const, userId: actor.userId };
  const launching = workspace.status === 'Pending';
  const settled = launching ? await changeStatus(context, tx, workspace, { ...by, to: 'Offline' }) : workspace;
  await changeStatus(context, tx, settled, {
    ...by,
    to: 'Pending Deletion',
    set: { revision: workspace.revision + 1, scheduledDeleteAt: new Date(clock.now().getTime() + KEPT_MS) },
  });
  await requestConvergence(tx, workspace.id);
}

/** Deletes what is due, whatever protects it: its licence is gone. One at a time, so that one failure holds up nothing. */
export async function deleteDueWorkspaces(services: Services): Promise<void> {
  const { clock, db } = services;
  const isDue = and(eq(workspaces.status, 'Pending Deletion'), lte(workspaces.scheduledDeleteAt, clock.now()));
  const due = await db
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(and(isDue, isNull(workspaces.deletedAt)));
  for (const { id } of due) {
    await db.transaction(async (tx) => {
      const [workspace] = await tx
        .select()
        .from(workspaces)
        .where(and(eq(workspaces.id, id), isDue))
        .for('update', { skipLocked: true });
      if (!workspace) return;
      await changeStatus(services, tx, workspace, {
        to: 'Deleted',
        cause: 'scheduled',
        set: { revision: workspace.revision + 1 },
      });
      await askForSafetyCopy(services, tx, workspace);
      await requestConvergence(tx, id);
    });
  }
}
