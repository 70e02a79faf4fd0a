import type { Emulator } from '../emulator.ts';
import type { Subscription } from '../objects.ts';
import { voidInvoice } from './void-invoice.ts';

/** A further change, or expiry, discards a pending update with its invoice. */
export function dropPending(emulator: Emulator, before: Subscription): Subscription {
  const { latest_invoice: id } = before;
  if (before.pending_update === null || id === null) return before;
  if (emulator.required('invoice', id).status === 'open') voidInvoice(emulator, id);
  return emulator.required('subscription', before.id);
}
