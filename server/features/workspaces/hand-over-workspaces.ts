import { and, eq, inArray, isNull, lte } from 'drizzle-orm';
import { inheritanceMail, queueMail } from '../../mail/index.ts';
import { DAY } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/database.ts';
import { dayIn } from '../../platform/translate.ts';
import type { Context, Dependencies } from '../context.ts';
import { announce, changeAndConverge, changeStatus, type HandOver, handOver, readRecords } from '../instances/index.ts';
import { instances } from '../instances/tables.ts';
import { organizations, sshKeys, users } from '../people/tables.ts';
import { refreshSecrets } from '../secrets/index.ts';
import type { WorkspaceRecord } from './access.ts';
import { workspaceKind } from './kind.ts';

/** How long shared workspaces of a user who left are kept. */
const KEPT_MS = 15 * DAY;

/** What a workspace that was handed over loses by it. */
export interface HandedOver {
  id: string;
  sshKeyId: string | null;
  keepalive: boolean;
  /** It was to be deleted before. */
  ending: boolean;
}

/**
 * Gives a leaving user's workspaces to somebody else: shared ones stop and are deleted in 15 days, those on hosts stay.
 * The SSH key was the leaving user's, so it is removed. @returns what to give back with `takeBackWorkspaces`
 */
export async function handOverWorkspaces(context: Context, tx: Transaction, input: HandOver): Promise<HandedOver[]> {
  const before: HandedOver[] = [];
  const given = await handOver(tx, workspaceKind, input, ({ id, serverId, sshKeyId, keepalive, status }) => {
    before.push({ id, sshKeyId, keepalive, ending: status === 'Pending Deletion' });
    return {
      sshKeyId: null,
      // Each user has KeepAlive on one shared workspace, and this was the leaving user's.
      ...(serverId === 'shared' && { keepalive: false }),
    };
  });
  const ending = given.filter(({ serverId }) => serverId === 'shared');
  for (const workspace of given) {
    if (workspace.serverId === 'shared') await scheduleDeletion(context, tx, workspace);
    else await announce(context, tx, workspaceKind, workspace);
  }
  // What runs on belongs to the heir now, and gets theirs.
  await refreshSecrets(tx, input.organizationId);
  const names = ending.map(({ name }) => name);
  if (names.length > 0) await tellHeir(context, tx, { ...input, workspaces: names });
  return before;
}

/**
 * The user is back: what the heir still has is the user's again, and shared workspaces are Offline instead of being
 * deleted. What was deleted or given to others meanwhile stays so.
 */
export async function takeBackWorkspaces(
  context: Context,
  tx: Transaction,
  { given, ...input }: HandOver & { given: HandedOver[] },
): Promise<void> {
  if (given.length === 0) return;
  const byId = new Map(given.map((each) => [each.id, each]));
  const keys = await tx.select({ id: sshKeys.id }).from(sshKeys).where(eq(sshKeys.userId, input.toUserId));
  const only = inArray(instances.id, [...byId.keys()]);
  const back = await handOver(tx, workspaceKind, { ...input, only }, ({ id, serverId }) => {
    const before = byId.get(id);
    return {
      ...(keys.some((key) => key.id === before?.sshKeyId) && { sshKeyId: before?.sshKeyId ?? null }),
      ...(serverId === 'shared' && { keepalive: before?.keepalive ?? false }),
    };
  });
  for (const workspace of back) {
    const scheduled = workspace.status === 'Pending Deletion' && workspace.serverId === 'shared';
    if (scheduled && byId.get(workspace.id)?.ending === false) await keepAfterAll(context, tx, workspace);
    else await announce(context, tx, workspaceKind, workspace);
  }
}

/** It isn't deleted after all, and stopped. */
export async function keepAfterAll(context: Context, tx: Transaction, workspace: WorkspaceRecord): Promise<void> {
  await changeStatus(context, tx, workspaceKind, workspace, {
    to: 'Offline',
    cause: 'cancelled',
    userId: context.actor.userId,
    set: { revision: workspace.revision + 1, scheduledDeleteAt: null },
  });
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
  if (workspace.status === 'Pending Deletion') return announce(context, tx, workspaceKind, workspace);
  const by = { cause: 'scheduled' as const, userId: actor.userId };
  const launching = workspace.status === 'Pending';
  const settled = launching
    ? await changeStatus(context, tx, workspaceKind, workspace, { ...by, to: 'Offline' })
    : workspace;
  await changeAndConverge(context, tx, workspaceKind, settled, {
    ...by,
    to: 'Pending Deletion',
    set: { scheduledDeleteAt: new Date(clock.now().getTime() + KEPT_MS) },
  });
}

/**
 * Deletes what is due, despite any protection: its licence is gone. One at a time, so that one failure holds up
 * nothing.
 */
export async function deleteDueWorkspaces(dependencies: Dependencies): Promise<void> {
  const { clock, db } = dependencies;
  const isDue = and(eq(instances.status, 'Pending Deletion'), lte(instances.scheduledDeleteAt, clock.now()));
  const due = await readRecords(db, workspaceKind, and(isDue, isNull(instances.deletedAt)));
  for (const { id } of due) {
    await db.transaction(async (tx) => {
      const [workspace] = await readRecords(tx, workspaceKind, and(eq(instances.id, id), isDue), { lock: 'free' });
      if (!workspace) return;
      await changeAndConverge(dependencies, tx, workspaceKind, workspace, { to: 'Deleted', cause: 'scheduled' });
      await workspaceKind.keepCopy(dependencies, tx, workspace);
    });
  }
}
