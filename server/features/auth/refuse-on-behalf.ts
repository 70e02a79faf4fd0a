import type { Route } from '#shared/api/route.ts';
import { Forbidden } from '../../platform/errors.ts';
import type { Actor, PublicContext } from '../context.ts';

const TO_A_TOKEN = 'An API token can’t do this. Log in and do it yourself.';
const TO_AN_IMPERSONATOR =
  'You are acting as somebody else, and only they can do this. Return to your own account first.';

/** Stands before every call: what is for the person alone (`selfOnly`) is nobody's to do for them. @throws Forbidden */
export async function refuseOnBehalf(
  { actor }: Pick<PublicContext, 'actor'>,
  route: Pick<Route, 'selfOnly'>,
): Promise<void> {
  if (!route.selfOnly || !actor) return;
  if (actor.apiToken) throw new Forbidden(TO_A_TOKEN);
  refuseImpersonator(actor);
}

/** For what scripts may do for a person, but nobody may who acts as them. @throws Forbidden */
export function refuseImpersonator(actor: Pick<Actor, 'impersonator'>): void {
  if (actor.impersonator) throw new Forbidden(TO_AN_IMPERSONATOR);
}
