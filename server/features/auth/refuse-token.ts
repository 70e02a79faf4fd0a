import { changesState, type Route, type Scope } from '#shared/api/route.ts';
import { Forbidden } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import type { Actor, PublicContext } from '../context.ts';

type Asking = Pick<Actor, 'apiToken'>;

/** May whoever asks do what takes this scope? People may; a token, if it was given it. */
export function hasScope({ apiToken }: Asking, scope: Scope): boolean {
  if (!apiToken || scope === 'any') return true;
  if (scope === 'nobody') return false;
  return apiToken.scopes.includes(scope) || (scope !== 'machines' && apiToken.scopes.includes('everything'));
}

/**
 * Runs before every call: a token makes only those that its scopes allow. A public call that changes something would do
 * it for the token's person, so it takes everything. @throws Forbidden
 */
export function refuseToken(
  { actor }: Pick<PublicContext, 'actor'>,
  route: Pick<Route, 'scope' | 'method' | 'access' | 'headerOnly'>,
) {
  if (!actor || (route.access === 'public' && !changesState(route))) return;
  requireScope(actor, route.scope ?? 'everything');
}

/** @throws Forbidden */
function requireScope(actor: Asking, scope: Scope): void {
  if (hasScope(actor, scope)) return;
  throw new Forbidden(scope === 'nobody' ? say('auth.notWithToken') : say('auth.scopeMissing', { scope }));
}
