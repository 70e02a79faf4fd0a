import type { Emulator } from '../emulator.ts';
import { invalidRequest } from '../errors.ts';
import type { Price } from '../objects.ts';

/** @throws StripeRefusal for a price that is unknown, inactive or not recurring */
export function recurringPrice(emulator: Emulator, id: string): Price {
  const price = emulator.required('price', id, 'items[0][price]');
  if (!price.active)
    throw invalidRequest(
      `The price specified is inactive. This field only accepts active prices.`,
      undefined,
      'items[0][price]',
    );
  if (price.recurring === null) {
    const why =
      'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.';
    throw invalidRequest(why, undefined, 'items[0][price]');
  }
  return price;
}

/** An item's price, and again as a plan, which Stripe still sends. */
export function priceFields(price: Price): { price: Price; plan: object } {
  const plan = {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: 'month',
    interval_count: 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
  return { price, plan };
}
