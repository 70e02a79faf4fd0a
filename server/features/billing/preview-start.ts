import { type Cents, cents, MONTHLY_PRICE } from '#shared/features/billing/model.ts';
import type { Customer } from '../../payments/types.ts';
import type { Executor } from '../../platform/database.ts';
import type { Context } from '../context.ts';
import type { OrganizationRow } from '../people/index.ts';
import { findUnpaidCredits } from './apply-credits.ts';
import { type ChargePreview, splitCharge } from './charge-preview.ts';
import { countAllUnits } from './count-host-units.ts';
import { priceInstant } from './price-validity.ts';
import { monthlyPriceOf } from './server-options.ts';

/** What an organization's subscription starts with: what it has. */
export async function firstUnits(executor: Executor, { id, userLicenses }: OrganizationRow) {
  return { extraUsers: userLicenses - 1, hosts: await countAllUnits(executor, id) };
}

interface StartInput {
  organizationId: string;
  customer: Customer;
  /** What the subscription starts with. */
  units: Awaited<ReturnType<typeof firstUnits>>;
  /** The instant to prorate from; default now. */
  at?: Date | undefined;
  /** The card that pays; any, before one was chosen. */
  firstCard: { fingerprint: string | null } | 'any';
}

/** The exact charge for starting the subscription, with the credits the card brings. @throws PaymentUnavailable */
export async function previewStart(
  context: Pick<Context, 'payments' | 'clock'>,
  executor: Executor,
  { organizationId, customer, units, at, firstCard }: StartInput,
): Promise<ChargePreview> {
  const { payments, clock } = context;
  const { id: customerId } = customer;
  const [invoice, { unpaid }] = await Promise.all([
    payments.previewInvoice({ kind: 'start-subscription', customerId, ...units, ...(at && { at }) }),
    findUnpaidCredits(context, executor, { organizationId, customerId, firstCard }),
  ]);
  const credit = unpaid.reduce((sum, { amountCents }) => sum + amountCents, invoice.creditBefore as number);
  return {
    at: at ?? priceInstant(clock.now()),
    ...splitCharge(invoice.total, cents(credit)),
    monthlyBefore: cents(0),
    monthlyAfter: monthlyOf(units),
    lines: invoice.lines,
  };
}

function monthlyOf({ extraUsers, hosts }: StartInput['units']): Cents {
  const base = MONTHLY_PRICE.subscription + extraUsers * MONTHLY_PRICE.extraUser;
  return cents(hosts.reduce((sum, { priceKey, quantity }) => sum + quantity * monthlyPriceOf(priceKey), base));
}
