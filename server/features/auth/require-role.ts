import type { Route } from '#shared/api/route.ts';
import { Forbidden } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import type { PublicContext } from '../context.ts';

const TO_MANAGERS = say('auth.managersOnly');
const TO_THE_OWNER = say('auth.ownerOnly');
const TO_OPERATORS = say('auth.administratorsOnly');

/** Runs before every call: checks the roles that the contract allows, whatever is sent. @throws Forbidden */
export function requireRole(
  { actor }: Pick<PublicContext, 'actor'>,
  { operator, roles }: Pick<Route, 'operator' | 'roles'>,
): void {
  if (!actor) return;
  if (operator && !actor.adminFlag) throw new Forbidden(TO_OPERATORS);
  if (!roles || roles.includes(actor.role)) return;
  if (roles.includes('lead')) throw new Forbidden();
  throw new Forbidden(roles.includes('admin') ? TO_MANAGERS : TO_THE_OWNER);
}
