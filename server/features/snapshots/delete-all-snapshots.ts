import { and, eq, inArray } from 'drizzle-orm';
import type { Dependencies } from '../context.ts';
import { snapshots } from '../instances/tables.ts';

/** Lets the next sweep delete all of an organization's snapshots. Repeatable. */
export async function deleteAllSnapshots({ clock, db }: Dependencies, organizationId: string): Promise<void> {
  await db
    .update(snapshots)
    .set({ status: 'Pending Deletion', scheduledDeleteAt: clock.now() })
    .where(
      and(
        eq(snapshots.organizationId, organizationId),
        inArray(snapshots.status, ['Pending', 'Active', 'Failed', 'Pending Deletion']),
      ),
    );
}
