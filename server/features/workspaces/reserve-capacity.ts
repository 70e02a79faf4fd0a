import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Engine } from '../../compute/engine.ts';
import type { Transaction } from '../../platform/database.ts';
import { Conflict, Unavailable } from '../../platform/errors.ts';
import { takeTurns } from '../../platform/take-turns.ts';
import type { Services } from '../context.ts';
import { memoryOfHosts, type Need, reserveOnHost } from '../hosts/index.ts';
import { workspaces } from '../instances/tables.ts';

const SHARE_OF_MACHINE = 0.8;

const NO_CAPACITY =
  'All the memory for shared workspaces is in use right now. Please stop a workspace that is not needed, or try again later.';

/** @see NO_CAPACITY */
export class NoCapacity extends Conflict {
  override name = 'NoCapacity';
  constructor() {
    super(NO_CAPACITY);
  }
}

/** A machine's memory does not change while we run, and asking takes longer than everything else in a call. */
const memoryOf = new WeakMap<Engine, number>();

/**
 * Memory in MB that workspaces may reserve on this engine: SLIPWAY_SHARED_MEMORY_MB, or 80 % of the machine.
 * @throws Unavailable when the engine has to be asked and does not answer.
 */
export async function readCapacityMb(services: Pick<Services, 'config' | 'log'>, engine: Engine): Promise<number> {
  if (services.config.sharedMemoryMb > 0) return services.config.sharedMemoryMb;
  const memoryMb = memoryOf.get(engine) ?? (await askMemory(services, engine));
  memoryOf.set(engine, memoryMb);
  return Math.floor(memoryMb * SHARE_OF_MACHINE);
}

async function askMemory({ log }: Pick<Services, 'log'>, engine: Engine): Promise<number> {
  try {
    return (await engine.info({ timeoutMs: 5000 })).memoryMb;
  } catch (error) {
    log.error({ err: error, engineId: engine.id }, 'engine unreachable');
    throw new Unavailable(
      'The machine that runs shared workspaces can’t be reached right now. Please try again in a moment.',
    );
  }
}

/** Where something is to run: the machine of shared workspaces, or a host of the organization. */
export interface Place {
  serverId: string;
  engineId: string;
}

/** @see readCapacityMb; a host's capacity is in its row. */
export async function capacityOf(
  services: Pick<Services, 'config' | 'engines' | 'log'>,
  place: Place,
): Promise<number> {
  return place.serverId === 'shared' ? readCapacityMb(services, services.engines.get(place.engineId)) : 0;
}

/**
 * Holds the capacity of a place until the transaction ends and checks that `need` fits beside what is reserved there. The
 * reservation itself is the row becoming Pending in the same transaction. @throws NoCapacity, HostFull, Conflict
 */
export async function reserveCapacity(
  services: Pick<Services, 'config' | 'clock'>,
  tx: Transaction,
  { place, need, capacityMb }: { place: Place; need: Need; capacityMb: number },
): Promise<void> {
  if (place.serverId === 'shared') await reserveShared(services, tx, { ...place, memoryMb: need.memoryMb, capacityMb });
  else await reserveOnHost(tx, place.serverId, need);
}

async function reserveShared(
  services: Pick<Services, 'config' | 'clock'>,
  tx: Transaction,
  input: { engineId: string; memoryMb: number; capacityMb: number },
): Promise<void> {
  await takeTurns(tx, `capacity.${input.engineId}`);
  const [row] = await tx
    .select({ reservedMb: sql<number>`coalesce(sum(${workspaces.memoryMb}), 0)::int` })
    .from(workspaces)
    .where(and(eq(workspaces.engineId, input.engineId), inArray(workspaces.status, ['Pending', 'Active'])));
  const ofHosts = services.config.sharedMemoryMb > 0 ? 0 : await memoryOfHosts(services, tx);
  if ((row?.reservedMb ?? 0) + ofHosts + input.memoryMb > input.capacityMb) throw new NoCapacity();
}
