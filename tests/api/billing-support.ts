import { Logger, runOnce } from 'graphile-worker';
import Stripe from 'stripe';
import { createApp } from '#server/app.ts';
import { createSession } from '#server/features/auth/index.ts';
import { resolveSession } from '#server/features/auth/resolve-session.ts';
import type { Context } from '#server/features/context.ts';
import { memberships, users } from '#server/features/people/tables.ts';
import { serveStripeWebhook } from '#server/http/stripe-webhook.ts';
import { jobHandlers } from '#server/jobs.ts';
import type { Transaction } from '#server/platform/database.ts';
import { newId } from '#server/platform/ids.ts';
import type { JobName } from '#server/platform/jobs.ts';
import * as cards from '#shared/features/billing/cards.ts';
import * as organization from '#shared/features/organizations/contract.ts';
import { createTestClient, type TestClient } from '#tests/support/client.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { type MintedOrganization, mintOrganization } from '#tests/support/mint.ts';

const WEBHOOK_SECRET = 'whsec_test';
const SILENT = new Logger(() => () => {});

export const CARDS = {
  works: '4242 4242 4242 4242',
  /** Can be saved; every charge is declined. */
  declinedLater: '4000 0000 0000 0341',
} as const;

export interface BillingBench {
  dependencies: TestDependencies;
  call: TestClient['call'];
  /** The provider's own view. */
  stripe: Stripe;
  /** Saves a card through the API; the first one starts the subscription. */
  payWith(who: MintedOrganization, number?: string): Promise<Awaited<ReturnType<TestClient['call']>>>;
  /** An organization whose subscription runs, with our copy up to date. */
  subscribed(number?: string): Promise<MintedOrganization & { customerId: string }>;
  /** Events since the last call, oldest first, as the provider would send them. */
  newEvents(): Promise<Stripe.Event[]>;
  /** Delivers one event, signed; the status of the answer. */
  deliver(event: Stripe.Event, options?: { secret?: string; at?: Date }): Promise<number>;
  /** Delivers all new events and does the work they lead to. */
  catchUp(): Promise<void>;
  runJobs(): Promise<void>;
}

/** The API and the webhook on a database and an emulator of their own, at a time that only the test moves. */
export async function billingBench(now: Date, environment?: Record<string, string>): Promise<BillingBench> {
  const dependencies = await createTestDependencies({ now, environment });
  const app = createApp(dependencies);
  const { call } = createTestClient(app);
  const webhook = serveStripeWebhook(dependencies);
  const { hostname, port } = new URL(dependencies.stripe.url);
  const stripe = new Stripe(dependencies.stripe.secretKey, { host: hostname, port, protocol: 'http' });
  const seen = new Set<string>();

  const bench: BillingBench = {
    dependencies,
    call,
    stripe,
    async payWith(who, number = CARDS.works) {
      const { key } = who.owner;
      const details = await call(organization.getOrganization, { query: { payment: 'true' } }, { key });
      const card = { number, exp_month: 12, exp_year: 2040, cvc: '123' };
      const client_secret = details.body.stripe_client_secret;
      const confirmed = await call(cards.confirmTestCard, { body: { client_secret, ...card } }, { key });
      const payment_method = confirmed.body.payment_method;
      const { charge } = (await call(cards.startCharge, {}, { key })).body;
      const price = charge && { at: charge.at, card_amount: charge.card_amount };
      return call(cards.updatePaymentMethod, { body: { payment_method, ...price } }, { key });
    },
    async subscribed(number) {
      const minted = await mintOrganization(dependencies);
      const { status, body } = await bench.payWith(minted, number);
      if (status !== 200) throw new Error(`Not subscribed: ${JSON.stringify(body)}`);
      await bench.catchUp();
      const [row] =
        await dependencies.sql`select stripe_customer_id from organizations where id = ${minted.organizationId}`;
      return { ...minted, customerId: String(row?.stripe_customer_id) };
    },
    async newEvents() {
      const all = await stripe.events.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 });
      const fresh = all.filter(({ id }) => !seen.has(id)).reverse();
      for (const { id } of fresh) seen.add(id);
      return fresh;
    },
    async deliver(event, { secret = WEBHOOK_SECRET, at = dependencies.clock.now() } = {}) {
      const payload = JSON.stringify(event);
      const timestamp = Math.floor(at.getTime() / 1000);
      const signature = stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
      const headers = { 'stripe-signature': signature, 'content-type': 'application/json' };
      return (await webhook.request('/webhooks/stripe', { method: 'POST', headers, body: payload })).status;
    },
    async catchUp() {
      for (const event of await bench.newEvents()) await bench.deliver(event);
      await bench.runJobs();
    },
    async runJobs() {
      const wanted = Object.entries(jobHandlers(dependencies)).filter(([name]) =>
        /^(billing|mail)\.|^workspaces\.remove-all$/.test(name),
      );
      const taskList = Object.fromEntries(
        wanted.map(([name, handler]) => [
          name,
          (payload: unknown) => (handler as (payload: unknown) => Promise<void>)(payload),
        ]),
      ) as Record<JobName, (payload: unknown) => Promise<void>>;
      const waiting = () => dependencies.sql`select 1 from graphile_worker.jobs
        where run_at <= now() and task_identifier in ${dependencies.sql(wanted.map(([name]) => name))}`;
      // Once is not enough: a queue is let go of a moment after its job, and what that job added is left.
      while ((await waiting()).length > 0) {
        await runOnce({ connectionString: dependencies.databaseUrl, noHandleSignals: true, taskList, logger: SILENT });
      }
    },
  };
  return bench;
}

/** What a verb gets for a signed-in person. */
export async function contextOf(dependencies: TestDependencies, key: string): Promise<Context> {
  const actor = await resolveSession(dependencies, key);
  if (!actor) throw new Error('Nobody is signed in with this key.');
  return { ...dependencies, actor, origin: { ipAddress: '127.0.0.1', userAgent: 'test' } };
}

/** A new member, as the users slice would write one; the user's id. */
export function newMember(context: Context): (tx: Transaction) => Promise<string> {
  return async (tx) => {
    const userId = newId();
    const name = `member-${userId.slice(-10)}`;
    const email = `${name}@example.com`;
    await tx.insert(users).values({ id: userId, username: name, email, name, firstName: 'New', lastName: 'Member' });
    const { organizationId } = context.actor;
    await tx.insert(memberships).values({ id: newId(), organizationId, userId, role: 'user' });
    return userId;
  };
}

/** Orders what goes wrong on the provider's next calls of one path. */
export async function orderFault(
  dependencies: TestDependencies,
  fault: string,
  path: string,
  times = 1,
  method = 'POST',
): Promise<void> {
  const answer = await fetch(`${dependencies.stripe.url}/_emulator/faults`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${dependencies.stripe.secretKey}` },
    body: JSON.stringify({ fault, method, path, times }),
  });
  if (!answer.ok) throw new Error(await answer.text());
}

/** A new session of the owner: they last 30 days. */
export function signInAgain(
  dependencies: TestDependencies,
  { organizationId, owner }: MintedOrganization,
): Promise<string> {
  const origin = { ipAddress: '127.0.0.1', userAgent: 'test' };
  return createSession(dependencies, { userId: owner.userId, organizationId, origin });
}
