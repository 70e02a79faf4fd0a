import type { Route } from '#shared/api/route.ts';
import { Forbidden } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import type { PublicContext } from '../context.ts';

const TO_A_TOKEN = say('auth.notWithToken');
const TO_AN_IMPERSONATOR = say('auth.notOnBehalf');

/** Runs before every call: what the contract keeps for the person, nobody else may do for them. @throws Forbidden */
export function refuseOnBehalf({ actor }: Pick<PublicContext, 'actor'>, { onBehalf }: Pick<Route, 'onBehalf'>): void {
  if (!actor || onBehalf === undefined || onBehalf === 'anyone') return;
  if (actor.apiToken && onBehalf === 'nobody') throw new Forbidden(TO_A_TOKEN);
  if (actor.impersonator) throw new Forbidden(TO_AN_IMPERSONATOR);
}
