import { and, count, desc, eq, inArray, isNull, ne } from 'drizzle-orm';
import type { Config } from '../../platform/config.ts';
import type { Executor, Transaction } from '../../platform/database.ts';
import { instances } from '../instances/tables.ts';
import { type NodeRecord, nodes } from '../machines/tables.ts';
import { HOME, heldByEngine, heldByHosts, type SharedHeld } from './held-here.ts';

/** What the rest of a machine keeps for itself. */
const SHARE_OF_MACHINE = 0.8;

/** A machine that shared workspaces run on. */
export interface SharedMachine {
  engineId: string;
  /** Memory that may be reserved, in MB. */
  mostMb: number;
  /** Memory that isn't reserved, in MB; less than nothing if a machine became smaller. */
  freeMb: number;
  /** How much more sleeping workspaces would give up. */
  asleepMb: number;
  images: readonly string[];
}

/** Does this machine take something new? */
export function isOpen(node: NodeRecord): boolean {
  const { isShared, availability, lostAt, cordonedAt, machine } = node;
  const isReached = node.id === HOME || machine !== null;
  return isShared && isReached && availability === 'active' && lostAt === null && cordonedAt === null;
}

/** The nodes of the pool; none without a swarm. */
export function readNodes(executor: Executor): Promise<NodeRecord[]> {
  return executor.select().from(nodes).where(isNull(nodes.removedAt)).orderBy(nodes.name, nodes.id);
}

interface Told {
  config: Pick<Config, 'sharedMemoryMb' | 'hostMemoryMb'>;
  /** Memory of this machine that may be reserved. */
  homeMb: number;
  now: Date;
}

/** The machines and their room. The caller holds the lock, if it reserves some. */
export async function machinesWithRoom(
  executor: Executor,
  those: readonly Pick<NodeRecord, 'id' | 'memoryMb' | 'images'>[],
  told: Told,
): Promise<SharedMachine[]> {
  const held = await heldByEngine(
    executor,
    those.map(({ id }) => id),
  );
  const nothing: SharedHeld = { memoryMb: 0, asleepMb: 0 };
  const machines: SharedMachine[] = [];
  for (const { id: engineId, memoryMb, images } of those) {
    const { memoryMb: reserved, asleepMb } = held.get(engineId) ?? nothing;
    const mostMb = engineId === HOME ? told.homeMb - (await byHosts(executor, told)) : mostShared(memoryMb);
    machines.push({ engineId, mostMb, freeMb: mostMb - reserved, asleepMb, images });
  }
  return machines;
}

export const mostShared = (memoryMb: number): number => Math.floor(memoryMb * SHARE_OF_MACHINE);

/** Hosts with their own share take nothing from this one. */
export async function byHosts(executor: Executor, { config, now }: Omit<Told, 'homeMb'>): Promise<number> {
  return config.sharedMemoryMb > 0 || config.hostMemoryMb > 0 ? 0 : heldByHosts(executor, now);
}

/** The engines on which an organization has shared workspaces, the one with most of them first. */
export async function enginesOf(tx: Transaction, organizationId: string, among: string[]): Promise<string[]> {
  if (among.length === 0) return [];
  const rows = await tx
    .select({ engineId: instances.engineId })
    .from(instances)
    .where(
      and(
        eq(instances.organizationId, organizationId),
        eq(instances.serverId, 'shared'),
        inArray(instances.engineId, among),
        ne(instances.status, 'Deleted'),
      ),
    )
    .groupBy(instances.engineId)
    .orderBy(desc(count()), instances.engineId);
  return rows.map(({ engineId }) => engineId);
}
