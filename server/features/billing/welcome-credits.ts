import { and, eq, isNull } from 'drizzle-orm';
import { CREDIT } from '#shared/features/billing/model.ts';
import { type Executor, violatedConstraint } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { type OrganizationRow, ownerOf, shareOf } from '../people/index.ts';
import { pendingCredits } from './tables.ts';

export type PendingCredit = typeof pendingCredits.$inferSelect;

const INVITED = 'share:invited';

/** The offer a card brings once, however many organizations it pays for; null for other credits. */
export function offerOf(reason: string): string | null {
  if (reason.startsWith('new-organization:')) return 'new-organization';
  return reason.startsWith('coupon:') || reason === INVITED ? reason : null;
}

/** $5 for an organization founded with somebody's invitation; a row of its own, so that it is kept. */
export async function promiseInvited(executor: Executor, organization: OrganizationRow): Promise<void> {
  const share = await shareOf(executor, organization);
  if (!share) return;
  const [sharer, founder] = await Promise.all([
    ownerOf(executor, share.organizationId),
    ownerOf(executor, organization.id),
  ]);
  if (!sharer || !founder || sharer === founder) return;
  await executor
    .insert(pendingCredits)
    .values({ id: newId(), organizationId: organization.id, reason: INVITED, amountCents: CREDIT.shareNewUser })
    .onConflictDoNothing({ target: [pendingCredits.organizationId, pendingCredits.reason] });
}

/**
 * Ties an organization's welcome credits to the card that will pay for it. A card brings each offer once: credits it
 * has brought elsewhere stay untied, and aren't paid with it.
 */
export async function tieToCard(
  executor: Executor,
  { organizationId, fingerprint }: { organizationId: string; fingerprint: string | null },
): Promise<void> {
  const promised = await findPromised(executor, organizationId);
  for (const credit of promised) {
    const offer = offerOf(credit.reason);
    if (offer === null) continue;
    const tie = (to: { offer: string | null; cardFingerprint: string | null }) =>
      executor.transaction((tx) => tx.update(pendingCredits).set(to).where(stillPromised(credit.id)));
    await tie({ offer: fingerprint && offer, cardFingerprint: fingerprint }).catch(async (error: unknown) => {
      if (violatedConstraint(error) !== 'pending_credits_card') throw error;
      await tie({ offer: null, cardFingerprint: null });
    });
  }
}

const stillPromised = (id: string) => and(eq(pendingCredits.id, id), isNull(pendingCredits.appliedAt));

/** Credits promised to an organization and not known to be paid. */
export function findPromised(executor: Executor, organizationId: string): Promise<PendingCredit[]> {
  return executor
    .select()
    .from(pendingCredits)
    .where(and(eq(pendingCredits.organizationId, organizationId), isNull(pendingCredits.appliedAt)));
}
