import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { updateOrganizationBody } from '#shared/features/organizations/contract.ts';
import { ValidationError } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { advanceSetup, COUNTRIES, requireManager } from '../people/index.ts';
import { organizations } from '../people/tables.ts';
import { INDUSTRIES } from './industries.ts';
import { US_STATES } from './us-states.ts';

/** Changes name and address; in step 1 of the wizard this completes the step. @throws Forbidden, ValidationError */
export async function updateOrganization(
  context: Context,
  input: z.output<typeof updateOrganizationBody>,
): Promise<void> {
  requireManager(context.actor);
  requireKnown({ ...input, state_prov: input.country === 'US' ? input.state_prov : undefined });
  const id = context.actor.organizationId;
  await context.db.transaction(async (tx) => {
    await tx
      .update(organizations)
      .set({
        name: input.name,
        industry: input.industry,
        websiteUrl: input.website_url || null,
        country: input.country,
        streetAddress: input.street_address,
        streetAddressCont: input.street_address_cont || null,
        city: input.city,
        stateProv: input.state_prov || null,
        postalCode: input.postal_code,
      })
      .where(eq(organizations.id, id));
    await advanceSetup(tx, { organizationId: id, finished: 1 });
    await context.publish(tx, 'organization', id, { id });
    await record(tx, context, { action: 'organizations.update', targetId: id });
  });
}

/** Choices must be on the lists they come from. */
function requireKnown(input: { industry: string; country: string; state_prov?: string }): void {
  const lists = { industry: INDUSTRIES, country: COUNTRIES, state_prov: US_STATES } as const;
  for (const [field, options] of Object.entries(lists)) {
    const chosen = input[field as keyof typeof lists];
    if (chosen !== undefined && !options.some(({ value }) => value === chosen)) {
      throw new ValidationError({ [field]: say('organizations.chooseFromList') });
    }
  }
}
