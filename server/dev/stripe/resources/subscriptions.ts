import { z } from 'zod';
import { periodOf } from '../billing/change-items.ts';
import { collectFirst } from '../billing/collect-first.ts';
import { collectPending } from '../billing/collect-pending.ts';
import { createSubscription } from '../billing/create-subscription.ts';
import { dropPending } from '../billing/drop-pending.ts';
import { endSubscription } from '../billing/end-subscription.ts';
import { nextAnchor } from '../billing/period.ts';
import { updateSubscription } from '../billing/update-subscription.ts';
import { type Emulator, mergeMetadata, sent } from '../emulator.ts';
import { endpoint } from '../endpoint.ts';
import { invalidRequest } from '../errors.ts';
import type { Subscription } from '../objects.ts';
import { expand, filledText, flag, listOf, metadata, naturalNumber, text } from '../parameters.ts';
import { listEndpoint, readEndpoint } from '../read-endpoints.ts';
import { existingCustomer } from './customers.ts';

export const paymentBehavior = z.enum(['allow_incomplete', 'default_incomplete', 'error_if_incomplete']);
export const prorationBehavior = z.enum(['always_invoice', 'create_prorations', 'none']);

export const itemChanges = listOf(
  z.strictObject({
    id: filledText.optional(),
    price: filledText.optional(),
    quantity: naturalNumber.optional(),
    deleted: flag.optional(),
    metadata: metadata.optional(),
  }),
);

/** The time of day must be complete: Stripe would fill in that of the creation. */
const anchorConfig = z.strictObject({
  day_of_month: naturalNumber.refine((day) => day >= 1 && day <= 31),
  hour: naturalNumber.refine((hour) => hour <= 23),
  minute: naturalNumber.refine((minute) => minute <= 59),
  second: naturalNumber.refine((second) => second <= 59),
});

const shared = {
  default_payment_method: text.optional(),
  description: text.optional(),
  metadata: metadata.optional(),
  cancel_at_period_end: flag.optional(),
  proration_behavior: prorationBehavior.optional(),
  payment_behavior: paymentBehavior.optional(),
  off_session: flag.optional(),
  ...expand,
};

export function cancelFields(
  emulator: Emulator,
  subscription: Subscription,
  cancel: boolean | undefined,
): Partial<Subscription> {
  if (cancel === undefined || cancel === subscription.cancel_at_period_end) return {};
  return cancel
    ? { cancel_at_period_end: true, cancel_at: periodOf(subscription).end, canceled_at: emulator.now() }
    : { cancel_at_period_end: false, cancel_at: null, canceled_at: null };
}

function ownCard(emulator: Emulator, customer: string, method: string | null | undefined): void {
  if (method == null || emulator.required('payment_method', method, 'default_payment_method').customer === customer)
    return;
  const why = `The customer does not have a payment method with the ID ${method}. The payment method must be attached to the customer.`;
  throw invalidRequest(why, 'resource_missing', 'default_payment_method');
}

export const subscriptionEndpoints = [
  endpoint({
    method: 'POST',
    path: '/v1/subscriptions',
    params: z.strictObject({
      ...shared,
      customer: filledText,
      items: listOf(
        z.strictObject({ price: filledText, quantity: naturalNumber.optional(), metadata: metadata.optional() }),
      ),
      backdate_start_date: naturalNumber.optional(),
      billing_cycle_anchor: naturalNumber.optional(),
      billing_cycle_anchor_config: anchorConfig.optional(),
    }),
    handle({ emulator, params }) {
      const customer = existingCustomer(emulator, params.customer);
      ownCard(emulator, customer.id, params.default_payment_method);
      const made = createSubscription(emulator, {
        customer: customer.id,
        items: params.items.map((item) => ({ ...item, metadata: mergeMetadata({}, item.metadata) })),
        ...anchorOf(emulator, params),
        from: params.backdate_start_date,
        prorate: params.proration_behavior !== 'none',
        defaultPaymentMethod: params.default_payment_method ?? null,
        description: params.description ?? null,
        metadata: mergeMetadata({}, params.metadata),
        cancelAtPeriodEnd: params.cancel_at_period_end ?? false,
      });
      return collectFirst(emulator, made, params.payment_behavior ?? 'allow_incomplete');
    },
  }),
  listEndpoint(
    '/v1/subscriptions',
    'subscription',
    { customer: filledText.optional() },
    {
      price: filledText.optional(),
      status: z
        .enum(['active', 'all', 'canceled', 'ended', 'incomplete', 'incomplete_expired', 'past_due', 'unpaid'])
        .optional(),
    },
    (row, { price, status }) =>
      statusMatches(row, status) && (price === undefined || row.items.data.some((item) => item.price.id === price)),
  ),
  readEndpoint('/v1/subscriptions', 'subscription'),
  endpoint({
    method: 'POST',
    path: '/v1/subscriptions/{id}',
    params: z.strictObject({
      ...shared,
      payment_behavior: z.enum([...paymentBehavior.options, 'pending_if_incomplete']).optional(),
      items: itemChanges.optional(),
      proration_date: naturalNumber.optional(),
    }),
    handle({ emulator, ids, params }) {
      const before = dropPending(emulator, emulator.required('subscription', ids.id ?? ''));
      if (params.payment_behavior === 'pending_if_incomplete') onlyPendingFields(params);
      ownCard(emulator, before.customer, params.default_payment_method);
      const { default_payment_method, description } = params;
      const changed = updateSubscription(emulator, before, {
        items: params.items ?? [],
        behavior: params.proration_behavior ?? 'create_prorations',
        from: params.proration_date ?? emulator.now(),
        fields: {
          ...sent({ default_payment_method, description }),
          ...cancelFields(emulator, before, params.cancel_at_period_end),
          metadata: mergeMetadata(before.metadata, params.metadata),
        },
      });
      const { payment_behavior: behavior = 'allow_incomplete' } = params;
      return behavior === 'pending_if_incomplete'
        ? collectPending(emulator, before, changed)
        : collectFirst(emulator, changed, behavior);
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/v1/subscriptions/{id}',
    params: z.strictObject(expand),
    handle({ emulator, ids }) {
      const { id, ended_at: endedAt } = emulator.required('subscription', ids.id ?? '');
      if (endedAt !== null) throw invalidRequest(`No such subscription: '${id}'`, 'resource_missing', 'id', 404);
      return endSubscription(emulator, id, 'cancellation_requested');
    },
  }),
];

/** What a pending update can hold: https://docs.stripe.com/billing/subscriptions/pending-updates-reference */
const PENDING_FIELDS: ReadonlySet<string> = new Set([
  ...['expand', 'items', 'off_session', 'payment_behavior', 'proration_behavior', 'proration_date'],
]);

function onlyPendingFields(params: object): void {
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined || PENDING_FIELDS.has(name)) continue;
    const why = `When payment_behavior is set to pending_if_incomplete, ${name} can't be passed.`;
    throw invalidRequest(why, undefined, name);
  }
}

/** Where the cycle begins: at an instant, or at the next one that matches a day and time. */
function anchorOf(
  emulator: Emulator,
  params: {
    billing_cycle_anchor?: number | undefined;
    billing_cycle_anchor_config?: z.output<typeof anchorConfig> | undefined;
  },
): { anchor: number | null; anchorConfig: object | null } {
  const { billing_cycle_anchor: anchor, billing_cycle_anchor_config: config } = params;
  if (config === undefined) return { anchor: anchor ?? null, anchorConfig: null };
  if (anchor !== undefined) {
    const why = 'You may only specify one of these parameters: billing_cycle_anchor, billing_cycle_anchor_config.';
    throw invalidRequest(why, undefined, 'billing_cycle_anchor_config');
  }
  const anchorConfig = { ...config, month: null };
  return { anchor: nextAnchor(emulator.now(), config), anchorConfig };
}

/** Without a status, Stripe omits cancelled ones. */
function statusMatches(row: Subscription, status: string | undefined): boolean {
  if (status === 'all') return true;
  if (status === undefined) return row.status !== 'canceled';
  if (status === 'ended') return row.status === 'canceled' || row.status === 'incomplete_expired';
  return row.status === status;
}
