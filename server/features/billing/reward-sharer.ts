import { and, count, eq, gte, inArray, isNull, or, sql } from 'drizzle-orm';
import { CREDIT, monthStart, SHARES_PAID_A_MONTH } from '#shared/features/billing/model.ts';
import type { Transaction } from '../../platform/database.ts';
import { holdNamedLock } from '../../platform/named-lock.ts';
import { record } from '../audit/index.ts';
import type { Dependencies } from '../context.ts';
import { type OrganizationRow, ownerOf, type ShareRow, shareOf } from '../people/index.ts';
import { memberships, organizations, shares } from '../people/tables.ts';
import { grantCredit } from './grant-credit.ts';

/**
 * $5 for the person who invited an organization's founder, once its first paid invoice came from a card that none of
 * the inviter's organizations has: signing up is free, and so is reusing a card. Once per invitation, ten a month.
 * Decided once; does nothing while nothing is paid. @throws PaymentUnavailable
 */
export async function rewardSharer(
  dependencies: Dependencies,
  { organizationId }: { organizationId: string },
): Promise<void> {
  const { db } = dependencies;
  const [organization] = await db.select().from(organizations).where(eq(organizations.id, organizationId));
  const share = organization && !organization.shareSettledAt ? await shareOf(db, organization) : null;
  if (!organization || !share) return;
  const card = await firstPayingCard(dependencies, organization);
  if (card === undefined) return;
  const isForeign = card !== null && !(await cardsOfSharer(dependencies, share)).has(card);
  await db.transaction((tx) => settle(dependencies, tx, { organization, share, isForeign }));
}

/** Organizations still waiting for a paid invoice, in case its event was lost. */
export async function rewardSharers(dependencies: Dependencies): Promise<void> {
  const waiting = await dependencies.db
    .select({ id: organizations.id })
    .from(organizations)
    .innerJoin(shares, sql`${organizations.shareId} = ${shares.id}::text`)
    .where(isNull(organizations.shareSettledAt));
  for (const { id: organizationId } of waiting) {
    await rewardSharer(dependencies, { organizationId }).catch((error) =>
      dependencies.log.error(
        { err: error, organizationId },
        'whether an invitation is to be paid could not be found out',
      ),
    );
  }
}

/** The fingerprint of the card that paid the first invoice; null if it isn't known, undefined while none is paid. */
async function firstPayingCard(
  { payments }: Dependencies,
  { stripeCustomerId: customerId }: OrganizationRow,
): Promise<string | null | undefined> {
  if (!customerId) return undefined;
  let first: string | undefined;
  let after: string | null | undefined;
  do {
    const page = await payments.listInvoices({ customerId, ...(after ? { after } : {}) });
    first = page.rows.findLast(({ status, amountPaid }) => status === 'paid' && amountPaid > 0)?.id ?? first;
    after = page.nextAfter;
  } while (after);
  return first === undefined ? undefined : payments.getPayingFingerprint(first);
}

/** Cards of all organizations of the inviter, and of those of the owner of the inviting organization. */
async function cardsOfSharer({ db, payments }: Dependencies, share: ShareRow): Promise<Set<string>> {
  const owner = await ownerOf(db, share.organizationId);
  const people = [share.userId, ...(owner ? [owner] : [])];
  const theirs = await db
    .selectDistinct({ customerId: organizations.stripeCustomerId })
    .from(organizations)
    .innerJoin(memberships, eq(memberships.organizationId, organizations.id))
    .where(
      or(
        eq(organizations.id, share.organizationId),
        and(inArray(memberships.userId, people), eq(memberships.status, 'active')),
      ),
    );
  const cards = await Promise.all(
    theirs.map(({ customerId }) => (customerId ? payments.listCardFingerprints(customerId) : [])),
  );
  return new Set(cards.flat());
}

async function settle(
  dependencies: Dependencies,
  tx: Transaction,
  { organization, share, isForeign }: { organization: OrganizationRow; share: ShareRow; isForeign: boolean },
): Promise<void> {
  const now = dependencies.clock.now();
  await holdNamedLock(tx, `share-credit.${share.userId}`);
  const [undecided] = await tx
    .update(organizations)
    .set({ shareSettledAt: now })
    .where(and(eq(organizations.id, organization.id), isNull(organizations.shareSettledAt)))
    .returning({ id: organizations.id });
  if (!undecided || !isForeign || (await isOwn(tx, organization, share))) return;
  const [thisMonth] = await tx
    .select({ count: count() })
    .from(shares)
    .where(and(eq(shares.userId, share.userId), gte(shares.redeemedAt, monthStart(now))));
  if ((thisMonth?.count ?? 0) >= SHARES_PAID_A_MONTH) return;
  const unpaid = and(eq(shares.id, share.id), isNull(shares.redeemedAt));
  const redeemed = await tx.update(shares).set({ redeemedAt: now }).where(unpaid).returning({ id: shares.id });
  if (redeemed.length === 0) return;
  const { organizationId } = share;
  await grantCredit(tx, { organizationId, reason: `share:${organization.id}`, amount: CREDIT.shareOwner });
  await dependencies.publish(tx, 'organization', organizationId, { id: organizationId });
  await record(tx, dependencies, { action: 'organizations.redeem-share', targetId: share.id, organizationId });
}

/** Never to oneself. */
async function isOwn(tx: Transaction, organization: OrganizationRow, share: ShareRow): Promise<boolean> {
  const [founder, sharer] = await Promise.all([ownerOf(tx, organization.id), ownerOf(tx, share.organizationId)]);
  return !founder || founder === sharer || founder === share.userId;
}
