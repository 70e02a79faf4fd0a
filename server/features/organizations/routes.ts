import * as contract from '#shared/features/organizations/contract.ts';
import type { RegisterRoutes } from '../routing.ts';
import { addShare } from './add-share.ts';
import { confirmTestCard } from './confirm-test-card.ts';
import { confirmTestPayment } from './confirm-test-payment.ts';
import { COUNTRIES } from './countries.ts';
import { createOrganization } from './create-organization.ts';
import { getCardSetup } from './get-card-setup.ts';
import { getOrganization } from './get-organization.ts';
import { getStartCharge } from './get-start-charge.ts';
import { INDUSTRIES } from './industries.ts';
import { listOrganizations } from './list-organizations.ts';
import { listShares } from './list-shares.ts';
import { resendShare } from './resend-share.ts';
import { switchOrganization } from './switch-organization.ts';
import { updateOrganization } from './update-organization.ts';
import { updatePaymentMethod } from './update-payment-method.ts';
import { updateSetupStep } from './update-setup-step.ts';
import { US_STATES } from './us-states.ts';

const done = { success: true as const };

export const organizationRoutes: RegisterRoutes = (mount) => {
  mount(contract.getOrganization, (context, { query }) =>
    getOrganization(context, { id: query.organizationID, withPayment: query.payment === 'true' }),
  );

  mount(contract.updateOrganization, async (context, { body }) => {
    await updateOrganization(context, body);
    return done;
  });

  mount(contract.updatePaymentMethod, async (context, { body }) => {
    const { payment_method: paymentMethod, at, card_amount: cardAmount } = body;
    await updatePaymentMethod(context, { paymentMethod, at: at ? new Date(at) : undefined, cardAmount });
    return { ...done, errors: [] };
  });

  mount(contract.startCharge, async (context) => ({ charge: await getStartCharge(context) }));

  mount(contract.confirmTestCard, async (context, { body }) => {
    const { paymentMethodId, redirectUrl } = await confirmTestCard(context, body);
    return { ...done, payment_method: paymentMethodId, redirect_url: redirectUrl };
  });

  mount(contract.confirmTestPayment, async (context, { body }) => {
    const { client_secret: clientSecret, confirm } = body;
    return { ...done, ...(await confirmTestPayment(context, { clientSecret, confirm })) };
  });

  mount(contract.cardSetup, async (context, { query }) => {
    const paymentMethodId = await getCardSetup(context, { setupIntentId: query.setup_intent });
    return {
      status: paymentMethodId ? ('succeeded' as const) : ('incomplete' as const),
      payment_method: paymentMethodId,
    };
  });

  mount(contract.updateSetupStep, async (context, { body }) => ({
    ...done,
    setup_step: await updateSetupStep(context, { setupStep: body.setup_step }),
  }));

  mount(contract.industries, async () => ({ items: [...INDUSTRIES] }));
  mount(contract.countries, async () => ({ items: [...COUNTRIES] }));
  mount(contract.states, async () => ({ items: [...US_STATES] }));

  mount(contract.organizationList, async (context) => ({ potentialOrgs: await listOrganizations(context) }));

  mount(contract.switchOrganization, async (context, { body }) => {
    await switchOrganization(context, body);
    return done;
  });

  mount(contract.newOrganizationSignup, async (context, { body }) => ({
    ...done,
    organizationID: await createOrganization(context, body),
  }));

  mount(contract.listShares, async (context) => {
    const rows = await listShares(context);
    return { records: rows.length, rows };
  });

  mount(contract.addShare, async (context, { body }) => ({ ...done, id: await addShare(context, body) }));

  mount(contract.resendShare, async (context, { body }) => {
    await resendShare(context, body);
    return done;
  });
};
