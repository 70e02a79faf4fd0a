import { and, desc, eq } from 'drizzle-orm';
import type { Database, Executor, Transaction } from '../../platform/database.ts';
import { NotFound } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { visibleTo } from '../groups/index.ts';
import type { Asking, Instance, Kind } from './kind.ts';
import { tablesOf } from './tables.ts';

type Of<R extends Instance> = Pick<Kind<R>, 'word'> & { mayOpen(actor: Asking, record: R): boolean };

/** One the person sees, deleted ones included. @throws NotFound */
export async function findInstance<R extends Instance>(
  executor: Executor,
  kind: Of<R>,
  actor: Asking,
  id: string,
): Promise<R> {
  return mustBe<R>(
    isId(id)
      ? await executor
          .select()
          .from(tablesOf[kind.word].instances)
          .where(seen(kind, actor, id))
      : [],
  );
}

/** The same, locked until the transaction ends, so that changes happen one after another. @throws NotFound */
export async function lockInstance<R extends Instance>(
  tx: Executor,
  kind: Of<R>,
  actor: Asking,
  id: string,
): Promise<R> {
  const own = tablesOf[kind.word].instances;
  return mustBe<R>(
    isId(id)
      ? await tx
          .select()
          .from(own)
          .where(seen(kind, actor, id))
          .for('update')
      : [],
  );
}

/** May this person enter through the gateway? */
export async function mayOpen<R extends Instance>(
  executor: Executor,
  kind: Of<R>,
  actor: Asking,
  id: string,
): Promise<boolean> {
  const own = tablesOf[kind.word].instances;
  const [row] = await executor
    .select()
    .from(own)
    .where(seen(kind, actor, id));
  return row !== undefined && row.status !== 'Deleted' && kind.mayOpen(actor, row as R);
}

/** The row, for the system itself, without access checks. */
export async function readInstance<R extends Instance>(
  { db }: { db: Database },
  kind: Of<R>,
  id: string,
): Promise<R | null> {
  const own = tablesOf[kind.word].instances;
  const [row] = await db.select().from(own).where(eq(own.id, id));
  return (row as R | undefined) ?? null;
}

/** The same, locked until the transaction ends. */
export async function lockRow<R extends Instance>(tx: Transaction, kind: Of<R>, id: string): Promise<R | null> {
  const own = tablesOf[kind.word].instances;
  const [row] = await tx.select().from(own).where(eq(own.id, id)).for('update');
  return (row as R | undefined) ?? null;
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
export async function readChanges(executor: Executor, { word }: Pick<Kind, 'word'>, id: string, limit: number) {
  const changes = tablesOf[word].statusChanges;
  return executor.select().from(changes).where(eq(changes.instanceId, id)).orderBy(desc(changes.id)).limit(limit);
}

function seen({ word }: Pick<Kind, 'word'>, actor: Asking, id: string) {
  const own = tablesOf[word].instances;
  return and(eq(own.id, id), visibleTo(actor, own));
}

function mustBe<R extends Instance>([row]: Instance[]): R {
  if (!row) throw new NotFound();
  return row as R;
}
