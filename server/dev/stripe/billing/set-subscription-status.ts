import type { Emulator } from '../emulator.ts';
import type { Subscription } from '../objects.ts';

/** Ended subscriptions stay ended. */
export function setSubscriptionStatus(emulator: Emulator, id: string, status: Subscription['status']): void {
  const before = emulator.required('subscription', id);
  if (before.ended_at !== null || before.status === status) return;
  emulator.emit('customer.subscription.updated', emulator.patch('subscription', id, { status }), before);
}
