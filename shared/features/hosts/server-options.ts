const PRICE = 'host-';

/** What the price of a server type is called at the payment provider. */
export function hostPriceKey(optionId: string): `${typeof PRICE}${string}` {
  return `${PRICE}${optionId}`;
}

/** The server type that a price is of; null for a price of something else. */
export function optionOfPrice(priceKey: string | null): string | null {
  return priceKey?.startsWith(PRICE) ? priceKey.slice(PRICE.length) : null;
}
