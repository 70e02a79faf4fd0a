import { isManager } from '#shared/features/auth/model.ts';
import type { Organization } from '#shared/features/organizations/contract.ts';
import { PaymentError } from '../../payments/errors.ts';
import { findUpcomingAmounts, NO_PAYMENT_DETAILS, paymentDetails, type UpcomingAmounts } from '../billing/index.ts';
import type { Context } from '../context.ts';
import { findOwnOrganization, type OrganizationRow, seatsTaken } from '../people/index.ts';
import { presentOrganization } from './presenter.ts';

/**
 * The active organization, or another one of the user's; owner and admin also get the next bill. With `withPayment`,
 * owner and admin also get the card and a new SetupIntent's client secret. @throws NotFound, PaymentUnavailable
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
    manages && input.withPayment ? paymentDetails(context, organization) : NO_PAYMENT_DETAILS,
    manages ? seatsTaken(context.db, organization.id) : null,
    manages ? upcoming(context, organization) : null,
  ]);
  return presentOrganization(organization, payment, users, amounts);
}

/** The next bill is useful, but not worth failing for. */
async function upcoming(context: Context, organization: OrganizationRow): Promise<UpcomingAmounts | null> {
  try {
    return await findUpcomingAmounts(context, organization);
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    context.log.warn({ err: error }, 'the upcoming invoice can’t be read');
    return null;
  }
}
