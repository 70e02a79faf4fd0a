import type { SQL } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { findShare, readShares } from './find-shares.ts';
import { terminalShares } from './tables.ts';
import { type Needed, writeEnd, writeLost } from './write-end.ts';

/** Ends it at once, by whose terminal it is. @throws NotFound for everybody else */
export async function endShare(context: Context, { id }: { id: string }): Promise<void> {
  const { share } = await findShare(context, id, 'owner');
  await writeEnd(context, share, { kind: 'terminal', reason: null });
}

/** Ends what its time, a stop or lost rights have ended already: it must not hold again later. */
export async function endLostShares(dependencies: Needed, where?: SQL): Promise<void> {
  const all = await dependencies.db.select().from(terminalShares).where(where);
  if (all.length === 0) return;
  await writeLost(dependencies, { kind: 'terminal', all, holding: await readShares(dependencies, where) });
}
