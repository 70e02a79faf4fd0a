import { and, eq, inArray, isNotNull, isNull, ne } from 'drizzle-orm';
import { isEngineError } from '../../compute/engine-error.ts';
import { RegistryError } from '../../compute/registry/registry-error.ts';
import type { Transaction } from '../../platform/database.ts';
import { Conflict } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { addJob } from '../../platform/jobs.ts';
import { say } from '../../platform/say.ts';
import { homeCapacity, NoCapacity, type Place, reservePlace } from '../capacity/index.ts';
import type { Context, Dependencies } from '../context.ts';
import {
  becomePending,
  changeAndConverge,
  copyAway,
  endSleep,
  keepChange,
  lockAsked,
  lockRow,
  readChanges,
  readInstance,
  readRecords,
  requestConvergence,
  updateRecord,
  wasStoppedFor,
  withWorkLock,
} from '../instances/index.ts';
import { instances, leftContainers, snapshots } from '../instances/tables.ts';
import { type NodeRecord, nodes } from '../machines/tables.ts';
import type { WorkspaceRecord } from './access.ts';
import { workspaceKind } from './kind.ts';

const NO_ROOM = say('workspaces.noRoomElsewhere');
const NO_COPY = say('workspaces.filesNotCopied');
const TO_BE_DELETED = say('workspaces.staysUntilDeleted');

/**
 * Moves what is on machines that are being emptied: what is stopped at once, what runs when the time has come. What was
 * stopped for that starts again, also where moving was called off. Repeatable; called once a minute.
 */
export async function moveOff(dependencies: Dependencies): Promise<void> {
  const { db } = dependencies;
  const draining = and(isNotNull(nodes.drainedAt), isNull(nodes.lostAt), isNull(nodes.removedAt));
  for (const node of await db.select().from(nodes).where(draining)) {
    // Nobody tidies up backups there meanwhile.
    await withWorkLock(dependencies, `backups.${node.id}`, () => empty(dependencies, node));
  }
  await startCalledOff(dependencies);
}

async function empty(dependencies: Dependencies, node: NodeRecord): Promise<void> {
  const { db } = dependencies;
  const here = and(eq(instances.engineId, node.id), eq(instances.serverId, 'shared'), ne(instances.status, 'Deleted'));
  const problems: Record<string, string> = {};
  for (const { id } of await readRecords(db, workspaceKind, here, { orderBy: instances.id })) {
    const problem = await move(dependencies, node.id, id);
    if (problem) problems[id] = problem;
  }
  await db
    .update(nodes)
    .set({ drainProblems: problems })
    .where(and(eq(nodes.id, node.id), isNotNull(nodes.drainedAt)));
}

/** @returns why it could not be moved; null if it was, or if it only has to wait */
async function move(dependencies: Dependencies, engineId: string, id: string): Promise<string | null> {
  let problem: string | null = null;
  let worked = false;
  try {
    await stopIfDue(dependencies, engineId, id);
    await withWorkLock(dependencies, `workspace.${id}`, async () => {
      const stopped = await readInstance(dependencies, workspaceKind, id);
      if (stopped?.status === 'Pending Deletion') problem = TO_BE_DELETED;
      if (stopped?.status !== 'Offline' || stopped.asleepSince !== null || stopped.engineId !== engineId) return;
      worked = true;
      // Never launched: there are no files yet.
      if (stopped.containerId !== null) {
        await copyAway(dependencies, workspaceKind, dependencies.engines.get(engineId), stopped);
      }
      problem = await goElsewhere(dependencies, stopped);
    });
    // Whoever wanted to start it meanwhile has left it to us.
    if (worked) await requestConvergence(dependencies.db, workspaceKind, id);
  } catch (error) {
    if (error instanceof Conflict) return whyNot(error);
    if (!isEngineError(error) && !(error instanceof RegistryError)) throw error;
    dependencies.log.warn({ err: error, workspaceId: id }, 'a workspace could not be moved off its machine yet');
    return NO_COPY;
  }
  return problem;
}

/** Nothing is stopped that has no room elsewhere. @throws NoCapacity */
async function stopIfDue(dependencies: Dependencies, engineId: string, id: string): Promise<void> {
  const homeMb = await homeCapacity(dependencies, 'shared');
  await dependencies.db.transaction(async (tx) => {
    const workspace = await lockRow(tx, workspaceKind, id);
    const node = await readDraining(tx, engineId);
    if (!workspace || !node || workspace.engineId !== engineId) return;
    const isDue = node.drainDueAt !== null && node.drainDueAt <= dependencies.clock.now();
    const isAsleep = workspace.asleepSince !== null;
    if (!isAsleep && !(isDue && workspace.status === 'Active')) return;
    const why = { cause: 'moving' } as const;
    const stopped = isAsleep
      ? await endSleep(dependencies, tx, workspaceKind, workspace, why)
      : await changeAndConverge(dependencies, tx, workspaceKind, workspace, { to: 'Offline', ...why });
    await findPlace(dependencies, tx, stopped, { homeMb, starts: true });
  });
}

async function goElsewhere(dependencies: Dependencies, seen: WorkspaceRecord): Promise<string | null> {
  const homeMb = await homeCapacity(dependencies, 'shared');
  const asIs = async (tx: Transaction) => {
    const workspace = await lockAsked(workspaceKind, tx, seen);
    return workspace?.engineId === seen.engineId ? workspace : null;
  };
  try {
    await dependencies.db.transaction(async (tx) => {
      const workspace = await asIs(tx);
      if (workspace && (await readDraining(tx, seen.engineId))) await goNow(dependencies, tx, workspace, homeMb);
    });
    return null;
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    // The room was taken since it was stopped: its own is still here.
    await dependencies.db.transaction(async (tx) => {
      const workspace = await asIs(tx);
      if (workspace && (await wasRunning(tx, workspace.id))) await startAgain(dependencies, tx, workspace);
    });
    return whyNot(error);
  }
}

const whyNot = (error: Conflict) => (error instanceof NoCapacity ? NO_ROOM : error.message);

/** @throws NoCapacity */
async function goNow(dependencies: Dependencies, tx: Transaction, workspace: WorkspaceRecord, homeMb: number) {
  const { id, engineId, containerId, heldRevision, heldAt } = workspace;
  const waiting = and(eq(snapshots.instanceId, id), eq(snapshots.status, 'Pending'));
  const [snapshot] = await tx.select({ id: snapshots.id }).from(snapshots).where(waiting).limit(1);
  // It is taken here first.
  if (snapshot || (containerId !== null && heldRevision === null)) return;
  const starts = await wasRunning(tx, id);
  const place = await findPlace(dependencies, tx, workspace, { homeMb, starts });
  const now = dependencies.clock.now();
  await tx.insert(leftContainers).values({ id: newId(), instanceId: id, engineId, unsaved: false, createdAt: now });
  const set = {
    engineId: place.engineId,
    ...(heldRevision !== null && { backupRevision: heldRevision, backedUpAt: heldAt }),
  };
  const moved = (await updateRecord(tx, workspaceKind, workspace, set)) ?? workspace;
  await keepChange(dependencies, tx, workspaceKind, moved, { cause: 'moved' });
  if (starts)
    await becomePending(dependencies, tx, workspaceKind, moved, { text: say('workspaces.startingOtherMachine') });
  await addJob(tx, 'instances.reconcile', {}, { key: 'instances.reconcile' });
}

async function findPlace(
  dependencies: Dependencies,
  tx: Transaction,
  { id, engineId, organizationId, serverId, cpuCores, memoryMb }: WorkspaceRecord,
  { homeMb, starts }: { homeMb: number; starts: boolean },
): Promise<Place> {
  // Where it was left once, its earlier container has its name.
  const left = await tx.select().from(leftContainers).where(eq(leftContainers.instanceId, id));
  const besides = [engineId, ...left.map((each) => each.engineId)];
  const need = { cpuCores, memoryMb, diskGb: 0 };
  const wanted = { serverId, organizationId, need, homeMb, image: null, besides, staysStopped: !starts };
  return reservePlace(dependencies, tx, wanted);
}

/** What was stopped to be moved starts again on a machine that isn't emptied any more. */
async function startCalledOff(dependencies: Dependencies): Promise<void> {
  const { db, log } = dependencies;
  const staying = db.select({ id: nodes.id }).from(nodes).where(isNull(nodes.drainedAt));
  const due = and(
    eq(instances.status, 'Offline'),
    inArray(instances.engineId, staying),
    isNull(instances.asleepSince),
    wasStoppedFor('moving'),
  );
  for (const seen of await readRecords(db, workspaceKind, due)) {
    try {
      const holdRoom = await workspaceKind.findRoom(dependencies, seen);
      await db.transaction(async (tx) => {
        const workspace = await lockAsked(workspaceKind, tx, seen);
        if (!workspace || workspace.engineId !== seen.engineId) return;
        await holdRoom(tx);
        await startAgain(dependencies, tx, workspace);
      });
    } catch (error) {
      log.warn({ err: error, workspaceId: seen.id }, 'what should have been moved could not be started again yet');
    }
  }
}

const startAgain = (dependencies: Dependencies, tx: Transaction, workspace: WorkspaceRecord) =>
  becomePending(dependencies, tx, workspaceKind, workspace, { text: say('workspaces.startingSameMachine') });

async function wasRunning(tx: Transaction, id: string): Promise<boolean> {
  const [last] = await readChanges(tx, id, 1);
  return last?.cause === 'moving';
}

async function readDraining(tx: Transaction, id: string): Promise<NodeRecord | null> {
  const draining = and(eq(nodes.id, id), isNotNull(nodes.drainedAt), isNull(nodes.lostAt));
  const [node] = await tx.select().from(nodes).where(draining);
  return node ?? null;
}

/** When a workspace is stopped at the latest to go on on another machine; null if its machine stays. */
export async function moveDateOf({ db }: Pick<Context, 'db'>, { engineId }: WorkspaceRecord): Promise<string | null> {
  const due = and(eq(nodes.id, engineId), isNotNull(nodes.drainedAt));
  const [node] = await db.select({ at: nodes.drainDueAt }).from(nodes).where(due);
  return node?.at?.toISOString() ?? null;
}
