import { and, eq, ne, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database.ts';
import type { Dependencies } from '../context.ts';
import { spares } from '../instances/tables.ts';
import { HOME, lockShared } from './held-here.ts';
import { byPreference } from './reserve.ts';
import { isOpen, machinesWithRoom, readNodes } from './shared-machines.ts';

/** What stays free of a machine beside its spares, of what may be reserved there. */
const STAYS_FREE = 0.25;

interface Spare {
  organizationId: string;
  image: string;
  memoryMb: number;
  /** From `homeCapacity`. */
  homeMb: number;
}

/**
 * The engine where an organization's next workspace would run, locked until the transaction ends, to make a spare on. The
 * spare's row is the reservation. @returns null where memory is short
 */
export async function placeSpare(
  { config, clock }: Pick<Dependencies, 'config' | 'clock'>,
  tx: Transaction,
  { organizationId, image, memoryMb, homeMb }: Spare,
): Promise<string | null> {
  await lockShared(tx);
  const nodes = await readNodes(tx);
  const open = nodes.length > 0 ? nodes.filter(isOpen) : [{ id: HOME, memoryMb: homeMb, images: [] }];
  const machines = await machinesWithRoom(tx, open, { config, homeMb, now: clock.now() });
  const [first] = await byPreference(tx, machines, { organizationId, image });
  if (!first) return null;
  const freeMb = first.freeMb - (await heldBySpares(tx, first.engineId)) - memoryMb;
  return freeMb >= first.mostMb * STAYS_FREE ? first.engineId : null;
}

async function heldBySpares(tx: Transaction, engineId: string): Promise<number> {
  const [row] = await tx
    .select({ memoryMb: sql<number>`coalesce(sum(${spares.memoryMb}), 0)::int` })
    .from(spares)
    .where(and(eq(spares.engineId, engineId), ne(spares.status, 'taken')));
  return row?.memoryMb ?? 0;
}
