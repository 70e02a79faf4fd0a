import { and, eq } from 'drizzle-orm';
import { type Cents, CURRENCY } from '#shared/features/billing/model.ts';
import { type BillNotice, billMail, queueMail } from '../../mail/index.ts';
import { PaymentObjectMissing } from '../../payments/errors.ts';
import type { Invoice } from '../../payments/types.ts';
import type { Services } from '../context.ts';
import { memberships, organizations } from '../organizations/tables.ts';
import { users } from '../users/tables.ts';

export type Notice = BillNotice;

/** Mails the owner that a bill was paid or not, or what that led to (decisions §7, §8). */
export async function tellOwner(
  services: Pick<Services, 'db' | 'payments' | 'secrets' | 'config'>,
  input: { organizationId: string; customerId: string; about: Notice; invoiceId?: string },
): Promise<void> {
  const [owner] = await services.db
    .select({ to: users.email, firstName: users.firstName, organizationName: organizations.name })
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
  const invoice = input.invoiceId ? await findInvoice(services, input.customerId, input.invoiceId) : null;
  if (input.invoiceId && !invoice) return;
  // Nothing was taken from the card: nothing to tell.
  if (input.about === 'paid' && invoice?.amountPaid === 0) return;
  const mail = billMail({
    ...owner,
    about: input.about,
    invoiceNumber: invoice?.number ?? null,
    amount: invoice ? amountText(invoice.amountDue) : null,
    nextAttempt: invoice?.nextAttemptAt ? dayText(invoice.nextAttemptAt) : null,
    url: `${services.config.publicUrl}${invoice ? `/organization/invoices/${invoice.id}` : '/organization/billing'}`,
    billingUrl: `${services.config.publicUrl}/organization/billing`,
  });
  await queueMail(services, services.db, mail);
}

async function findInvoice(
  { payments }: Pick<Services, 'payments'>,
  customerId: string,
  invoiceId: string,
): Promise<Invoice | null> {
  try {
    return await payments.getInvoice({ customerId, invoiceId });
  } catch (error) {
    if (error instanceof PaymentObjectMissing) return null;
    throw error;
  }
}

/** '$35.00', as mails are in English. */
export function amountText(amount: Cents): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency: CURRENCY.toUpperCase() }).format(amount / 100);
}

/** 'December 4, 2026': billing dates are UTC. */
export function dayText(date: Date): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(date);
}
