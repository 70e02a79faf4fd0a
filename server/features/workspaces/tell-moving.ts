import { and, asc, eq, isNull } from 'drizzle-orm';
import { movingMail, queueMail } from '../../mail/index.ts';
import { timeIn } from '../../platform/translate.ts';
import type { Dependencies } from '../context.ts';
import { instances } from '../instances/tables.ts';
import { nodes } from '../machines/tables.ts';
import { users } from '../people/tables.ts';

/**
 * Tells everyone whose workspaces run on a machine when they will be moved off it: one mail each. Does nothing if that
 * time was changed or called off meanwhile.
 */
export async function tellMoving(dependencies: Dependencies, input: { nodeId: string; dueAt: string }): Promise<void> {
  const dueAt = new Date(input.dueAt);
  await dependencies.db.transaction(async (tx) => {
    const asked = and(eq(nodes.id, input.nodeId), eq(nodes.drainDueAt, dueAt), isNull(nodes.removedAt));
    const [node] = await tx.select({ id: nodes.id }).from(nodes).where(asked);
    if (!node) return;
    const running = await tx
      .select({ to: users.email, firstName: users.firstName, locale: users.locale, name: instances.name })
      .from(instances)
      .innerJoin(users, eq(users.id, instances.userId))
      .where(
        and(
          eq(instances.engineId, node.id),
          eq(instances.serverId, 'shared'),
          eq(instances.kind, 'workspace'),
          eq(instances.status, 'Active'),
          eq(users.status, 'active'),
        ),
      )
      .orderBy(asc(instances.name));
    const url = `${dependencies.config.publicUrl}/workspaces`;
    for (const theirs of Map.groupBy(running, ({ to }) => to).values()) {
      const [{ to, firstName, locale }] = theirs as [(typeof theirs)[number]];
      const workspaces = theirs.map(({ name }) => name);
      const time = timeIn(locale, dueAt);
      await queueMail(dependencies, tx, movingMail({ to, firstName, workspaces, time, url }));
    }
  });
}
