import { and, eq, isNull } from 'drizzle-orm';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { users } from '../people/tables.ts';

/** Remembers that the person took or skipped the guided tour; repeating it is fine. */
export async function seeTour(context: Context): Promise<void> {
  const { actor, clock, db } = context;
  await db.transaction(async (tx) => {
    const [seen] = await tx
      .update(users)
      .set({ tourSeenAt: clock.now() })
      .where(and(eq(users.id, actor.userId), isNull(users.tourSeenAt)))
      .returning({ id: users.id });
    if (seen) await record(tx, context, { action: 'profile.tour', targetId: actor.userId });
  });
}
