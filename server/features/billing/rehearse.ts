import type { Transaction } from '../../platform/database.ts';
import type { Services } from '../context.ts';

class Undo extends Error {}

/** Does `work` and undoes it: it throws what the real one would. */
export async function rehearse(
  { db }: Pick<Services, 'db'>,
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
