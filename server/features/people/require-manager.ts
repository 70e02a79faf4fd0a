import { isManager } from '#shared/features/auth/model.ts';
import { Forbidden } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import type { Actor } from '../context.ts';

/** Profile, address and payment belong to owner and admin. @throws Forbidden */
export function requireManager(actor: Pick<Actor, 'role'>): void {
  if (!isManager(actor)) throw new Forbidden(say('people.managersOnly'));
}

/** The setup wizard is the owner's. @throws Forbidden */
export function requireOwner(actor: Pick<Actor, 'role'>): void {
  if (actor.role !== 'owner') throw new Forbidden(say('people.setupOwnerOnly'));
}
