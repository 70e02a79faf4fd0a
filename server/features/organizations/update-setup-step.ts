import { and, eq } from 'drizzle-orm';
import { Conflict } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { instances } from '../instances/tables.ts';
import { advanceSetup, findOwnOrganization, type OrganizationRow, requireOwner } from '../people/index.ts';
import { sshKeys } from '../people/tables.ts';

/**
 * Moves the wizard on to `setupStep`, which must be the next one, once the current step is complete. Asking for the
 * current or an earlier step changes nothing, so that a repeated click is no error. Returns the resulting step.
 * @throws Forbidden for all but the owner; Conflict with what is still missing
 */
export async function updateSetupStep(context: Context, input: { setupStep: number }): Promise<number> {
  requireOwner(context.actor);
  const organizationId = context.actor.organizationId;
  const { organization } = await findOwnOrganization(context.db, context.actor, organizationId);
  if (input.setupStep <= organization.setupStep) return organization.setupStep;
  if (input.setupStep > organization.setupStep + 1) throw new Conflict(say('organizations.stepNotSkippable'));
  const missing = await missingFor(context, organization);
  if (missing) throw new Conflict(missing);
  await context.db.transaction(async (tx) => {
    await advanceSetup(tx, { organizationId, finished: organization.setupStep });
    const details = { step: input.setupStep };
    await record(tx, context, { action: 'organizations.update-setup-step', targetId: organizationId, details });
  });
  return input.setupStep;
}

/** What is missing to leave the current step; null if nothing is. */
async function missingFor({ db, actor }: Context, organization: OrganizationRow): Promise<string | null> {
  switch (organization.setupStep) {
    case 1:
      return organization.country ? null : say('organizations.profileFirst');
    case 2:
      return organization.stripeSubscriptionId ? null : say('organizations.cardFirst');
    case 3: {
      const [key] = await db.select({ id: sshKeys.id }).from(sshKeys).where(eq(sshKeys.userId, actor.userId)).limit(1);
      return key ? null : say('organizations.sshKeyFirst');
    }
    case 4: {
      const first = and(eq(instances.organizationId, organization.id), eq(instances.kind, 'workspace'));
      const [workspace] = await db.select({ id: instances.id }).from(instances).where(first).limit(1);
      return workspace ? null : say('organizations.workspaceFirst');
    }
    default:
      return null;
  }
}
