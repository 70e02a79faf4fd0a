import type { Transaction } from '../../platform/database.ts';
import type { Dependencies } from '../context.ts';

class Undo extends Error {}

/** Runs `work` and undoes it: throws what the real run would. */
export async function rehearse(
  { db }: Pick<Dependencies, 'db'>,
  work: (tx: Transaction) => Promise<unknown>,
): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      await work(tx);
      throw new Undo();
    });
  } catch (error) {
    if (!(error instanceof Undo)) throw error;
  }
}
