import { and, eq, ne } from 'drizzle-orm';
import type { Transaction } from '../../platform/database.ts';
import type { Context } from '../context.ts';
import { organizationServices } from '../instances/tables.ts';
import { announceService } from './change-status.ts';

/** Gives a leaving user's services to somebody else; they stay as they are. */
export async function handOverServices(
  context: Pick<Context, 'bus' | 'publish'>,
  tx: Transaction,
  input: { organizationId: string; fromUserId: string; toUserId: string },
): Promise<void> {
  const given = await tx
    .update(organizationServices)
    .set({ userId: input.toUserId })
    .where(
      and(
        eq(organizationServices.organizationId, input.organizationId),
        eq(organizationServices.userId, input.fromUserId),
        ne(organizationServices.status, 'Deleted'),
      ),
    )
    .returning();
  for (const service of given) await announceService(context, tx, service);
}
