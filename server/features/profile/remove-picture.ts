import { eq } from 'drizzle-orm';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { users } from '../people/tables.ts';
import { pictures } from './tables.ts';

/** Initials are shown again. */
export async function removePicture(context: Context): Promise<void> {
  const { actor, clock, db } = context;
  await db.transaction(async (tx) => {
    await tx.delete(pictures).where(eq(pictures.userId, actor.userId));
    await tx.update(users).set({ image: null, updatedAt: clock.now() }).where(eq(users.id, actor.userId));
    await record(tx, context, { action: 'profile.remove-picture', targetId: actor.userId });
  });
}
