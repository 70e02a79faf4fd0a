import { eq } from 'drizzle-orm';
import type { BoundRole } from '#shared/features/templates/model.ts';
import type { Executor } from '../../platform/database.ts';
import { Forbidden } from '../../platform/errors.ts';
import { holdNamedLock } from '../../platform/named-lock.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { requireTemplateManager } from './access.ts';
import { templateBoundRoles } from './tables.ts';

/**
 * From now on only these roles must use a template; workspaces that are there stay. Admins don't decide about
 * themselves. @throws Forbidden
 */
export async function bindRoles(context: Context, input: { roles: BoundRole[] }): Promise<void> {
  const { actor, db } = context;
  requireTemplateManager(actor);
  const { organizationId } = actor;
  const roles = [...new Set(input.roles)];
  await db.transaction(async (tx) => {
    await holdNamedLock(tx, `template-rules.${organizationId}`);
    const wasBound = (await boundRoles(tx, organizationId)).includes('admin');
    if (actor.role !== 'owner' && wasBound !== roles.includes('admin')) {
      throw new Forbidden(say('templates.ownerBindsAdmins'));
    }
    await tx.delete(templateBoundRoles).where(eq(templateBoundRoles.organizationId, organizationId));
    if (roles.length > 0) await tx.insert(templateBoundRoles).values(roles.map((role) => ({ organizationId, role })));
    const details = { roles: roles.join(', ') };
    await record(tx, context, { action: 'templates.bind-roles', targetId: organizationId, details });
  });
}

export async function boundRoles(executor: Executor, organizationId: string): Promise<BoundRole[]> {
  const rows = await executor
    .select({ role: templateBoundRoles.role })
    .from(templateBoundRoles)
    .where(eq(templateBoundRoles.organizationId, organizationId))
    .orderBy(templateBoundRoles.role);
  return rows.map(({ role }) => role);
}
