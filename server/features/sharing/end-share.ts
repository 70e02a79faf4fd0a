import { and, eq, type SQL } from 'drizzle-orm';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import type { Context, Dependencies } from '../context.ts';
import { instances } from '../instances/tables.ts';
import { users } from '../people/tables.ts';
import { announceShare } from './announce.ts';
import { findShare, readShares } from './find-shares.ts';
import { terminalShares } from './tables.ts';

type Needed = Pick<Dependencies, 'bus' | 'clock' | 'db' | 'publish'>;
type ShareRecord = typeof terminalShares.$inferSelect;

/** Ends it at once, by whose terminal it is. @throws NotFound for everybody else */
export async function endShare(context: Context, { id }: { id: string }): Promise<void> {
  const { share } = await findShare(context, id, 'owner');
  await end(context, share, null);
}

/** Ends what its time, a stop or lost rights have ended already: it must not hold again later. */
export async function endLostShares(dependencies: Needed, where?: SQL): Promise<void> {
  const all = await dependencies.db.select().from(terminalShares).where(where);
  if (all.length === 0) return;
  const holding = new Set((await readShares(dependencies, where)).map(({ share }) => share.id));
  const now = dependencies.clock.now();
  for (const share of all) {
    if (holding.has(share.id)) continue;
    await end(dependencies, share, share.expiresAt <= now ? say('sharing.timeOver') : say('sharing.accessLost'));
  }
}

/** Processes may notice the same: one of them writes it down. */
async function end(
  context: Needed & Partial<Pick<Context, 'actor' | 'origin'>>,
  share: ShareRecord,
  reason: string | null,
) {
  const { workspaceId, ownerId, guestId, organizationId } = share;
  await context.db.transaction(async (tx) => {
    // Not one that was begun again since.
    const same = and(eq(terminalShares.id, share.id), eq(terminalShares.createdAt, share.createdAt));
    const [gone] = await tx.delete(terminalShares).where(same).returning();
    if (!gone) return;
    const [names] = await tx
      .select({ name: instances.name, shared_with: users.name })
      .from(instances)
      .innerJoin(users, eq(users.id, guestId))
      .where(eq(instances.id, workspaceId));
    await record(tx, context, {
      action: 'sharing.end',
      targetId: share.id,
      organizationId,
      userId: ownerId,
      details: { ...names, reason },
    });
    await announceShare(context, tx, share);
  });
}
