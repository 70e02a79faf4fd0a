import { and, eq, inArray, isNotNull, lt } from 'drizzle-orm';
import { MINUTE } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/database.ts';
import { Conflict, Forbidden } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { addJob } from '../../platform/jobs.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import { requirePaidUp } from '../billing/index.ts';
import { homeCapacity, NoCapacity, reservePlace } from '../capacity/index.ts';
import type { Context, Dependencies } from '../context.ts';
import {
  becomePending,
  findInstance,
  lockInstance,
  readChanges,
  readRecords,
  updateRecord,
  wasLost,
} from '../instances/index.ts';
import { instances, leftContainers, snapshots } from '../instances/tables.ts';
import { nodes } from '../machines/tables.ts';
import type { WorkspaceRecord } from './access.ts';
import { workspaceKind } from './kind.ts';

/** A machine that restarts is back before. */
const PATIENCE = 3 * MINUTE;

/**
 * Starts a workspace whose machine doesn't answer on another one, from the last copy of its files. Succeeds if it is
 * already starting there. What the lost machine has beyond that becomes a snapshot once it is back.
 * @throws NotFound, Forbidden, Conflict (its machine answers, no copy, no room), PaymentRequired
 */
export async function startElsewhere(context: Context, input: { id: string }): Promise<void> {
  const { actor, db } = context;
  const seen = await findInstance(db, workspaceKind, actor, input.id);
  workspaceKind.requireOperate(actor, seen);
  if (!workspaceKind.mayOpen(actor, seen)) throw new Forbidden();
  await requirePaidUp(db, actor.organizationId);
  const homeMb = await homeCapacity(context, seen.serverId);
  await db.transaction(async (tx) => {
    const workspace = await lockInstance(tx, workspaceKind, actor, input.id);
    if (workspace.status === 'Active' || workspace.status === 'Pending') return;
    await begin(context, tx, workspace, { homeMb, userId: actor.userId });
    await record(tx, context, { action: 'workspaces.start-elsewhere', targetId: workspace.id });
  });
}

/** Where the operator wants it, what ran on a lost machine starts elsewhere by itself. */
export async function recoverLost(dependencies: Dependencies): Promise<void> {
  const { clock, config, db, log } = dependencies;
  if (!config.poolRecover) return;
  const lost = await db
    .select({ id: nodes.id })
    .from(nodes)
    .where(lt(nodes.lostAt, new Date(clock.now().getTime() - PATIENCE)));
  const there = inArray(
    instances.engineId,
    lost.map(({ id }) => id),
  );
  const due = and(there, eq(instances.status, 'Offline'), isNotNull(instances.heldRevision), wasLost());
  for (const { id } of await readRecords(db, workspaceKind, due)) {
    try {
      const homeMb = await homeCapacity(dependencies, 'shared');
      await db.transaction(async (tx) => {
        const [workspace] = await readRecords(tx, workspaceKind, and(due, eq(instances.id, id)), { lock: 'free' });
        if (workspace) await begin(dependencies, tx, workspace, { homeMb });
      });
    } catch (error) {
      if (!(error instanceof NoCapacity)) throw error;
      log.warn({ workspaceId: id }, 'there is no room to start a workspace of a lost machine elsewhere');
    }
  }
}

async function begin(
  dependencies: Dependencies,
  tx: Transaction,
  workspace: WorkspaceRecord,
  { homeMb, userId }: { homeMb: number; userId?: string },
): Promise<void> {
  const { id, engineId, organizationId, serverId, cpuCores, memoryMb, heldRevision, heldAt } = workspace;
  if (workspace.status !== 'Offline') throw new Conflict(workspaceKind.sentences.cannotStart(workspace.status));
  const [machine] = await tx.select().from(nodes).where(eq(nodes.id, engineId));
  if (serverId !== 'shared' || !machine?.lostAt) {
    throw new Conflict(say('workspaces.machineAnswers'));
  }
  if (heldRevision === null || heldAt === null) {
    throw new Conflict(say('workspaces.noCopy'));
  }
  // Where it was left once, its earlier container has its name.
  const left = await tx.select().from(leftContainers).where(eq(leftContainers.instanceId, id));
  const besides = [engineId, ...left.map((each) => each.engineId)];
  const need = { cpuCores, memoryMb, diskGb: 0 };
  const place = await reservePlace(dependencies, tx, { serverId, organizationId, need, homeMb, image: null, besides });
  const now = dependencies.clock.now();
  const [last] = await readChanges(tx, id, 1);
  // What ran was written to, even if a backup of the installation copied it meanwhile.
  const unsaved = heldRevision !== workspace.revision || last?.cause === 'host_lost';
  await tx.insert(leftContainers).values({ id: newId(), instanceId: id, engineId, unsaved, createdAt: now });
  const waiting = and(eq(snapshots.instanceId, id), eq(snapshots.status, 'Pending'));
  await tx.update(snapshots).set({ engineId: place.engineId }).where(waiting);
  const moved = await updateRecord(tx, workspaceKind, workspace, {
    engineId: place.engineId,
    backupRevision: heldRevision,
    backedUpAt: heldAt,
  });
  const at = heldAt.toISOString().slice(0, 16).replace('T', ' ');
  const text = say('workspaces.startingWithFilesAsOf', { time: at });
  await becomePending(dependencies, tx, workspaceKind, moved ?? workspace, {
    text,
    ...(userId !== undefined && { userId }),
  });
  // Should the lost machine's engine answer all the same, what runs there is stopped now.
  await addJob(tx, 'instances.reconcile', {}, { key: 'instances.reconcile' });
}

/** Since when the machine of a workspace doesn't answer, and the copy that another one can start it from. */
export async function lostMachineOf(
  { db }: Pick<Context, 'db'>,
  { engineId, heldAt, heldRevision }: WorkspaceRecord,
): Promise<{ since_date: string; copy_date: string | null } | null> {
  const [machine] = await db.select({ lostAt: nodes.lostAt }).from(nodes).where(eq(nodes.id, engineId));
  if (!machine?.lostAt) return null;
  const copy = heldRevision === null ? null : heldAt;
  return { since_date: machine.lostAt.toISOString(), copy_date: copy?.toISOString() ?? null };
}
