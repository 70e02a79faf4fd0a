import { and, desc, eq } from 'drizzle-orm';
import type { Database, Executor, Transaction } from '../../platform/database.ts';
import { NotFound } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Instance, Kind, Requester } from './kind.ts';
import { visibleInstances } from './reach.ts';
import { readRecords } from './records.ts';
import { instanceStatusChanges, instances } from './tables.ts';

type Of<R extends Instance> = Pick<Kind<R>, 'table' | 'mayOpen'>;

/** One the person sees, deleted ones included. @throws NotFound */
export async function findInstance<R extends Instance>(
  executor: Executor,
  kind: Of<R>,
  actor: Requester,
  id: string,
): Promise<R> {
  return mustBe(isId(id) ? await readRecords(executor, kind, seen(actor, id)) : []);
}

/** The same, locked until the transaction ends, so that changes happen one after another. @throws NotFound */
export async function lockInstance<R extends Instance>(
  tx: Executor,
  kind: Of<R>,
  actor: Requester,
  id: string,
): Promise<R> {
  return mustBe(isId(id) ? await readRecords(tx, kind, seen(actor, id), { lock: 'all' }) : []);
}

/** May this person enter through the gateway? */
export async function mayOpen<R extends Instance>(
  executor: Executor,
  kind: Of<R>,
  actor: Requester,
  id: string,
): Promise<boolean> {
  const [record] = await readRecords(executor, kind, seen(actor, id));
  return record !== undefined && record.status !== 'Deleted' && kind.mayOpen(actor, record);
}

/** The record, for the system itself, without access checks. */
export async function readInstance<R extends Instance>(
  { db }: { db: Database },
  kind: Of<R>,
  id: string,
): Promise<R | null> {
  const [record] = await readRecords(db, kind, eq(instances.id, id));
  return record ?? null;
}

/** The same, locked until the transaction ends. */
export async function lockRow<R extends Instance>(tx: Transaction, kind: Of<R>, id: string): Promise<R | null> {
  const [record] = await readRecords(tx, kind, eq(instances.id, id), { lock: 'all' });
  return record ?? null;
}

/** Locks the row if the last request is still the same; null if a person asked for something else. */
export async function lockAsked<R extends Instance>(
  kind: Of<R>,
  tx: Transaction,
  asked: Pick<Instance, 'id' | 'revision' | 'status'>,
): Promise<R | null> {
  const current = await lockRow(tx, kind, asked.id);
  return current?.revision === asked.revision && current.status === asked.status ? current : null;
}

/** The last changes of its status, newest first. */
export async function readChanges(executor: Executor, id: string, limit: number) {
  const { id: order, instanceId } = instanceStatusChanges;
  return executor.select().from(instanceStatusChanges).where(eq(instanceId, id)).orderBy(desc(order)).limit(limit);
}

const seen = (actor: Requester, id: string) => and(eq(instances.id, id), visibleInstances(actor));

function mustBe<R extends Instance>([record]: R[]): R {
  if (!record) throw new NotFound();
  return record;
}
