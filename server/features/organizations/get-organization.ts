import { isManager } from '#shared/features/auth/model.ts';
import type { Organization } from '#shared/features/organizations/contract.ts';
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
 * The active organization, or another one of the user's. With `withPayment`, owner and admin also get the card and a
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
  const [payment, users] = await Promise.all([
    manages && input.withPayment ? paymentDetails(context, organization) : NO_DETAILS,
    manages ? seatsTaken(context.db, organization.id) : null,
  ]);
  return presentOrganization(organization, payment, users);
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
