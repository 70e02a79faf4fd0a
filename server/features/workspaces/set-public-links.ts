import { and, eq, exists } from 'drizzle-orm';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { announce, readRecords } from '../instances/index.ts';
import { instances } from '../instances/tables.ts';
import { requireManager } from '../people/index.ts';
import { organizations } from '../people/tables.ts';
import { workspaceKind } from './kind.ts';
import { workspacePortLinks } from './tables.ts';

/** Lets ports of the organization's workspaces have public links, or ends them all. @throws Forbidden */
export async function setPublicLinks(context: Context, { allowed }: { allowed: boolean }): Promise<void> {
  requireManager(context.actor);
  const { organizationId } = context.actor;
  await context.db.transaction(async (tx) => {
    // The lock makes a link that is being created wait, and be refused.
    await tx.update(organizations).set({ publicLinks: allowed }).where(eq(organizations.id, organizationId));
    if (!allowed) {
      const links = tx.select().from(workspacePortLinks).where(eq(workspacePortLinks.workspaceId, instances.id));
      const linked = await readRecords(
        tx,
        workspaceKind,
        and(eq(instances.organizationId, organizationId), exists(links)),
      );
      for (const workspace of linked) {
        await tx.delete(workspacePortLinks).where(eq(workspacePortLinks.workspaceId, workspace.id));
        await announce(context, tx, workspaceKind, workspace);
      }
    }
    await context.publish(tx, 'organization', organizationId, { id: organizationId });
    await record(tx, context, {
      action: 'organizations.public-links',
      targetId: organizationId,
      details: { allowed },
    });
  });
}
