import { eq } from 'drizzle-orm';
import { changesState, type Route } from '#shared/api/route.ts';
import { SETUP_COMPLETE } from '#shared/features/organizations/contract.ts';
import { Conflict } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import type { PublicContext } from '../context.ts';
import { organizations } from '../people/tables.ts';

/** The message for the owner, by the wizard's current step. */
const CONTINUE = new Map([
  [1, say('organizations.setupProfile')],
  [2, say('organizations.setupCard')],
  [3, say('organizations.setupSshKey')],
  [4, say('organizations.setupWorkspace')],
]);

/**
 * Runs before every call: an organization still in the wizard can't change anything that comes after its step.
 * @throws Conflict with the step and what to do there
 */
export async function requireSetup(
  { db, actor }: Pick<PublicContext, 'db' | 'actor'>,
  route: Pick<Route, 'method' | 'access' | 'headerOnly' | 'duringSetup'>,
): Promise<void> {
  if (!actor || !changesState(route) || route.access !== 'session' || route.duringSetup === 1) return;
  const [organization] = await db
    .select({ step: organizations.setupStep })
    .from(organizations)
    .where(eq(organizations.id, actor.organizationId));
  const step = organization?.step ?? 1;
  if (step >= (route.duringSetup ?? SETUP_COMPLETE)) return;
  if (actor.role === 'owner') throw new Conflict(CONTINUE.get(step));
  throw new Conflict(say('organizations.setupByOwner', { step }));
}
