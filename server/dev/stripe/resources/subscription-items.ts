import { z } from 'zod';
import type { ItemChange } from '../billing/change-items.ts';
import { collectFirst, type PaymentBehavior } from '../billing/collect-first.ts';
import { updateSubscription } from '../billing/update-subscription.ts';
import type { Emulator } from '../emulator.ts';
import { endpoint } from '../endpoint.ts';
import { noSuch } from '../errors.ts';
import { listPage } from '../list.ts';
import type { Subscription, SubscriptionItem } from '../objects.ts';
import { expand, filledText, metadata, naturalNumber, pagination } from '../parameters.ts';
import { paymentBehavior, prorationBehavior } from './subscriptions.ts';

const proration = {
  proration_behavior: prorationBehavior.optional(),
  proration_date: naturalNumber.optional(),
  payment_behavior: paymentBehavior.optional(),
};
const fields = {
  price: filledText.optional(),
  quantity: naturalNumber.optional(),
  metadata: metadata.optional(),
  ...proration,
  ...expand,
};

interface Terms {
  proration_behavior?: 'always_invoice' | 'create_prorations' | 'none' | undefined;
  proration_date?: number | undefined;
  payment_behavior?: PaymentBehavior | undefined;
}

function changeOne(emulator: Emulator, before: Subscription, change: ItemChange, terms: Terms): Subscription {
  const changed = updateSubscription(emulator, before, {
    items: [change],
    behavior: terms.proration_behavior ?? 'create_prorations',
    from: terms.proration_date ?? emulator.now(),
    fields: {},
  });
  return collectFirst(emulator, changed, terms.payment_behavior ?? 'allow_incomplete');
}

function findItem(emulator: Emulator, id: string): { subscription: Subscription; item: SubscriptionItem } {
  for (const subscription of emulator.store.all('subscription')) {
    const item = subscription.items.data.find((each) => each.id === id);
    if (item !== undefined) return { subscription, item };
  }
  throw noSuch('subscription_item', id, 'id');
}

export const subscriptionItemEndpoints = [
  endpoint({
    method: 'POST',
    path: '/v1/subscription_items',
    params: z.strictObject({ ...fields, subscription: filledText, price: filledText }),
    handle({ emulator, params }) {
      const before = emulator.required('subscription', params.subscription, 'subscription');
      const { price, quantity, metadata: given } = params;
      const after = changeOne(emulator, before, { price, quantity, metadata: given }, params);
      return after.items.data.find((item) => !before.items.data.some((old) => old.id === item.id)) ?? {};
    },
  }),
  endpoint({
    method: 'GET',
    path: '/v1/subscription_items',
    params: z.strictObject({ subscription: filledText, ...pagination }),
    handle({ emulator, params }) {
      const { items } = emulator.required('subscription', params.subscription, 'subscription');
      return listPage(items.data.toReversed(), '/v1/subscription_items', params);
    },
  }),
  endpoint({
    method: 'GET',
    path: '/v1/subscription_items/{id}',
    params: z.strictObject(expand),
    handle: ({ emulator, ids }) => findItem(emulator, ids.id ?? '').item,
  }),
  endpoint({
    method: 'POST',
    path: '/v1/subscription_items/{id}',
    params: z.strictObject(fields),
    handle({ emulator, ids, params }) {
      const { subscription, item } = findItem(emulator, ids.id ?? '');
      const { price, quantity, metadata: given } = params;
      changeOne(emulator, subscription, { id: item.id, price, quantity, metadata: given }, params);
      return findItem(emulator, item.id).item;
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/v1/subscription_items/{id}',
    params: z.strictObject(proration),
    handle({ emulator, ids, params }) {
      const { subscription, item } = findItem(emulator, ids.id ?? '');
      changeOne(emulator, subscription, { id: item.id, deleted: true }, params);
      return { id: item.id, object: 'subscription_item', deleted: true };
    },
  }),
];
