import { and, asc, count, eq, inArray, ne } from 'drizzle-orm';
import type { Machine, MachineTenant } from '#shared/features/pool/contract.ts';
import { NotFound } from '../../platform/errors.ts';
import { homeCapacity, machinesWithRoom, mostShared } from '../capacity/index.ts';
import type { Context } from '../context.ts';
import { recordedMemoryMb } from '../instances/index.ts';
import { instances } from '../instances/tables.ts';
import { type NodeRecord, nodes } from '../machines/tables.ts';
import { organizations } from '../people/tables.ts';
import { HOME } from './follow-swarm.ts';

type Known = Pick<
  NodeRecord,
  | 'id'
  | 'isShared'
  | 'availability'
  | 'lostAt'
  | 'cordonedAt'
  | 'drainedAt'
  | 'drainDueAt'
  | 'drainProblems'
  | 'machine'
  | 'problem'
  | 'images'
  | 'memoryMb'
> & { name: string | null; address: string | null; cpuCores: number | null };

/** Every machine of the pool, this one first. Without a swarm this one is alone. */
export async function listMachines(context: Context): Promise<Machine[]> {
  const { db, engines, log, config, clock } = context;
  const homeMb = await homeCapacity({ db, engines, log, config }, 'shared').catch(async () => {
    return mostShared((await recordedMemoryMb(context, HOME)) ?? 0);
  });
  const listed = await db.select().from(nodes).orderBy(nodes.name, nodes.id);
  const known: Known[] = listed.filter(({ removedAt }) => removedAt === null);
  if (!known.some(({ id }) => id === HOME)) known.push(alone());
  const ids = known.map(({ id }) => id);
  const room = await machinesWithRoom(db, known, { config, homeMb, now: clock.now() });
  const counted = await db
    .select({ engineId: instances.engineId, count: count() })
    .from(instances)
    .where(areOn(ids))
    .groupBy(instances.engineId);
  const counts = new Map(counted.map((each) => [each.engineId, each.count]));
  const rooms = new Map(room.map((each) => [each.engineId, each]));
  const shown = known.map((node): Machine => {
    const { mostMb = 0, freeMb = 0 } = rooms.get(node.id) ?? {};
    return {
      id: node.id,
      name: node.name,
      address: node.address,
      is_home: node.id === HOME,
      state: stateOf(node),
      is_cordoned: node.cordonedAt !== null,
      drain_date: node.drainDueAt?.toISOString() ?? null,
      lost_date: node.lostAt?.toISOString() ?? null,
      problem: node.problem,
      cpu_cores: node.cpuCores,
      memory_mb: mostMb > 0 ? mostMb : null,
      reserved_mb: Math.max(0, mostMb - freeMb),
      images: node.images,
      workspaces_count: counts.get(node.id) ?? 0,
    };
  });
  return shown.sort((a, b) => Number(b.is_home) - Number(a.is_home));
}

/** What is on a machine, and why it could not be moved off yet. @throws NotFound */
export async function listTenants({ db }: Context, { id }: { id: string }): Promise<MachineTenant[]> {
  const [node] = await db.select({ drainProblems: nodes.drainProblems }).from(nodes).where(eq(nodes.id, id));
  if (!node && id !== HOME) throw new NotFound();
  const tenants = await db
    .select({
      id: instances.id,
      name: instances.name,
      status: instances.status,
      organization_name: organizations.name,
    })
    .from(instances)
    .innerJoin(organizations, eq(organizations.id, instances.organizationId))
    .where(areOn([id]))
    .orderBy(asc(organizations.name), asc(instances.name), asc(instances.id));
  return tenants.map((tenant) => ({ ...tenant, move_problem: node?.drainProblems[tenant.id] ?? null }));
}

const areOn = (engineIds: string[]) =>
  and(eq(instances.serverId, 'shared'), inArray(instances.engineId, engineIds), ne(instances.status, 'Deleted'));

function stateOf(node: Known): Machine['state'] {
  if (node.lostAt) return 'lost';
  if (node.id !== HOME && !node.machine) return 'unprepared';
  if (!node.isShared) return 'unlabelled';
  if (node.drainedAt) return 'draining';
  return node.cordonedAt || node.availability !== 'active' ? 'closed' : 'ready';
}

/** This machine while there is no swarm that could tell of it. */
function alone(): Known {
  return {
    ...{ id: HOME, name: null, address: null, cpuCores: null, memoryMb: 0, images: [] },
    ...{ isShared: true, availability: 'active', lostAt: null, cordonedAt: null, machine: null, problem: null },
    ...{ drainedAt: null, drainDueAt: null, drainProblems: {} },
  };
}
