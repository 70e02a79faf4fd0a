import { eq, isNull } from 'drizzle-orm';
import { isEngineError } from '../../compute/engine-error.ts';
import { WORKSPACE_IMAGE } from '../../compute/images.ts';
import type { Dependencies } from '../context.ts';
import { noteMachineBack, noteMachineLost } from '../instances/index.ts';
import { type NodeRecord, nodes } from '../machines/tables.ts';
import { depart } from './depart.ts';
import { HOME } from './follow-swarm.ts';
import { requestPreparation } from './prepare-job.ts';
import { needsPreparation, prepareNode } from './prepare-node.ts';

/** The handlers of this slice's jobs. */
export const poolJobs = (dependencies: Dependencies) => ({
  'pool.prepare': ({ nodeId }: { nodeId: string }, signal: AbortSignal): Promise<void> =>
    prepareNode(dependencies, nodeId, signal),
  'pool.depart': ({ nodeId }: { nodeId: string }): Promise<void> => depart(dependencies, nodeId),
  'pool.watch': (): Promise<void> => watchNodes(dependencies),
});

export const poolCrontab = '* * * * * pool.watch';

export async function watchNodes(dependencies: Dependencies): Promise<void> {
  const { db } = dependencies;
  const known = await db.select().from(nodes).where(isNull(nodes.removedAt));
  for (const node of known) if (needsPreparation(node)) await requestPreparation(db, node.id);
  for (const { id, lostAt } of known) {
    if (id === HOME) continue;
    if (lostAt) await noteMachineLost(dependencies, id, lostAt);
    else await noteMachineBack(dependencies, id);
  }
  await Promise.all(known.map((node) => lookAtImages(dependencies, node)));
}

async function lookAtImages({ db, engines, log }: Dependencies, node: NodeRecord): Promise<void> {
  if (node.lostAt !== null || (node.machine === null && node.id !== HOME)) return;
  try {
    const found = await engines.get(node.id).listImages(WORKSPACE_IMAGE);
    const images = found.flatMap(({ tags }) => tags).sort();
    if (images.join() !== node.images.join()) await db.update(nodes).set({ images }).where(eq(nodes.id, node.id));
  } catch (error) {
    if (!isEngineError(error)) throw error;
    log.warn({ err: error, nodeId: node.id }, 'the images of a node could not be listed');
  }
}
