import { and, asc, eq, getTableColumns, inArray, ne, sql } from 'drizzle-orm';
import type { WorkspaceStatus } from '#shared/features/workspaces/model.ts';
import type { Executor, Transaction } from '../../platform/database.ts';
import type { Dependencies } from '../context.ts';
import { users } from '../people/tables.ts';
import { changeStatus } from './change-status.ts';
import type { Instance, Kind } from './kind.ts';
import { lockRow, readChanges } from './read.ts';
import { becomePending } from './start.ts';
import { changeAndConverge } from './stop.ts';
import { organizationServices, tablesOf } from './tables.ts';

/** The host doesn't answer: what ran on it no longer counts as running. */
export async function noteServerLost(dependencies: Dependencies, serverId: string, name: string): Promise<void> {
  await forEachOn(dependencies, serverId, ['Active'], async (tx, instance, kind) => {
    await changeStatus(dependencies, tx, kind, instance, {
      to: 'Offline',
      cause: 'host_lost',
      detail: `The host ${name} does not answer. What ran on it starts again by itself when it is back.`,
    });
  });
}

/** The host is back: restarts what it took down. */
export async function noteServerBack(dependencies: Dependencies, serverId: string): Promise<void> {
  await forEachOn(dependencies, serverId, ['Offline'], async (tx, instance, kind) => {
    const [last] = await readChanges(tx, kind, instance.id, 1);
    if (last?.cause !== 'host_lost') return;
    await becomePending(dependencies, tx, kind, instance, { text: 'The host is back. Starting again.' });
  });
}

/** The host goes: everything on it is lost, without safety copies. */
export async function deleteAllOn(dependencies: Dependencies, serverId: string): Promise<void> {
  const there: WorkspaceStatus[] = ['Active', 'Offline', 'Pending', 'Pending Deletion'];
  await forEachOn(dependencies, serverId, there, async (tx, instance, kind) => {
    const detail = 'Its host was deleted.';
    await changeAndConverge(dependencies, tx, kind, instance, { to: 'Deleted', cause: 'scheduled', detail });
  });
}

export interface OnServer {
  instance: Instance;
  userName: string;
  /** For a service: its catalogue item. */
  catalogueId: string | null;
}

/** Everything on a host, by name. */
export async function listOn(executor: Executor, word: Kind['word'], serverId: string): Promise<OnServer[]> {
  const { instances } = tablesOf[word];
  const { catalogueId } = organizationServices;
  return executor
    .select({
      instance: getTableColumns(instances),
      userName: users.name,
      catalogueId: word === 'service' ? catalogueId : sql<null>`null`,
    })
    .from(instances)
    .innerJoin(users, eq(users.id, instances.userId))
    .where(and(eq(instances.serverId, serverId), ne(instances.status, 'Deleted')))
    .orderBy(asc(instances.name), asc(instances.id));
}

/** How many on a host have delete protection. */
export async function countProtected(executor: Executor, serverId: string): Promise<number> {
  let sum = 0;
  for (const { instances } of Object.values(tablesOf)) {
    const here = and(eq(instances.serverId, serverId), ne(instances.status, 'Deleted'));
    const [row] = await executor
      .select({ count: sql<number>`count(*)::int` })
      .from(instances)
      .where(and(here, eq(instances.deleteProtect, true)));
    sum += row?.count ?? 0;
  }
  return sum;
}

/** Runs `step` for each instance of a host with one of these statuses, each locked in its own transaction. */
async function forEachOn(
  { db, kinds }: Dependencies,
  serverId: string,
  statuses: WorkspaceStatus[],
  step: (tx: Transaction, instance: Instance, kind: Kind) => Promise<void>,
): Promise<void> {
  for (const kind of [kinds.workspace, kinds.service]) {
    const { instances } = tablesOf[kind.word];
    const here = and(eq(instances.serverId, serverId), inArray(instances.status, statuses));
    for (const { id } of await db.select({ id: instances.id }).from(instances).where(here)) {
      await db.transaction(async (tx) => {
        const instance = await lockRow(tx, kind, id);
        if (instance && statuses.includes(instance.status)) await step(tx, instance, kind);
      });
    }
  }
}
