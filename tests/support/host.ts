import type { Dependencies } from '#server/features/context.ts';
import { loadEngines } from '#server/features/hosts/keep-engines.ts';
import { sealMachine } from '#server/features/hosts/machine.ts';
import { hosts } from '#server/features/machines/tables.ts';
import { newId } from '#server/platform/ids.ts';

/** An Active host of the organization on the local engine; returns its id, which is also the engine's id. */
export async function insertHost(
  dependencies: Dependencies,
  organizationId: string,
  values: Partial<typeof hosts.$inferInsert> = {},
): Promise<string> {
  const id = newId();
  const now = dependencies.clock.now();
  await dependencies.db.insert(hosts).values({
    id,
    organizationId,
    name: `Host ${id.slice(-4)}`,
    hostname: `host-${id.slice(-8)}`,
    serverOptionId: 'general-2',
    provider: 'docker',
    status: 'Active',
    machine: sealMachine(dependencies, { socketPath: dependencies.config.dockerSocket }),
    cpuCores: 2,
    memoryMb: 4096,
    diskGb: 80,
    monthlyCents: 4000,
    launchedAt: now,
    createdAt: now,
    ...values,
  });
  await loadEngines(dependencies, id);
  return id;
}
