import { sql as text } from 'drizzle-orm';
import { PaymentUnavailable } from '../../payments/errors.ts';
import type { Transaction } from '../../platform/database.ts';
import { NotFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { runInOrder } from '../../platform/run-in-order.ts';
import { say } from '../../platform/say.ts';
import type { Dependencies } from '../context.ts';
import { type BilledOrganizationRow, lockOrganization } from './lock-organization.ts';

export type LeaseDependencies = Pick<Dependencies, 'db' | 'sql'>;

/** The right to change what one organization pays: a row, which holds no connection of the pool. */
export interface Lease {
  /**
   * A transaction in which the organization's row is locked. It begins only while the lease is still ours, so a process
   * that stood still for too long writes nothing. @throws LeaseLost, NotFound
   */
  write<T>(work: (tx: Transaction, organization: BilledOrganizationRow) => Promise<T>): Promise<T>;
}

/** Somebody else has the lease by now. The next comparison finds what was asked of the provider. */
class LeaseLost extends PaymentUnavailable {
  constructor() {
    super(BUSY);
  }
}

const BUSY = say('billing.changeInProgress');
/** Less than the 30 s a page waits. */
const WAIT_MS = 25_000;
const PAUSE_MS = 100;
/** How long a lease outlives its process, in seconds; it is renewed three times as often. */
const GOOD_FOR_S = 15;

/**
 * Runs `work` while nobody else, in any process, changes what the organization pays. Opens no transaction, so that a
 * slow payment provider holds up only this organization. Don't nest. @throws PaymentUnavailable after 25 s
 */
export function withLease<T>(
  dependencies: LeaseDependencies,
  organizationId: string,
  work: (lease: Lease) => Promise<T>,
): Promise<T> {
  const deadline = Date.now() + WAIT_MS;
  // Calls in this process queue up in order; only the first one asks the database.
  return runInOrder(`billing:${organizationId}`, async () => {
    const holder = newId();
    await acquire(dependencies, { organizationId, holder, deadline });
    const renewal = setInterval(() => renew(dependencies, { organizationId, holder }), (GOOD_FOR_S * 1000) / 3).unref();
    try {
      return await work({ write: (inside) => write(dependencies, { organizationId, holder }, inside) });
    } finally {
      clearInterval(renewal);
      await dependencies.sql`delete from billing_leases where organization_id = ${organizationId} and holder = ${holder}`.catch(
        () => undefined,
      );
    }
  });
}

interface Held {
  organizationId: string;
  holder: string;
}

async function acquire(
  { sql }: LeaseDependencies,
  { organizationId, holder, deadline }: Held & { deadline: number },
): Promise<void> {
  const [known] = await sql`select 1 from organizations where id = ${organizationId}`;
  if (!known) throw new NotFound();
  for (;;) {
    if (Date.now() > deadline) throw new PaymentUnavailable(BUSY);
    const taken = await sql`
      insert into billing_leases (organization_id, holder, until)
      values (${organizationId}, ${holder}, clock_timestamp() + make_interval(secs => ${GOOD_FOR_S}))
      on conflict (organization_id) do update set holder = excluded.holder, until = excluded.until
      where billing_leases.until < clock_timestamp()
      returning holder`;
    if (taken.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

function renew({ sql }: LeaseDependencies, { organizationId, holder }: Held): void {
  sql`update billing_leases set until = clock_timestamp() + make_interval(secs => ${GOOD_FOR_S})
    where organization_id = ${organizationId} and holder = ${holder}`.catch(() => undefined);
}

function write<T>(
  { db }: LeaseDependencies,
  { organizationId, holder }: Held,
  work: (tx: Transaction, organization: BilledOrganizationRow) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    const held = await tx.execute(
      text`select 1 from billing_leases where organization_id = ${organizationId} and holder = ${holder} for share`,
    );
    if (held.length === 0) throw new LeaseLost();
    return work(tx, await lockOrganization(tx, organizationId));
  });
}
