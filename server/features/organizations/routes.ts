import * as contract from '#shared/features/organizations/contract.ts';
import { COUNTRIES } from '../people/index.ts';
import type { RegisterRoutes } from '../routing.ts';
import { addShare } from './add-share.ts';
import { createOrganization } from './create-organization.ts';
import { getOrganization } from './get-organization.ts';
import { INDUSTRIES } from './industries.ts';
import { listOrganizations } from './list-organizations.ts';
import { listShares } from './list-shares.ts';
import { resendShare } from './resend-share.ts';
import { switchOrganization } from './switch-organization.ts';
import { updateOrganization } from './update-organization.ts';
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
