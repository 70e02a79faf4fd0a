import { eq } from 'drizzle-orm';
import { MONTHLY_PRICE } from '#shared/features/billing/model.ts';
import { NotFound } from '../../platform/errors.ts';
import type { Context } from '../context.ts';
import { seatsTaken } from '../people/index.ts';
import { organizations } from '../people/tables.ts';
import type { ChargePreview } from './charge-preview.ts';
import { previewUnits } from './preview-units.ts';
import { priceInstant } from './price-validity.ts';
import { requirePaidUp } from './require-paid-up.ts';
import { refuseAboveCap } from './spending-cap.ts';

export interface LicencePreview {
  /** Licences that are paid for and not in use. */
  freeSeats: number;
  /** What the licences beyond those cost; null if enough are free. */
  charge: ChargePreview | null;
}

/**
 * What adding users to the active organization would cost, if anything; charges and changes nothing.
 * @throws PaymentRequired for an unpaid bill, a missing card, or above the spending cap; PaymentUnavailable
 */
export async function previewLicence(context: Context, seats = 1): Promise<LicencePreview> {
  const { db, actor, clock } = context;
  await requirePaidUp(db, actor.organizationId);
  const [organization] = await db.select().from(organizations).where(eq(organizations.id, actor.organizationId));
  if (!organization) throw new NotFound();
  const freeSeats = Math.max(0, organization.userLicenses - (await seatsTaken(db, organization.id)));
  const missing = seats - freeSeats;
  if (missing <= 0) return { freeSeats, charge: null };
  const charge = await previewUnits(context, {
    subscriptionId: organization.stripeSubscriptionId,
    priceKey: 'extra-user',
    // The owner's licence is part of the subscription.
    quantity: organization.userLicenses - 1 + missing,
    at: priceInstant(clock.now()),
    unitPrice: MONTHLY_PRICE.extraUser,
  });
  await refuseAboveCap(context, db, organization.id, charge);
  return { freeSeats, charge };
}
