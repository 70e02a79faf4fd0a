import type { Dependencies } from '#server/features/context.ts';
import { sealMachine } from '#server/features/hosts/machine.ts';
import { nodes } from '#server/features/machines/tables.ts';
import { newId } from '#server/platform/ids.ts';

/** Memory that a node has to have for so many shared workspaces of 1.5 GB. */
export const roomFor = (count: number): number => Math.ceil((count * 1536) / 0.8);

/** A node of the pool that takes shared workspaces; returns its id, which is also its engine's. */
export async function insertNode(
  dependencies: Dependencies,
  values: Partial<typeof nodes.$inferInsert> = {},
): Promise<string> {
  const id = newId();
  const row = {
    id,
    swarmId: `swarm-${id}`,
    name: `node-${id.slice(-4)}`,
    address: '10.0.0.2',
    machine: sealMachine(dependencies, { socketPath: dependencies.config.dockerSocket }),
    isShared: true,
    availability: 'active' as const,
    cpuCores: 4,
    memoryMb: roomFor(4),
    createdAt: dependencies.clock.now(),
    ...values,
  };
  await dependencies.db.insert(nodes).values(row);
  return row.id;
}
