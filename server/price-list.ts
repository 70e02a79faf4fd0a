import { cents, MONTHLY_PRICE } from '#shared/features/billing/model.ts';
import { hostPriceKey } from '#shared/features/hosts/server-options.ts';
import { serverOptions } from './features/billing/server-options.ts';
import type { CataloguePrice } from './payments/index.ts';
import { say } from './platform/say.ts';

/** Prices the payment provider must know before anything is charged. */
export const PRICE_LIST: readonly CataloguePrice[] = [
  { key: 'subscription', name: 'Slipway subscription', monthlyPrice: MONTHLY_PRICE.subscription },
  { key: 'extra-user', name: 'Extra user', monthlyPrice: MONTHLY_PRICE.extraUser },
  ...serverOptions().map((option) => ({
    key: hostPriceKey(option.id),
    name: say('billing.hostLine', { serverType: option.name }),
    monthlyPrice: cents(option.monthly_price),
  })),
];
