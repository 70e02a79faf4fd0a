import { z } from 'zod';
import { idParam, instant, providerWord, successSchema } from '../../api/envelope.ts';
import { listQuery, listResponse } from '../../api/pagination.ts';
import { defineChange, defineRead } from '../../api/route.ts';
import { MANAGER_ROLES } from '../auth/model.ts';

/** An amount in whole cents; balances are in the organization's favour, so a debt is negative. */
const amount = z.number().int();

const priceKey = z.string().nullable();

export const billSchema = z.object({
  subscription_charge: amount,
  /** Licences paid for, including the owner's. */
  user_licenses: z.number().int(),
  /** For the licences beyond the owner's. */
  user_charge: amount,
  found_users: z.array(z.object({ id: z.string(), name: z.string() })),
  servers: z.object({ count: z.number().int(), line_price: amount }),
  found_servers: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      server_option_name: z.string(),
      server_option_specifier: z.string(),
      scheduled_for_delete_flag: z.boolean(),
    }),
  ),
  /** Credit the upcoming invoice uses. */
  credit_amount: amount,
});

export const INVOICE_TYPES = ['Monthly', 'adhoc'] as const;
export const INVOICE_STATUSES = ['draft', 'open', 'paid', 'void', 'uncollectible'] as const;

export const invoiceRowSchema = z.object({
  id: z.string(),
  /** The invoice's number; its id until it has one. */
  customer_invoice_id: z.string(),
  invoice_date: instant,
  invoice_type: z.enum(INVOICE_TYPES),
  /** What it is for, in a few words. */
  item: z.string(),
  invoice_total: amount,
  status: z.enum(INVOICE_STATUSES),
});
export type InvoiceRow = z.infer<typeof invoiceRowSchema>;

export const billingSchema = z.object({
  bill: billSchema,
  upcoming_total: amount,
  /** What the card will be charged: the total less credit. */
  upcoming_amount_due: amount,
  current_balance: amount,
  upcoming_ending_balance: amount,
  user_licenses: z.number().int(),
  /** Members with a licence. */
  users: z.number().int(),
  /** Null if nothing will be billed: no subscription, or it ends with this period. */
  next_billing_date: instant.nullable(),
  subscription_status: z.string().nullable(),
  /** Every attempt to collect the bill failed: nothing can be changed until it is paid. */
  read_only: z.boolean(),
  /** Invoices that couldn't be collected and can be paid now. */
  open_invoice: z.object({ id: z.string(), customer_invoice_id: z.string(), amount_due: amount }).nullable(),
  card: z
    .object({ brand: z.string(), last4: z.string(), exp_month: z.number().int(), exp_year: z.number().int() })
    .nullable(),
  monthly_cap: amount.nullable(),
  /** The last twelve months (UTC), oldest first, with the amount billed in each. */
  months: z.array(z.object({ month: z.string().regex(/^\d{4}-\d\d$/), total: amount })),
  /** The newest invoices. */
  invoices: z.array(invoiceRowSchema),
  delete_date: instant.nullable(),
  test_mode: z.boolean(),
});
export type Billing = z.infer<typeof billingSchema>;

export const getBilling = defineRead(
  '/organization/billing',
  'The upcoming invoice, balance, licences, card and the last twelve months; for owner and admins',
  {
    scope: 'money',
    reach: 'none',
    roles: MANAGER_ROLES,
    response: billingSchema,
  },
);

export const listInvoices = defineRead(
  '/organization/invoices',
  'The organization’s invoices, newest first; for owner and admins',
  {
    scope: 'money',
    reach: 'none',
    roles: MANAGER_ROLES,
    query: listQuery,
    response: listResponse(invoiceRowSchema),
  },
);

const invoiceParams = z.strictObject({ invoiceID: idParam });

export const invoiceSchema = invoiceRowSchema.extend({
  /** The seller, as set by the operator; lines of the address are separated by commas. */
  seller: z.object({ name: z.string(), address: z.string().nullable(), tax_id: z.string().nullable() }),
  organization_name: z.string(),
  /** The customer's address on one line. */
  address: z.string(),
  item_configuration: z.array(
    z.object({
      description: z.string(),
      quantity: z.number().int(),
      line_total: amount,
      /** The provider's own words. */
      items: z.array(z.string()),
      price_key: priceKey,
      period_start: instant,
      period_end: instant,
      proration: z.boolean(),
    }),
  ),
  /** The host it was charged for, while that exists; null for any other invoice. */
  host_id: z.string().nullable(),
  /** What an adhoc invoice is for; null for a monthly one. */
  adhoc_item: z.string().nullable(),
  credit_applied: amount,
  /** Too little for a card, moved to the next invoice; negative if it came from an earlier one. */
  carried_over: amount,
  amount_due: amount,
  amount_paid: amount,
  paid_date: instant.nullable(),
});
export type Invoice = z.infer<typeof invoiceSchema>;

export const getInvoice = defineRead('/organization/invoices/{invoiceID}', 'One invoice with its lines', {
  scope: 'money',
  reach: 'none',
  roles: MANAGER_ROLES,
  params: invoiceParams,
  response: invoiceSchema,
});

export const getInvoicePdf = defineRead('/organization/invoices/{invoiceID}/pdf', 'One invoice as a PDF', {
  scope: 'money',
  reach: 'none',
  roles: MANAGER_ROLES,
  media: 'application/pdf',
  params: invoiceParams,
  response: z.unknown(),
});

export const payInvoice = defineChange('/organization/payInvoice', 'Charge an open invoice to the card on file now', {
  scope: 'money',
  reach: 'none',
  charges: true,
  roles: MANAGER_ROLES,
  onBehalf: 'token',
  duringSetup: 2,
  whileReadOnly: true,
  body: z.strictObject({ invoice_id: providerWord }),
  response: successSchema,
});

export const removeUnusedUserLicenses = defineChange(
  '/organization/removeUnusedUserLicenses',
  'Give up the licences nobody uses, from the next billing date',
  {
    scope: 'money',
    reach: 'none',
    roles: MANAGER_ROLES,
    onBehalf: 'anyone',
    whileReadOnly: true,
    response: successSchema.extend({ removed: z.number().int() }),
  },
);

/** The lowest and highest possible cap, in cents. */
export const CAP_RANGE = { min: 0, max: 10_000_000 } as const;

export const setSpendingCap = defineChange(
  '/organization/setSpendingCap',
  'Set the most that a month may cost, or null for no limit; for the owner',
  {
    scope: 'money',
    reach: 'none',
    roles: ['owner'],
    onBehalf: 'token',
    whileReadOnly: true,
    body: z.strictObject({ monthly_cap: amount.min(CAP_RANGE.min).max(CAP_RANGE.max).nullable() }),
    response: successSchema,
  },
);

export const deleteOrganization = defineChange(
  '/organization/delete',
  'End service and payments with the current pay period; for the owner. Can be taken back',
  {
    scope: 'nobody',
    roles: ['owner'],
    onBehalf: 'nobody',
    duringSetup: 1,
    whileReadOnly: true,
    response: successSchema.extend({ delete_date: instant }),
  },
);

export const cancelDeleteOrganization = defineChange(
  '/organization/cancelDelete',
  'Take the deletion of the organization back and resume payments; for the owner',
  {
    scope: 'nobody',
    roles: ['owner'],
    onBehalf: 'nobody',
    duringSetup: 1,
    whileReadOnly: true,
    response: successSchema,
  },
);
