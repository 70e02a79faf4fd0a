import { and, asc, count, desc, eq, inArray, ne, notInArray, type SQL, sql } from 'drizzle-orm';
import type { Cause, WorkspaceStatus } from '#shared/features/workspaces/model.ts';
import type { Executor, Transaction } from '../../platform/database.ts';
import { say } from '../../platform/say.ts';
import type { Dependencies } from '../context.ts';
import { users } from '../people/tables.ts';
import { changeStatus } from './change-status.ts';
import type { Instance, Kind } from './kind.ts';
import { lockRow, readChanges } from './read.ts';
import { recordColumns } from './records.ts';
import { becomePending } from './start.ts';
import { changeAndConverge } from './stop.ts';
import { instanceStatusChanges, instances } from './tables.ts';

/** The host doesn't answer: what ran on it no longer counts as running. */
export async function noteServerLost(dependencies: Dependencies, serverId: string, name: string): Promise<void> {
  await forEachOn(dependencies, serverId, ['Active'], async (tx, instance, kind) => {
    await changeStatus(dependencies, tx, kind, instance, {
      to: 'Offline',
      cause: 'host_lost',
      detail: say('instances.hostSilent', { name }),
    });
  });
}

/** The same for a machine that is shared. */
export async function noteMachineLost(dependencies: Dependencies, engineId: string, since: Date): Promise<void> {
  const at = since.toISOString().slice(0, 16).replace('T', ' ');
  const here = and(eq(instances.engineId, engineId), eq(instances.serverId, 'shared'));
  await forEachOf(dependencies, here, ['Active'], async (tx, instance, kind) => {
    const detail = say('instances.machineSilentSince', { time: at });
    await changeStatus(dependencies, tx, kind, instance, { to: 'Offline', cause: 'host_lost', detail });
  });
}

/** Restarts what a shared machine took down, unless it runs elsewhere by now. */
export async function noteMachineBack(dependencies: Dependencies, engineId: string): Promise<void> {
  const here = and(eq(instances.engineId, engineId), eq(instances.serverId, 'shared'), wasLost());
  await forEachOf(dependencies, here, ['Offline'], async (tx, instance, kind) => {
    const [last] = await readChanges(tx, instance.id, 1);
    if (instance.engineId !== engineId || last?.cause !== 'host_lost') return;
    await becomePending(dependencies, tx, kind, instance, { text: say('instances.machineBack') });
  });
}

/** SQL condition: the last thing that happened to it is that its machine was lost. */
export const wasLost = () => wasStoppedFor('host_lost');

/** SQL condition: the last thing that happened to it has this cause. */
export const wasStoppedFor = (cause: Cause) =>
  sql`(select cause from ${instanceStatusChanges} where instance_id = ${instances.id} order by id desc limit 1) = ${cause}`;

/** The host is back: restarts what it took down. */
export async function noteServerBack(dependencies: Dependencies, serverId: string): Promise<void> {
  await forEachOn(dependencies, serverId, ['Offline'], async (tx, instance, kind) => {
    const [last] = await readChanges(tx, instance.id, 1);
    if (last?.cause !== 'host_lost') return;
    await becomePending(dependencies, tx, kind, instance, { text: say('instances.hostBack') });
  });
}

/** The host goes: everything on it is lost, without safety copies. */
export async function deleteAllOn(dependencies: Dependencies, serverId: string): Promise<void> {
  const there: WorkspaceStatus[] = ['Active', 'Offline', 'Pending', 'Pending Deletion'];
  await forEachOn(dependencies, serverId, there, async (tx, instance, kind) => {
    const detail = say('instances.hostDeleted');
    await changeAndConverge(dependencies, tx, kind, instance, { to: 'Deleted', cause: 'scheduled', detail });
  });
}

export interface OnServer {
  instance: Instance;
  userName: string;
  /** For a service: its catalogue item. */
  catalogueId: string | null;
}

/** Everything of a kind on a host, by name. */
export async function listOn(executor: Executor, kind: Kind, serverId: string): Promise<OnServer[]> {
  const here = and(eq(instances.serverId, serverId), notInArray(instances.status, ['Deleted', 'Pending Deletion']));
  const rows = await executor
    .select({ instance: recordColumns(kind.table), userName: users.name })
    .from(instances)
    .innerJoin(kind.table, eq(kind.table.id, instances.id))
    .innerJoin(users, eq(users.id, instances.userId))
    .where(here)
    .orderBy(asc(instances.name), asc(instances.id));
  return rows.map(({ instance, userName }) => {
    const { catalogueId = null } = kind.describe(instance);
    return { instance, userName, catalogueId };
  });
}

/** How many on a host have delete protection. */
export async function countProtected(executor: Executor, serverId: string): Promise<number> {
  const here = and(eq(instances.serverId, serverId), ne(instances.status, 'Deleted'));
  const [row] = await executor
    .select({ count: count() })
    .from(instances)
    .where(and(here, eq(instances.deleteProtect, true)));
  return row?.count ?? 0;
}

/** Runs `step` for each instance of a host with one of these statuses, each locked in its own transaction. */
async function forEachOn(
  dependencies: Dependencies,
  serverId: string,
  statuses: WorkspaceStatus[],
  step: (tx: Transaction, instance: Instance, kind: Kind) => Promise<void>,
): Promise<void> {
  await forEachOf(dependencies, eq(instances.serverId, serverId), statuses, step);
}

async function forEachOf(
  { db, kinds }: Dependencies,
  which: SQL | undefined,
  statuses: WorkspaceStatus[],
  step: (tx: Transaction, instance: Instance, kind: Kind) => Promise<void>,
): Promise<void> {
  const { id, kind, status } = instances;
  const here = and(which, inArray(status, statuses));
  // Workspaces first.
  for (const each of await db.select({ id, kind }).from(instances).where(here).orderBy(desc(kind))) {
    await db.transaction(async (tx) => {
      const instance = await lockRow(tx, kinds[each.kind], each.id);
      if (instance && statuses.includes(instance.status)) await step(tx, instance, kinds[each.kind]);
    });
  }
}
