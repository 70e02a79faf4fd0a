import { eq } from 'drizzle-orm';
import type { ShareMode } from '#shared/features/sharing/model.ts';
import { NotFound } from '../../platform/errors.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { announceShare } from './announce.ts';
import { findShare } from './find-shares.ts';
import { terminalShares } from './tables.ts';

/** Lets the other person type, or only view; at once. @throws NotFound for all but whose terminal it is */
export async function changeShare(context: Context, { id, mode }: { id: string; mode: ShareMode }): Promise<void> {
  await context.db.transaction(async (tx) => {
    const { share, guest, workspace } = await findShare({ ...context, db: tx }, id, 'owner');
    if (share.mode === mode) return;
    const [changed] = await tx.update(terminalShares).set({ mode }).where(eq(terminalShares.id, id)).returning();
    if (!changed) throw new NotFound();
    const details = { name: workspace.name, shared_with: guest.name, mode };
    await record(tx, context, { action: 'sharing.change', targetId: id, details });
    await announceShare(context, tx, share);
  });
}
