import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { shareTerminalBody } from '#shared/features/sharing/contract.ts';
import { SHARES_MAX } from '#shared/features/sharing/model.ts';
import { MINUTE } from '../../platform/clock.ts';
import { Conflict, ValidationError } from '../../platform/errors.ts';
import { isId, newId } from '../../platform/ids.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { findInstance, lockInstance } from '../instances/index.ts';
import { users } from '../people/tables.ts';
import { workspaceKind } from '../workspaces/index.ts';
import { announceShare } from './announce.ts';
import { endLostShares } from './end-share.ts';
import { readPeople } from './list-people.ts';
import { terminalShares } from './tables.ts';

/**
 * Shares the person's own terminal in a workspace they may open. With somebody who has it already, it starts over with
 * the new mode and time. @returns its id @throws NotFound, Conflict, ValidationError
 */
export async function shareTerminal(
  context: Context,
  input: z.output<typeof shareTerminalBody> & { id: string },
): Promise<string> {
  const { actor, clock, db } = context;
  const { userId: ownerId, organizationId } = actor;
  const { id: workspaceId, user_id: guestId, mode, minutes } = input;
  await findInstance(db, workspaceKind, actor, workspaceId);
  // What is over must not count, nor come back to life below.
  await endLostShares(context, eq(terminalShares.workspaceId, workspaceId));
  return db.transaction(async (tx) => {
    const workspace = await lockInstance(tx, workspaceKind, actor, workspaceId);
    if (workspace.status !== 'Active') throw new Conflict(say('workspaces.isStopped'));
    const [guest] = isId(guestId) ? await readPeople(tx, actor, eq(users.id, guestId), 'share') : [];
    if (!guest) throw new ValidationError({ user_id: say('sharing.noSuchPerson') });
    const mine = and(eq(terminalShares.workspaceId, workspaceId), eq(terminalShares.ownerId, ownerId));
    const others = (await tx.select({ guestId: terminalShares.guestId }).from(terminalShares).where(mine)).filter(
      (each) => each.guestId !== guestId,
    );
    if (others.length >= SHARES_MAX) throw new Conflict(say('sharing.tooMany', { limit: SHARES_MAX }));
    const now = clock.now();
    const set = { mode, createdAt: now, expiresAt: new Date(now.getTime() + minutes * MINUTE) };
    const [share] = await tx
      .insert(terminalShares)
      .values({ id: newId(), organizationId, workspaceId, ownerId, guestId, ...set })
      .onConflictDoUpdate({
        target: [terminalShares.workspaceId, terminalShares.ownerId, terminalShares.guestId],
        set,
      })
      .returning();
    if (!share) throw new Error('the share was neither added nor changed');
    const details = { shared_with: guest.name, mode, minutes };
    await record(tx, context, { action: 'sharing.share', targetId: workspaceId, details });
    await announceShare(context, tx, share);
    return share.id;
  });
}
