import { and, eq } from 'drizzle-orm';
import { MINUTE } from '../../platform/clock.ts';
import type { Executor } from '../../platform/database.ts';
import type { Dependencies } from '../context.ts';
import { hostReservations } from '../machines/tables.ts';
import { reserveMachine, type Supply } from './reserve-machine.ts';
import type { Waking } from './take-from-sleepers.ts';

interface Reservation {
  organizationId: string;
  attempt: string;
  supply: Supply;
  memoryMb: number;
}

/** Longer than any charge takes. */
const HELD_MS = 5 * MINUTE;

/**
 * Holds a machine while its host is being charged for, without an open transaction. Returns the inventory's machine, or
 * null for one created on this machine. @throws NoMachine
 */
export function holdMachine(
  dependencies: Waking & Pick<Dependencies, 'db' | 'config' | 'hostProviders'>,
  { organizationId, attempt, supply, memoryMb }: Reservation,
): Promise<string | null> {
  return dependencies.db.transaction(async (tx) => {
    // The same order, sent again, holds one machine.
    await letMachineGo(tx, { organizationId, attempt });
    const machineKey = await reserveMachine(dependencies, tx, { supply, memoryMb });
    const until = new Date(dependencies.clock.now().getTime() + HELD_MS);
    const provider = dependencies.hostProviders.current.id;
    await tx.insert(hostReservations).values({ organizationId, attempt, provider, machineKey, memoryMb, until });
    return machineKey;
  });
}

/** The host's own row holds the machine by now, or there is no host. */
export async function letMachineGo(
  executor: Executor,
  { organizationId, attempt }: Pick<Reservation, 'organizationId' | 'attempt'>,
): Promise<void> {
  const own = and(eq(hostReservations.organizationId, organizationId), eq(hostReservations.attempt, attempt));
  await executor.delete(hostReservations).where(own);
}
