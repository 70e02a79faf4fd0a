import { z } from 'zod';
import { confirmTestCardBody } from '#shared/features/billing/cards.ts';

const { number, cvc } = confirmTestCardBody.shape;

/** '4242424242424242' → '4242 4242 4242 4242'. */
export function groupCardNumber(typed: string): string {
  return (
    typed
      .replace(/\D/g, '')
      .slice(0, 19)
      .match(/.{1,4}/g) ?? []
  ).join(' ');
}

/** '0430' → '04 / 30'; a single 2 to 9 can only be a month. */
export function groupExpiry(typed: string): string {
  const digits = typed
    .replace(/\D/g, '')
    .replace(/^([2-9])/, '0$1')
    .slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}

/** Month and year of '04 / 30'; undefined for anything else. */
export function parseExpiry(text: string): { exp_month: number; exp_year: number } | undefined {
  const match = /^(0[1-9]|1[0-2])\s*\/\s*(\d\d)$/.exec(text.trim());
  return match ? { exp_month: Number(match[1]), exp_year: 2000 + Number(match[2]) } : undefined;
}

export function testCardSchema(invalidExpiry: string) {
  return z.object({
    number,
    expiry: z.string().refine((text) => parseExpiry(text) !== undefined, invalidExpiry),
    cvc,
  });
}
