import { eq } from 'drizzle-orm';
import type { Executor, Transaction } from '../../platform/database.ts';
import { isId } from '../../platform/ids.ts';
import { record } from '../audit/index.ts';
import { grantShareCredits } from '../billing/index.ts';
import type { Context } from '../context.ts';
import type { OrganizationRow } from './find-organization.ts';
import { shares } from './tables.ts';

/** The share that an organization was founded with. A sign-up may name any; only one that was made counts. */
export async function shareOf(
  executor: Executor,
  organization: Pick<OrganizationRow, 'shareId'>,
): Promise<typeof shares.$inferSelect | null> {
  const { shareId } = organization;
  if (!shareId || !isId(shareId)) return null;
  const [share] = await executor.select().from(shares).where(eq(shares.id, shareId));
  return share ?? null;
}

/**
 * $5 for who invited and $5 for the new organization, with its first card: a sign-up alone costs nothing and would be
 * repeated for the credit. Once for each new organization (decisions §7).
 */
export async function redeemShare(context: Context, tx: Transaction, organization: OrganizationRow): Promise<void> {
  const share = await shareOf(tx, organization);
  if (!share) return;
  const paid = await grantShareCredits(tx, {
    sharerOrganizationId: share.organizationId,
    newOrganizationId: organization.id,
  });
  if (!paid) return;
  const redeemedAt = share.redeemedAt ?? context.clock.now();
  await tx.update(shares).set({ redeemedAt }).where(eq(shares.id, share.id));
  const { organizationId } = share;
  await context.publish(tx, 'organization', organizationId, { id: organizationId });
  await record(context, { action: 'organizations.redeem-share', targetId: share.id, organizationId }, tx);
}
