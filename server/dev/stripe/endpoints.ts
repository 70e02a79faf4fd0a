import type { Endpoint } from './endpoint.ts';
import { balanceTransactionEndpoints } from './resources/balance-transactions.ts';
import { previewEndpoint } from './resources/create-preview.ts';
import { customerEndpoints } from './resources/customers.ts';
import { eventEndpoints } from './resources/events.ts';
import { invoiceItemEndpoints } from './resources/invoice-items.ts';
import { invoiceEndpoints } from './resources/invoices.ts';
import { paymentIntentEndpoints } from './resources/payment-intents.ts';
import { paymentMethodEndpoints } from './resources/payment-methods.ts';
import { priceEndpoints } from './resources/prices.ts';
import { productEndpoints } from './resources/products.ts';
import { setupIntentEndpoints } from './resources/setup-intents.ts';
import { subscriptionItemEndpoints } from './resources/subscription-items.ts';
import { subscriptionEndpoints } from './resources/subscriptions.ts';
import { webhookEndpointEndpoints } from './resources/webhook-endpoints.ts';

/** Every call the emulator answers; literal paths stand before those with ids. */
export const ENDPOINTS: readonly Endpoint[] = [
  previewEndpoint,
  ...customerEndpoints,
  ...balanceTransactionEndpoints,
  ...paymentMethodEndpoints,
  ...setupIntentEndpoints,
  ...productEndpoints,
  ...priceEndpoints,
  ...subscriptionEndpoints,
  ...subscriptionItemEndpoints,
  ...invoiceEndpoints,
  ...invoiceItemEndpoints,
  ...paymentIntentEndpoints,
  ...eventEndpoints,
  ...webhookEndpointEndpoints,
];

export interface Route {
  readonly endpoint: Endpoint;
  readonly ids: Record<string, string>;
}

export function findRoute(method: string, path: string): Route | null {
  for (const endpoint of ENDPOINTS) {
    if (endpoint.method !== method) continue;
    const ids = matchPath(endpoint.path, path);
    if (ids !== null) return { endpoint, ids };
  }
  return null;
}

function matchPath(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return null;
  const ids: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    if (!part.startsWith('{')) {
      if (part !== value) return null;
      continue;
    }
    if (!/^[\w-]+$/.test(value)) return null;
    ids[part.slice(1, -1)] = value;
  }
  return ids;
}
