import type { Transaction } from '../../platform/database.ts';
import type { Dependencies } from '../context.ts';
import type { editorShares, terminalShares } from './tables.ts';

/** Tells both people's pages and every open terminal, on commit. */
export async function announceShare(
  { bus, publish }: Pick<Dependencies, 'bus' | 'publish'>,
  tx: Transaction,
  { workspaceId, ownerId, guestId }: Pick<typeof terminalShares.$inferSelect, 'workspaceId' | 'ownerId' | 'guestId'>,
): Promise<void> {
  await bus.notify(tx, 'terminal_shares_changed', { workspaceId });
  for (const id of [ownerId, guestId]) await publish(tx, 'person', id, { id });
}

/** Tells both people's pages, and gateways that have the guest's connections, on commit. */
export async function announceEditor(
  { bus, publish }: Pick<Dependencies, 'bus' | 'publish'>,
  tx: Transaction,
  { workspaceId, ownerId, guestId }: Pick<typeof editorShares.$inferSelect, 'workspaceId' | 'ownerId' | 'guestId'>,
): Promise<void> {
  await bus.notify(tx, 'editor_shares_changed', { workspaceId });
  for (const id of [ownerId, guestId]) await publish(tx, 'person', id, { id });
}
