import type Stripe from 'stripe';
import { say } from '../platform/say.ts';
import { callStripe } from './call-stripe.ts';
import { keyOfPrice } from './catalogue.ts';
import type { PaymentsContext } from './context.ts';
import { idOf } from './customers.ts';
import { PaymentObjectMissing } from './errors.ts';
import { toInvoice } from './invoice.ts';
import type { CustomerId, Invoice, Page, PriceKey } from './types.ts';

const PAGE_SIZE = 16;
/** An invoice carries this many lines itself; the rest are read page by page. */
const LINES_PER_CALL = 100;

/** Newest first. */
export function listInvoices(
  { stripe }: PaymentsContext,
  { customerId, after }: { customerId: CustomerId; after?: string },
): Promise<Page<Invoice>> {
  return callStripe(async () => {
    const page = await stripe.invoices.list({
      customer: customerId,
      limit: PAGE_SIZE,
      ...(after === undefined ? {} : { starting_after: after }),
    });
    const whole = await Promise.all(page.data.map((invoice) => withAllLines(stripe, invoice)));
    const keys = await priceKeys(stripe, whole);
    const last = page.data.at(-1)?.id ?? null;
    return { rows: whole.map((invoice) => toInvoice(invoice, keys)), nextAfter: page.has_more ? last : null };
  });
}

/** @throws PaymentObjectMissing, for another customer's invoice as well */
export function getInvoice(
  { stripe }: PaymentsContext,
  { customerId, invoiceId }: { customerId: CustomerId; invoiceId: string },
): Promise<Invoice> {
  return callStripe(async () => {
    const invoice = await stripe.invoices.retrieve(invoiceId);
    if (idOf(invoice.customer) !== customerId) throw new PaymentObjectMissing(say('payments.invoiceNotFound'));
    const whole = await withAllLines(stripe, invoice);
    return toInvoice(whole, await priceKeys(stripe, [whole]));
  });
}

/** Our names of the prices on these invoices, including replaced prices. */
export async function priceKeys(stripe: Stripe, invoices: readonly Stripe.Invoice[]): Promise<Map<string, PriceKey>> {
  const ids = invoices.flatMap(({ lines }) => lines.data.map((line) => idOf(line.pricing?.price_details?.price)));
  const prices = await Promise.all(
    [...new Set(ids)].filter((id) => id !== null).map((id) => stripe.prices.retrieve(id)),
  );
  return new Map(
    prices.flatMap((price) => {
      const key = keyOfPrice(price);
      return key === null ? [] : [[price.id, key] as const];
    }),
  );
}

async function withAllLines(stripe: Stripe, invoice: Stripe.Invoice): Promise<Stripe.Invoice> {
  if (!invoice.lines.has_more) return invoice;
  const data = await stripe.invoices
    .listLineItems(invoice.id, { limit: LINES_PER_CALL })
    .autoPagingToArray({ limit: 10_000 });
  return { ...invoice, lines: { ...invoice.lines, data, has_more: false } };
}
