import { and, eq, inArray, sql } from 'drizzle-orm';
import { SHARED_LIMITS } from '#shared/features/workspaces/model.ts';
import type { Config } from '../../platform/config.ts';
import type { Executor } from '../../platform/database.ts';
import { memoryDisplay } from '../instances/index.ts';
import { instances } from '../instances/tables.ts';
import { NoCapacity } from './no-capacity.ts';
import type { Need } from './reserve-on-host.ts';

type Caps = Pick<Config, 'organizationMemoryMb' | 'organizationCores'>;
type Share = Pick<Need, 'memoryMb' | 'cpuCores'>;

/** The caller holds the shared machine's lock. @throws NoCapacity if `need` would exceed what one organization may hold */
export async function requireShare(
  config: Caps,
  tx: Executor,
  { organizationId, need }: { organizationId: string; need: Share },
): Promise<void> {
  const most = mostOf(config);
  if (!most) return;
  const held = await heldBy(tx, organizationId);
  if (held.memoryMb + need.memoryMb > most.memoryMb) {
    throw new NoCapacity(
      `Your organization may use ${memoryDisplay(most.memoryMb)} of memory for shared workspaces, and ${memoryDisplay(held.memoryMb)} is in use. Stop one of them, or choose a private host.`,
    );
  }
  if (held.cpuCores + need.cpuCores > most.cpuCores) {
    throw new NoCapacity(
      `Your organization may use ${most.cpuCores} CPU for shared workspaces, and ${held.cpuCores} is in use. Stop one of them, or choose a private host.`,
    );
  }
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

async function heldBy(executor: Executor, organizationId: string): Promise<Share> {
  const [row] = await executor
    .select({
      memoryMb: sql<number>`coalesce(sum(${instances.memoryMb}), 0)::int`,
      cpuCores: sql<number>`coalesce(sum(${instances.cpuCores}), 0)::float`,
    })
    .from(instances)
    .where(
      and(
        eq(instances.organizationId, organizationId),
        eq(instances.kind, 'workspace'),
        eq(instances.serverId, 'shared'),
        inArray(instances.status, ['Pending', 'Active']),
      ),
    );
  return row ?? { memoryMb: 0, cpuCores: 0 };
}
