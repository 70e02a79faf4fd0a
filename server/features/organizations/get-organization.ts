import { isManager } from '#shared/features/auth/model.ts';
import type { Organization } from '#shared/features/organizations/contract.ts';
import { PaymentError } from '../../payments/errors.ts';
import { findUpcomingAmounts, type UpcomingAmounts } from '../billing/index.ts';
import type { Context } from '../context.ts';
import { ensureCustomer } from './ensure-customer.ts';
import { findOwnOrganization, type OrganizationRow } from './find-organization.ts';
import { type PaymentDetails, presentOrganization } from './presenter.ts';
import { isBeta, promisedCredit } from './promised-credit.ts';
import { seatsTaken } from './seats.ts';

const NO_DETAILS: PaymentDetails = {
  clientSecret: null,
  publishableKey: null,
  card: null,
  promisedCredit: null,
  isBeta: null,
};

/**
 * The active organization, or another one of the user's; owner and admin learn what is billed next. With `withPayment`, owner and admin also get the card and a
 * fresh SetupIntent's client secret. @throws NotFound, PaymentUnavailable
 */
export async function getOrganization(
  context: Context,
  input: { id?: string; withPayment: boolean },
): Promise<Organization> {
  const { organization, role } = await findOwnOrganization(
    context.db,
    context.actor,
    input.id ?? context.actor.organizationId,
  );
  const manages = isManager({ role });
  const [payment, users, amounts] = await Promise.all([
    manages && input.withPayment ? paymentDetails(context, organization) : NO_DETAILS,
    manages ? seatsTaken(context.db, organization.id) : null,
    manages ? upcoming(context, organization) : null,
  ]);
  return presentOrganization(organization, payment, users, amounts);
}

/** What is billed next is worth telling, but not worth failing for. */
async function upcoming(context: Context, organization: OrganizationRow): Promise<UpcomingAmounts | null> {
  try {
    return await findUpcomingAmounts(context, organization);
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    context.log.warn({ err: error }, 'the upcoming invoice can’t be read');
    return null;
  }
}

async function paymentDetails(context: Context, organization: OrganizationRow): Promise<PaymentDetails> {
  const { payments, config } = context;
  const customer = await ensureCustomer(context, context.db, organization);
  const [intent, card, credit, beta] = await Promise.all([
    payments.createSetupIntent(customer.id),
    payments.getDefaultCard(customer.id),
    promisedCredit(context.db, organization),
    isBeta(context.db, organization.id),
  ]);
  return {
    clientSecret: intent.clientSecret,
    publishableKey: config.stripePublishableKey ?? null,
    card,
    promisedCredit: credit,
    isBeta: beta,
  };
}
