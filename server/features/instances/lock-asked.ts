import type { Transaction } from '../../platform/database.ts';
import type { Kind, Living } from './kind.ts';

/** Locks the row if what was asked for last is still the same; null when a person asked for something else. */
export async function lockAsked<R extends Living>(
  kind: Pick<Kind<R>, 'lock'>,
  tx: Transaction,
  asked: Pick<Living, 'id' | 'revision' | 'status'>,
): Promise<R | null> {
  const current = await kind.lock(tx, asked.id);
  return current?.revision === asked.revision && current.status === asked.status ? current : null;
}
