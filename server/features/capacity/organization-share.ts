import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import { SHARED_LIMITS } from '#shared/features/workspaces/model.ts';
import type { Config } from '../../platform/config.ts';
import type { Executor, Transaction } from '../../platform/database.ts';
import { say } from '../../platform/say.ts';
import { memoryDisplay } from '../instances/index.ts';
import { instances } from '../instances/tables.ts';
import { NoCapacity } from './no-capacity.ts';
import type { Need } from './reserve-on-host.ts';
import { takeFromSleepers, type Waking } from './take-from-sleepers.ts';

type Caps = Pick<Config, 'organizationMemoryMb' | 'organizationCores'>;
type Share = Pick<Need, 'memoryMb' | 'cpuCores'>;

/** The caller holds the lock of what is shared. @throws NoCapacity if `need` would exceed what one organization may hold */
export async function requireShare(
  dependencies: Waking & { config: Caps },
  tx: Transaction,
  { organizationId, need }: { organizationId: string; need: Share },
): Promise<void> {
  const most = mostOf(dependencies.config);
  if (!most) return;
  const held = await heldBy(tx, organizationId);
  if (held.memoryMb + need.memoryMb > most.memoryMb) {
    throw new NoCapacity(
      say('capacity.organizationMemoryLimit', {
        limit: memoryDisplay(most.memoryMb),
        used: memoryDisplay(held.memoryMb),
      }),
    );
  }
  if (held.cpuCores + need.cpuCores > most.cpuCores) {
    throw new NoCapacity(say('capacity.organizationCpuLimit', { limit: most.cpuCores, used: held.cpuCores }));
  }
  const missing = {
    memoryMb: held.memoryMb + held.asleepMb + need.memoryMb - most.memoryMb,
    cpuCores: held.cpuCores + held.asleepCores + need.cpuCores - most.cpuCores,
  };
  if (!(await takeFromSleepers(dependencies, tx, shareOf(organizationId), missing))) throw new NoCapacity();
}

/** How many shared workspaces an organization may run at once, and how many more it may start; null without a cap. */
export async function shareLeft(
  config: Caps,
  executor: Executor,
  organizationId: string,
): Promise<{ most: number; left: number } | null> {
  const most = mostOf(config);
  if (!most) return null;
  const held = await heldBy(executor, organizationId);
  const free = { memoryMb: most.memoryMb - held.memoryMb, cpuCores: most.cpuCores - held.cpuCores };
  return { most: workspacesIn(most), left: Math.max(0, workspacesIn(free)) };
}

/** Null where the operator caps nothing. */
function mostOf({ organizationMemoryMb, organizationCores }: Caps): Share | null {
  if (!organizationMemoryMb && !organizationCores) return null;
  return {
    memoryMb: organizationMemoryMb || Number.POSITIVE_INFINITY,
    cpuCores: organizationCores || Number.POSITIVE_INFINITY,
  };
}

function workspacesIn({ memoryMb, cpuCores }: Share): number {
  return Math.floor(Math.min(memoryMb / (SHARED_LIMITS.memoryGb * 1024), cpuCores / SHARED_LIMITS.cpuCores));
}

const shareOf = (organizationId: string) =>
  and(eq(instances.organizationId, organizationId), eq(instances.kind, 'workspace'), eq(instances.serverId, 'shared'));

/** What runs or starts, and what sleeping ones keep until it is needed. */
async function heldBy(executor: Executor, organizationId: string) {
  const runs = inArray(instances.status, ['Pending', 'Active']);
  const asleep = isNotNull(instances.asleepSince);
  const memoryMb = (which: SQL) => sql<number>`coalesce(sum(${instances.memoryMb}) filter (where ${which}), 0)::int`;
  const cpuCores = (which: SQL) => sql<number>`coalesce(sum(${instances.cpuCores}) filter (where ${which}), 0)::float`;
  const [row] = await executor
    .select({
      memoryMb: memoryMb(runs),
      cpuCores: cpuCores(runs),
      asleepMb: memoryMb(asleep),
      asleepCores: cpuCores(asleep),
    })
    .from(instances)
    .where(shareOf(organizationId));
  return row ?? { memoryMb: 0, cpuCores: 0, asleepMb: 0, asleepCores: 0 };
}
