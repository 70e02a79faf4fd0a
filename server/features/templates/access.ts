import { and, arrayContains, eq, isNull, type SQL } from 'drizzle-orm';
import { isManager, LEAD_ROLES } from '#shared/features/auth/model.ts';
import { BOUND_ROLES } from '#shared/features/templates/model.ts';
import type { Executor, Transaction } from '../../platform/database.ts';
import { Forbidden, NotFound } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { say } from '../../platform/say.ts';
import type { Actor } from '../context.ts';
import { templateBoundRoles, templates } from './tables.ts';

export type TemplateRecord = typeof templates.$inferSelect;
type Requester = Pick<Actor, 'organizationId' | 'role'>;

/** Owner and admins make templates and say who uses them. @throws Forbidden */
export function requireTemplateManager(actor: Pick<Actor, 'role'>): void {
  if (!isManager(actor)) throw new Forbidden(say('templates.managersOnly'));
}

/** SQL condition: templates that this person may use. The role user adds no workspaces, so there are none for it. */
export function usableBy({ organizationId, role }: Requester): SQL | undefined {
  const mayUse = LEAD_ROLES.filter((each) => each === role);
  if (mayUse.length === 0) return undefined;
  return and(
    eq(templates.organizationId, organizationId),
    isNull(templates.deletedAt),
    arrayContains(templates.roles, mayUse),
  );
}

/** Can this person add workspaces only from templates? */
export async function isBound(executor: Executor, { organizationId, role }: Requester): Promise<boolean> {
  const bound = BOUND_ROLES.find((each) => each === role);
  if (!bound) return false;
  const [rule] = await executor
    .select({ role: templateBoundRoles.role })
    .from(templateBoundRoles)
    .where(and(eq(templateBoundRoles.organizationId, organizationId), eq(templateBoundRoles.role, bound)));
  return rule !== undefined;
}

/** A template of the active organization, locked until the transaction ends; a deleted one too. @throws NotFound */
export async function lockTemplate(tx: Transaction, actor: Requester, id: string): Promise<TemplateRecord> {
  const [template] = isId(id)
    ? await tx
        .select()
        .from(templates)
        .where(and(eq(templates.id, id), eq(templates.organizationId, actor.organizationId)))
        .for('update')
    : [];
  if (!template) throw new NotFound();
  return template;
}
