import { inArray } from 'drizzle-orm';
import { record } from '../audit/index.ts';
import type { Dependencies } from '../context.ts';
import { type SecretRecord, whoseIs } from './access.ts';
import { secrets } from './tables.ts';

export interface Delivery {
  workspaceId: string;
  organizationId: string;
  /** The workspace's user. */
  userId: string;
  secrets: readonly SecretRecord[];
  /** A start hands over everything; later only what differs makes another delivery. */
  why: 'start' | 'change';
}

/** Writes down that values were read for a workspace, before they leave: one entry for the set, with its names. */
export async function noteDelivery(
  dependencies: Pick<Dependencies, 'clock' | 'db'>,
  { workspaceId, organizationId, userId, secrets: read, why }: Delivery,
): Promise<void> {
  if (read.length === 0) return;
  const ids = read.map(({ id }) => id);
  const names = read.map((secret) => `${secret.name} (${whoseIs(secret).owner})`).join(', ');
  await dependencies.db.transaction(async (tx) => {
    // In one order, so that deliveries at once don't wait for each other in a circle.
    await tx.select({ id: secrets.id }).from(secrets).where(inArray(secrets.id, ids)).orderBy(secrets.id).for('update');
    await tx.update(secrets).set({ lastUsedAt: dependencies.clock.now() }).where(inArray(secrets.id, ids));
    const details = { secrets: names, user: userId, why };
    await record(tx, dependencies, { action: 'secrets.deliver', organizationId, targetId: workspaceId, details });
  });
}
