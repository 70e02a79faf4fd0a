import { type Emulator, mergeMetadata } from '../emulator.ts';
import { invalidRequest, missingParameter } from '../errors.ts';
import type { Subscription, SubscriptionItem } from '../objects.ts';
import { newItem } from './create-subscription.ts';
import { type LineDraft, remainingLine } from './lines.ts';
import { priceFields, recurringPrice } from './recurring-price.ts';

export interface ItemChange {
  readonly id?: string | undefined;
  readonly price?: string | undefined;
  readonly quantity?: number | undefined;
  readonly deleted?: boolean | undefined;
  readonly metadata?: '' | Record<string, string> | undefined;
}

/**
 * The items after the changes, and what they cost or return from `from` (Unix seconds) to the end of the period: a
 * credit for the old, a charge for the new, each rounded separately.
 */
export function changeItems(
  emulator: Emulator,
  subscription: Subscription,
  changes: readonly ItemChange[],
  from: number,
): { items: SubscriptionItem[]; prorations: LineDraft[] } {
  const period = periodOf(subscription);
  if (from < period.start || from >= period.end) {
    const why = 'The proration date must be within the current billing period of the subscription.';
    throw invalidRequest(why, undefined, 'proration_date');
  }
  const span = { anchor: subscription.billing_cycle_anchor, from, to: period.end };
  const items = new Map(subscription.items.data.map((item) => [item.id, item]));
  const prorations: LineDraft[] = [];
  for (const change of changes) {
    const before = change.id === undefined ? undefined : items.get(change.id);
    if (change.id !== undefined && before === undefined) throw noSuchItem(change.id);
    const after = afterChange(emulator, subscription, before, change);
    if (before !== undefined && before.price.id === after?.price.id && before.quantity === after.quantity) {
      items.set(after.id, after);
      continue;
    }
    if (before !== undefined) prorations.push(remainingLine(emulator, before, span, 'credit'));
    if (after !== undefined) prorations.push(remainingLine(emulator, after, span, 'charge'));
    if (after !== undefined) items.set(after.id, after);
    else if (before !== undefined) items.delete(before.id);
  }
  const left = [...items.values()];
  if (left.length === 0) throw invalidRequest('A subscription must have at least one active plan.', undefined, 'items');
  if (new Set(left.map((item) => item.price.id)).size < left.length) {
    throw invalidRequest('Cannot add multiple subscription items with the same plan.', undefined, 'items');
  }
  return { items: left, prorations };
}

export function periodOf(subscription: Subscription): { start: number; end: number } {
  const [item] = subscription.items.data;
  return { start: item?.current_period_start ?? 0, end: item?.current_period_end ?? 0 };
}

function afterChange(
  emulator: Emulator,
  subscription: Subscription,
  before: SubscriptionItem | undefined,
  change: ItemChange,
): SubscriptionItem | undefined {
  if (change.deleted) {
    if (before === undefined) throw missingParameter('items[0][id]');
    return undefined;
  }
  if (before !== undefined) {
    return {
      ...before,
      ...priceFields(change.price === undefined ? before.price : recurringPrice(emulator, change.price)),
      quantity: change.quantity ?? before.quantity,
      metadata: mergeMetadata(before.metadata, change.metadata),
    };
  }
  if (change.price === undefined) throw missingParameter('items[0][price]');
  const { price, quantity } = change;
  const input = { price, quantity, metadata: mergeMetadata({}, change.metadata) };
  return newItem(emulator, input, { subscription: subscription.id, period: periodOf(subscription) });
}

function noSuchItem(id: string) {
  return invalidRequest(`No such subscription item: '${id}'`, 'resource_missing', 'items[0][id]');
}
