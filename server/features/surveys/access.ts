import { Forbidden } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import type { Actor } from '../context.ts';

/** Internal administrators run the beta programme. @throws Forbidden */
export function requireProductAdmin(actor: Pick<Actor, 'adminFlag'>): void {
  if (!actor.adminFlag) throw new Forbidden(say('surveys.administratorsOnly'));
}
