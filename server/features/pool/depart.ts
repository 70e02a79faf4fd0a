import { and, eq, isNotNull } from 'drizzle-orm';
import type { Dependencies } from '../context.ts';
import { nodes } from '../machines/tables.ts';
import { HOME } from './follow-swarm.ts';

/** Lets a removed node leave the swarm; the machine itself is told if it answers. Repeatable. */
export async function depart(dependencies: Dependencies, id: string): Promise<void> {
  const { db, engines, hostProviders, log } = dependencies;
  const [node] = await db
    .select()
    .from(nodes)
    .where(and(eq(nodes.id, id), isNotNull(nodes.removedAt)));
  if (!node || node.id === HOME) return;
  await hostProviders.pool.run(node, 'docker swarm leave --force >/dev/null 2>&1 || true').catch((error) => {
    log.warn({ err: error, nodeId: id }, 'a removed node could not be told to leave the swarm');
  });
  await engines.get(HOME).removeSwarmNode(node.swarmId);
}
