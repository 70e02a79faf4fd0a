import { and, desc, eq, gte, ne, not, sql } from 'drizzle-orm';
import type { Billing } from '#shared/features/billing/contract.ts';
import { monthStart } from '#shared/features/billing/model.ts';
import { optionOfPrice } from '#shared/features/hosts/server-options.ts';
import type { Card, Customer, Invoice, Subscription } from '../../payments/types.ts';
import { NotFound } from '../../platform/errors.ts';
import type { Context } from '../context.ts';
import { knownName, requireManager } from '../people/index.ts';
import { memberships, organizations, users } from '../people/tables.ts';
import { listBilledHosts } from './list-billed-hosts.ts';
import type { BilledOrganizationRow } from './lock-organization.ts';
import { hasEnded } from './monthly-amount.ts';
import { presentInvoiceRow } from './present-invoice.ts';
import { billingAccounts, billingInvoices } from './tables.ts';
import { previewUpcoming, upcomingAmounts } from './upcoming.ts';

const SHOWN_INVOICES = 6;
const SHOWN_MONTHS = 12;

/** A charge waiting for its payer isn't a failed bill. */
const isUnconfirmed = sql`exists (select 1 from billing_confirmations where invoice_id = ${billingInvoices.id})`;

/** Asked at the provider: the upcoming invoice can't come from a copy. */
interface Theirs {
  customer: Customer | null;
  card: Card | null;
  subscription: Subscription | null;
  upcoming: Invoice | null;
}

/** All of /organization/billing. @throws Forbidden, PaymentUnavailable */
export async function getBilling(context: Context): Promise<Billing> {
  requireManager(context.actor);
  const { db, actor, payments } = context;
  const [organization] = await db.select().from(organizations).where(eq(organizations.id, actor.organizationId));
  if (!organization) throw new NotFound();
  const own = eq(billingInvoices.organizationId, organization.id);
  const [theirs, people, months, invoices, open, accounts, servers] = await Promise.all([
    readTheirs(context, organization),
    listSeats(context),
    billedByMonth(context),
    db.select().from(billingInvoices).where(own).orderBy(desc(billingInvoices.createdAt)).limit(SHOWN_INVOICES),
    db
      .select()
      .from(billingInvoices)
      .where(and(own, eq(billingInvoices.status, 'open'), not(isUnconfirmed)))
      .orderBy(billingInvoices.createdAt)
      .limit(1),
    db.select().from(billingAccounts).where(eq(billingAccounts.organizationId, organization.id)),
    listBilledHosts(db, organization.id),
  ]);
  const { customer, card, subscription, upcoming } = theirs;
  const items = subscription && !hasEnded(subscription.status) ? subscription.items : [];
  const chargeOf = (matches: (key: string) => boolean) => {
    const matching = items.filter(({ priceKey }) => priceKey !== null && matches(priceKey));
    const count = matching.reduce((sum, { quantity }) => sum + quantity, 0);
    return { count, line_price: matching.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0) };
  };
  const amounts = upcomingAmounts(customer, upcoming);
  const [account] = accounts;
  const [unpaid] = open;
  return {
    bill: {
      subscription_charge: chargeOf((key) => key === 'subscription').line_price,
      user_licenses: organization.userLicenses,
      user_charge: chargeOf((key) => key === 'extra-user').line_price,
      found_users: people,
      servers: chargeOf((key) => optionOfPrice(key) !== null),
      found_servers: servers,
      credit_amount: Math.max(0, Math.min(amounts.current_balance, amounts.upcoming_total)),
    },
    ...amounts,
    user_licenses: organization.userLicenses,
    users: people.length,
    next_billing_date: upcoming && subscription ? subscription.currentPeriodEnd.toISOString() : null,
    subscription_status: account?.subscriptionStatus ?? subscription?.status ?? null,
    read_only: Boolean(account?.readOnlySince),
    open_invoice: unpaid
      ? { id: unpaid.id, customer_invoice_id: unpaid.number ?? unpaid.id, amount_due: unpaid.amountDueCents }
      : null,
    card: card && { brand: card.brand, last4: card.last4, exp_month: card.expiryMonth, exp_year: card.expiryYear },
    monthly_cap: account?.monthlyCapCents ?? null,
    months,
    invoices: invoices.map(presentInvoiceRow),
    delete_date: organization.deleteDate?.toISOString() ?? null,
    test_mode: payments.testMode,
  };
}

async function readTheirs({ payments }: Context, organization: BilledOrganizationRow): Promise<Theirs> {
  const { stripeCustomerId: customerId, stripeSubscriptionId: subscriptionId } = organization;
  if (!customerId) return { customer: null, card: null, subscription: null, upcoming: null };
  const [customer, card, subscription] = await Promise.all([
    payments.getCustomer(customerId),
    payments.getDefaultCard(customerId),
    subscriptionId ? payments.getSubscription(subscriptionId) : null,
  ]);
  return { customer, card, subscription, upcoming: await previewUpcoming({ payments }, subscription) };
}

/** People with a licence, the owner first. */
function listSeats({ db, actor }: Context): Promise<{ id: string; name: string }[]> {
  return db
    .select({ id: users.id, name: knownName })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.organizationId, actor.organizationId), ne(memberships.status, 'deleted')))
    .orderBy(memberships.createdAt, users.id);
}

async function billedByMonth({ db, actor, clock }: Context): Promise<{ month: string; total: number }[]> {
  const current = monthStart(clock.now());
  const starts = Array.from(
    { length: SHOWN_MONTHS },
    (_, index) => new Date(Date.UTC(current.getUTCFullYear(), current.getUTCMonth() - (SHOWN_MONTHS - 1) + index, 1)),
  );
  const month = sql<string>`to_char(${billingInvoices.createdAt} at time zone 'utc', 'YYYY-MM')`;
  const rows = await db
    .select({ month, total: sql<number>`sum(${billingInvoices.totalCents})`.mapWith(Number) })
    .from(billingInvoices)
    .where(
      and(
        eq(billingInvoices.organizationId, actor.organizationId),
        gte(billingInvoices.createdAt, starts[0] ?? current),
        ne(billingInvoices.status, 'void'),
      ),
    )
    .groupBy(month);
  const totals = new Map(rows.map((row) => [row.month, row.total]));
  return starts.map((start) => {
    const name = start.toISOString().slice(0, 7);
    return { month: name, total: totals.get(name) ?? 0 };
  });
}
