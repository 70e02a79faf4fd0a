import { and, eq, isNull } from 'drizzle-orm';
import { enforceFence } from '../../compute/fence/enforce-fence.ts';
import { MachineUnavailable } from '../../compute/providers/provider.ts';
import { say } from '../../platform/say.ts';
import type { Dependencies } from '../context.ts';
import { sealMachine } from '../hosts/index.ts';
import { readInstallationId, withWorkLock } from '../instances/index.ts';
import { type NodeRecord, nodes } from '../machines/tables.ts';
import { HOME } from './follow-swarm.ts';

/** Makes the engine of a node answer us; says on the node why it can't. Repeatable. */
export async function prepareNode(dependencies: Dependencies, id: string, signal: AbortSignal): Promise<void> {
  await withWorkLock(dependencies, `node.${id}`, async () => {
    const node = await findNode(dependencies, id);
    if (!node || !needsPreparation(node)) return;
    const set = await prepare(dependencies, node, signal);
    await dependencies.db.transaction(async (tx) => {
      await tx
        .update(nodes)
        .set(set)
        .where(and(eq(nodes.id, id), isNull(nodes.removedAt)));
      if (set.machine) await dependencies.bus.notify(tx, 'host_changed', { id });
    });
  });
}

export function needsPreparation({ id, isShared, lostAt, machine }: NodeRecord): boolean {
  return id !== HOME && isShared && lostAt === null && machine === null;
}

async function prepare(
  dependencies: Dependencies,
  node: NodeRecord,
  signal: AbortSignal,
): Promise<Partial<Pick<NodeRecord, 'machine' | 'problem'>>> {
  try {
    const onOutput = (line: string) => dependencies.log.debug({ nodeId: node.id }, line);
    const owner = await readInstallationId(dependencies);
    const remote = await dependencies.hostProviders.pool.prepare(node, { owner, onOutput, signal });
    return { machine: sealMachine(dependencies, { remote }), problem: null };
  } catch (error) {
    signal.throwIfAborted();
    dependencies.log.warn({ err: error, nodeId: node.id }, 'a node could not be prepared');
    const problem = error instanceof MachineUnavailable ? error.message : say('pool.notPreparedOverSsh');
    return { problem };
  }
}

/**
 * Sets the firewall rules on a node whenever its engine is connected again, because a restarted machine has lost them.
 * Does nothing for an engine that isn't a node's.
 */
export async function fenceNode(dependencies: Dependencies, id: string): Promise<void> {
  const { config, engines, hostProviders, log } = dependencies;
  const node = await findNode(dependencies, id);
  if (!node?.machine) return;
  const installationId = await readInstallationId(dependencies);
  const fence = { installationId, publicPorts: [], publicRanges: [], allow: config.egressAllow };
  const report = await enforceFence(engines.get(id), fence, (script) => hostProviders.pool.run(node, script));
  if (!report.enforced) log.warn({ reason: report.reason, nodeId: id }, 'networks of a node are not fenced off');
}

async function findNode({ db }: Pick<Dependencies, 'db'>, id: string): Promise<NodeRecord | null> {
  const [node] = await db
    .select()
    .from(nodes)
    .where(and(eq(nodes.id, id), isNull(nodes.removedAt)));
  return node ?? null;
}
