import type Stripe from 'stripe';
import { CURRENCY } from '#shared/features/billing/model.ts';
import { optionOfPrice } from '#shared/features/hosts/server-options.ts';
import { say } from '../platform/say.ts';
import { callStripe } from './call-stripe.ts';
import type { PaymentsContext } from './context.ts';
import { PaymentRequestRefused } from './errors.ts';
import { idempotencyKey } from './idempotency-key.ts';
import type { CataloguePrice, PriceKey } from './types.ts';

/** Prefix of our lookup keys, apart from other uses of the same Stripe account. */
const PREFIX = 'slipway-';
/** The most lookup keys one list call accepts. */
const KEYS_PER_CALL = 10;

/**
 * Creates missing products and prices. A price with a changed amount is replaced: the new one takes over the lookup
 * key, and existing subscriptions keep the old price.
 */
export function ensureCatalogue({ stripe }: PaymentsContext, wanted: readonly CataloguePrice[]): Promise<void> {
  return callStripe(async () => {
    const existing = await pricesByKey(
      stripe,
      wanted.map(({ key }) => key),
    );
    for (const price of wanted) {
      const found = existing.get(price.key);
      if (found?.unit_amount === price.monthlyPrice && found.currency === CURRENCY) continue;
      await createPrice(stripe, price, found);
    }
  });
}

/** The provider's id of a price. @throws PaymentRequestRefused if `ensureCatalogue` hasn't created it. */
export async function priceId(stripe: Stripe, key: PriceKey): Promise<string> {
  const id = (await pricesByKey(stripe, [key])).get(key)?.id;
  if (id === undefined) throw new PaymentRequestRefused(say('payments.notInPriceList', { key }));
  return id;
}

export function keyOfPrice(price: Stripe.Price): PriceKey | null {
  return keyOf(price.metadata.slipway_key ?? '');
}

/** Prices carry their key in metadata too, because a replaced price loses its lookup key. */
function keyOf(text: string): PriceKey | null {
  return text === 'subscription' || text === 'extra-user' || optionOfPrice(text) !== null ? (text as PriceKey) : null;
}

async function pricesByKey(stripe: Stripe, keys: readonly PriceKey[]): Promise<Map<PriceKey, Stripe.Price>> {
  const found = new Map<PriceKey, Stripe.Price>();
  for (let start = 0; start < keys.length; start += KEYS_PER_CALL) {
    const lookupKeys = keys.slice(start, start + KEYS_PER_CALL).map((key) => PREFIX + key);
    const { data } = await stripe.prices.list({ lookup_keys: lookupKeys, active: true, limit: 100 });
    for (const price of data) {
      const key = keyOf(price.lookup_key?.slice(PREFIX.length) ?? '');
      if (key !== null) found.set(key, price);
    }
  }
  return found;
}

async function createPrice(stripe: Stripe, price: CataloguePrice, replaced: Stripe.Price | undefined): Promise<void> {
  // Servers that start at the same time create one price: they share this key.
  const key = idempotencyKey('catalogue', price.key, price.monthlyPrice, price.name, replaced?.id ?? null);
  const product = typeof replaced?.product === 'string' ? replaced.product : null;
  const metadata = { slipway_key: price.key };
  await stripe.prices.create(
    {
      currency: CURRENCY,
      unit_amount: price.monthlyPrice,
      recurring: { interval: 'month' },
      lookup_key: PREFIX + price.key,
      transfer_lookup_key: true,
      metadata,
      ...(product === null ? { product_data: { name: price.name, metadata } } : { product }),
    },
    { idempotencyKey: key },
  );
}
