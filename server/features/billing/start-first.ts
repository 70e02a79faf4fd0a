import type { Card, Customer, StartSubscriptionInput } from '../../payments/types.ts';
import { PriceChanged } from '../../platform/errors.ts';
import { hashToken } from '../../platform/ids.ts';
import { say } from '../../platform/say.ts';
import type { Context } from '../context.ts';
import type { OrganizationRow } from '../people/index.ts';
import { applyPendingCredits } from './apply-credits.ts';
import { presentCharge, requireAccepted } from './charge-preview.ts';
import { takeConfirmation } from './confirmations.ts';
import type { Lease } from './lease.ts';
import { firstUnits, previewStart } from './preview-start.ts';
import { isValidPrice, PRICE_EXPIRED, priceInstant } from './price-validity.ts';
import { refuseAboveCap } from './spending-cap.ts';
import { promiseInvited, tieToCard } from './welcome-credits.ts';

const PRICE_UNSEEN = say('billing.cardStartsSubscription');
/** The wizard's step whose page shows the price. */
const PAYMENT_STEP = 2;

/** A card, and the price accepted for it. */
export interface AcceptedStart {
  paymentMethod: string;
  /** The price's instant. */
  at?: Date | undefined;
  /** The charge to the card, in cents. */
  cardAmount?: number | undefined;
}

interface FirstStart {
  organization: OrganizationRow;
  customer: Customer;
  card: Card;
  accepted: AcceptedStart;
}

/**
 * Starts the subscription for the accepted price, with this card's credits, or finds it started. Returns its id.
 * @throws PriceChanged, PaymentRequired (spending cap), PaymentDeclined, PaymentActionRequired, PaymentUnavailable
 */
export async function startFirst(context: Context, lease: Lease, start: FirstStart): Promise<string> {
  const { organization, customer, accepted } = start;
  const confirmed = await takeConfirmation(context, lease, organization, attemptOf(accepted));
  if (confirmed?.subscriptionId) return confirmed.subscriptionId;
  // A start that wasn't answered is paid: it has no price any more.
  const living = { customerId: customer.id, organizationId: organization.id };
  const [begun] = await context.payments.listLiveSubscriptions(living);
  return begun?.id ?? chargeFirst(context, start);
}

async function chargeFirst(context: Context, start: FirstStart): Promise<string> {
  const { db } = context;
  const { organization, customer, card, accepted } = start;
  const { id: organizationId } = organization;
  // Kept whatever happens to the start: under another id it would be paid twice.
  await promiseInvited(db, organization);
  const units = await firstUnits(db, organization);
  await tieToCard(db, { organizationId, fingerprint: card.fingerprint });
  const price = { organizationId, customer, units };
  await requireShown(context, { ...start, price });
  const preview = await previewStart(context, db, { ...price, at: accepted.at, firstCard: card });
  const told =
    accepted.cardAmount ??
    (await previewStart(context, db, { ...price, at: accepted.at, firstCard: 'any' })).cardAmount;
  requireAccepted(preview, told);
  await refuseAboveCap(context, db, organizationId, preview);
  await applyPendingCredits(context, db, { organizationId, customerId: customer.id, firstCard: card });
  const input = firstStart(organization, { customerId: customer.id, units, accepted });
  return (await context.payments.startSubscription(input)).id;
}

/**
 * The wizard shows the price on the page; elsewhere people don't expect a card to cost anything. @throws PriceChanged
 */
async function requireShown(
  context: Context,
  {
    organization,
    card,
    accepted,
    price,
  }: FirstStart & { price: Omit<Parameters<typeof previewStart>[2], 'firstCard'> },
): Promise<void> {
  const now = context.clock.now();
  const unseen = accepted.at === undefined && organization.setupStep > PAYMENT_STEP;
  if (!unseen && (accepted.at === undefined || isValidPrice(accepted.at, now))) return;
  const preview = await previewStart(context, context.db, { ...price, at: priceInstant(now), firstCard: card });
  throw new PriceChanged(unseen ? PRICE_UNSEEN : PRICE_EXPIRED, presentCharge(preview));
}

interface FirstInput {
  customerId: string;
  units: Awaited<ReturnType<typeof firstUnits>>;
  accepted: AcceptedStart;
}

/** The provider's request, which takes effect once however often it is sent. */
export function firstStart(
  { id: organizationId, declinedStarts }: OrganizationRow,
  { customerId, units, accepted: { at } }: FirstInput,
): StartSubscriptionInput {
  const named = JSON.stringify([organizationId, declinedStarts, at?.toISOString() ?? null, units]);
  const idempotencyKey = `subscription:${hashToken(named)}`;
  return { customerId, organizationId, ...units, ...(at && { at }), idempotencyKey };
}

export const attemptOf = ({ paymentMethod }: AcceptedStart) => `subscription:${paymentMethod}`;
