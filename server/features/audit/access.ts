import { Forbidden } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import type { Actor } from '../context.ts';

/** Owner and admin read the audit log. @throws Forbidden */
export function requireAuditReader(actor: Pick<Actor, 'role'>): void {
  if (actor.role !== 'owner' && actor.role !== 'admin') throw new Forbidden(say('audit.managersOnly'));
}
