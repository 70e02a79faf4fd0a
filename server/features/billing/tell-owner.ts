import { and, eq } from 'drizzle-orm';
import { type Cents, CURRENCY } from '#shared/features/billing/model.ts';
import { type BillNotice, billMail, queueMail } from '../../mail/index.ts';
import { PaymentObjectMissing } from '../../payments/errors.ts';
import type { Invoice } from '../../payments/types.ts';
import type { Executor } from '../../platform/database.ts';
import { dayIn } from '../../platform/translate.ts';
import type { Dependencies } from '../context.ts';
import { memberships, organizations, users } from '../people/tables.ts';
import { readOnlySince } from './require-paid-up.ts';

export type Notice = BillNotice;

/** Mails the owner about a paid or failed bill, its consequences, or the end of the organization. */
export async function tellOwner(
  dependencies: Pick<Dependencies, 'payments' | 'secrets' | 'config'>,
  executor: Executor,
  input: {
    organizationId: string;
    about: Notice;
    invoice?: { customerId: string; invoiceId: string };
    day?: Date;
    /** When the provider recorded it. */
    eventAt?: Date;
  },
): Promise<void> {
  const [owner] = await executor
    .select({ to: users.email, firstName: users.firstName, organizationName: organizations.name, locale: users.locale })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(
      and(
        eq(memberships.organizationId, input.organizationId),
        eq(memberships.role, 'owner'),
        eq(memberships.status, 'active'),
      ),
    );
  if (!owner) return;
  const invoice = input.invoice ? await findInvoice(dependencies, input.invoice) : null;
  if (input.invoice && !invoice) return;
  // Nothing was charged to the card: nothing to report.
  if (input.about === 'paid' && invoice?.amountPaid === 0) return;
  const about = input.about === 'failed' ? await failureOf(dependencies, executor, input, invoice) : input.about;
  if (about === null) return;
  const mail = billMail({
    ...owner,
    about,
    invoiceNumber: invoice?.number ?? null,
    amount: invoice ? amountText(invoice.amountDue, owner.locale) : null,
    nextAttempt: invoice?.nextAttemptAt ? dayIn(owner.locale, invoice.nextAttemptAt) : null,
    url: `${dependencies.config.publicUrl}${invoice ? `/organization/invoices/${invoice.id}` : '/organization/billing'}`,
    day: input.day ? dayIn(owner.locale, input.day) : null,
    organizationUrl: `${dependencies.config.publicUrl}/organization/edit`,
    billingUrl: `${dependencies.config.publicUrl}/organization/billing`,
  });
  await queueMail(dependencies, executor, mail);
}

/**
 * How a failed payment is reported. Not at all while somebody is at the page of the charge, and not again once the
 * organization was reported read-only: the page answers whoever tries to pay.
 */
async function failureOf(
  { payments }: Pick<Dependencies, 'payments'>,
  executor: Executor,
  { organizationId, eventAt }: { organizationId: string; eventAt?: Date },
  invoice: Invoice | null,
): Promise<'failed' | 'confirm' | null> {
  const since = await readOnlySince(executor, organizationId);
  if (invoice?.type === 'adhoc' || (since && eventAt && eventAt > since)) return null;
  return invoice?.status === 'open' && (await payments.awaitsConfirmation(invoice.id)) ? 'confirm' : 'failed';
}

async function findInvoice(
  { payments }: Pick<Dependencies, 'payments'>,
  invoice: { customerId: string; invoiceId: string },
): Promise<Invoice | null> {
  try {
    return await payments.getInvoice(invoice);
  } catch (error) {
    if (error instanceof PaymentObjectMissing) return null;
    throw error;
  }
}

/** '$35.00' in English. */
export function amountText(amount: Cents, locale: string | null = null): string {
  return new Intl.NumberFormat(locale ?? 'en', { style: 'currency', currency: CURRENCY.toUpperCase() }).format(
    amount / 100,
  );
}
