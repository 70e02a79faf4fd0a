import type { Emulator } from '../emulator.ts';
import { invalidRequest } from '../errors.ts';
import type { Price } from '../objects.ts';

/** @throws StripeRefusal for a price that is unknown, inactive or paid only once. */
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
