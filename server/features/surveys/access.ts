import { Forbidden } from '../../platform/errors.ts';
import type { Actor } from '../context.ts';

/** The beta programme is run by the administrators of the product (decisions §8). @throws Forbidden */
export function requireProductAdmin(actor: Pick<Actor, 'adminFlag'>): void {
  if (!actor.adminFlag) throw new Forbidden('Only Slipway administrators can manage the beta programme.');
}
