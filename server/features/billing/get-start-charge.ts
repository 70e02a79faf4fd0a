import type { Charge } from '#shared/api/envelope.ts';
import type { Context } from '../context.ts';
import { findOwnOrganization, requireManager } from '../people/index.ts';
import { presentCharge } from './charge-preview.ts';
import { ensureCustomer } from './ensure-customer.ts';
import { firstUnits, previewStart } from './preview-start.ts';
import { priceInstant } from './price-validity.ts';
import { refuseAboveCap } from './spending-cap.ts';
import { promiseInvited } from './welcome-credits.ts';

/**
 * The charge to the card that starts the subscription, with every promised credit; null while one runs.
 * @throws Forbidden; PaymentRequired above the spending cap; PaymentUnavailable
 */
export async function getStartCharge(context: Context): Promise<Charge | null> {
  const { actor, clock, db } = context;
  requireManager(actor);
  const { organization } = await findOwnOrganization(db, actor, actor.organizationId);
  if (organization.stripeSubscriptionId) return null;
  await promiseInvited(db, organization);
  const customer = await ensureCustomer(context, db, organization);
  const units = await firstUnits(db, organization);
  const price = { organizationId: organization.id, customer, units, at: priceInstant(clock.now()) };
  const preview = await previewStart(context, db, { ...price, firstCard: 'any' });
  await refuseAboveCap(context, db, organization.id, preview);
  return presentCharge(preview);
}
