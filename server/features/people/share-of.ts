import { eq } from 'drizzle-orm';
import type { Executor } from '../../platform/database.ts';
import { isId } from '../../platform/ids.ts';
import type { OrganizationRow } from './find-organization.ts';
import { shares } from './tables.ts';

export type ShareRow = typeof shares.$inferSelect;

/** The share an organization was founded with. A sign-up may name any id; only a real share counts. */
export async function shareOf(
  executor: Executor,
  { shareId }: Pick<OrganizationRow, 'shareId'>,
): Promise<ShareRow | null> {
  if (!shareId || !isId(shareId)) return null;
  const [share] = await executor.select().from(shares).where(eq(shares.id, shareId));
  return share ?? null;
}
