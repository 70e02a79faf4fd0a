import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { auditLog } from '#server/features/audit/tables.ts';
import { type ChargePreview, splitCharge } from '#server/features/billing/charge-preview.ts';
import { withLease } from '#server/features/billing/lease.ts';
import { endRetention } from '#server/features/billing/retention.ts';
import { refuseAboveCap } from '#server/features/billing/spending-cap.ts';
import { billingAccounts, billingInvoices } from '#server/features/billing/tables.ts';
import { DAY, SECOND } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { cents } from '#shared/features/billing/model.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { type MintedOrganization, mintOrganization } from '#tests/support/mint.ts';

const START = new Date('2026-11-23T12:00:00Z');

let world: TestDependencies;
let here: MintedOrganization;
let organizationId: string;
beforeAll(async () => {
  world = await createTestDependencies();
});
beforeEach(async () => {
  world.clock.set(START);
  await world.sql`delete from graphile_worker._private_jobs`;
  await world.db.delete(billingAccounts);
  here = await mintOrganization(world);
  organizationId = here.organizationId;
});
afterAll(() => world?.close());

const account = async () =>
  (await world.db.select().from(billingAccounts).where(eq(billingAccounts.organizationId, organizationId)))[0];

describe('a spending cap', () => {
  const preview = (amount: number, monthlyAfter: number): ChargePreview => ({
    ...splitCharge(cents(amount), cents(0)),
    ...{ at: START, monthlyBefore: cents(3500), monthlyAfter: cents(monthlyAfter), lines: [] },
  });
  const ask = (amount: number, monthlyAfter: number, locale?: string) =>
    refuseAboveCap({ ...world, origin: { locale } as never }, world.db, organizationId, preview(amount, monthlyAfter));
  const cap = (monthlyCapCents: number | null) =>
    world.db.insert(billingAccounts).values({ organizationId, monthlyCapCents });
  const bill = (totalCents: number, createdAt: string, more: Partial<typeof billingInvoices.$inferInsert> = {}) =>
    world.db.insert(billingInvoices).values({
      ...{ id: newId(), organizationId, type: 'adhoc', status: 'paid', totalCents, amountDueCents: totalCents },
      ...{ amountPaidCents: totalCents, creditBeforeCents: 0, lines: [], createdAt: new Date(createdAt), ...more },
    });

  test('that nobody set stops nothing', async () => {
    expect(await ask(1_000_000, 1_000_000)).toBeUndefined();
    await cap(null);
    expect(await ask(1_000_000, 1_000_000)).toBeUndefined();
  });

  test('is reached by a month, and not passed', async () => {
    await cap(5500);
    await ask(0, 5500);
    await expect(ask(0, 5501)).rejects.toThrow(
      'This would raise the monthly bill from $35.00 to $55.01, which exceeds the spending cap of $55.00.',
    );
    await expect(ask(0, 5501, 'de')).rejects.toThrow('35,00\u00a0$');
  });

  test('of nothing lets nothing be charged', async () => {
    await cap(0);
    await ask(0, 0);
    await expect(ask(1, 0)).rejects.toThrow('$0.01');
    await expect(ask(0, 1)).rejects.toThrow('$0.01');
  });

  test('holds for what this month was billed, from its first moment, and for nothing else', async () => {
    await cap(5500);
    await bill(3000, '2026-11-01T00:00:00Z');
    await bill(1500, '2026-11-23T11:00:00Z', { status: 'open' });
    await bill(9000, '2026-10-31T23:59:59Z');
    await bill(9000, '2026-11-02T00:00:00Z', { status: 'void' });
    const other = await mintOrganization(world);
    await bill(9000, '2026-11-02T00:00:00Z', { organizationId: other.organizationId });
    await ask(1000, 3500);
    await expect(ask(1001, 3500)).rejects.toThrow(
      'This would charge $10.01 now. Together with the $45.00 already billed this month, that exceeds the spending cap of $55.00.',
    );
  });
});

describe('data that nobody pays for', () => {
  /** Read-only since so long ago. */
  const unpaid = (days: number, more: object = {}) =>
    world.db
      .insert(billingAccounts)
      .values({ organizationId, readOnlySince: new Date(START.getTime() - days * DAY), ...more });
  const jobs = async () =>
    (await world.sql`select task_identifier as name from graphile_worker.jobs order by id`).map(({ name }) => name);
  const removals = () => world.sql`select payload from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'workspaces.remove-all'`;
  const mails = async () => {
    const sealed = await world.sql`select payload from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'mail.send' order by j.id`;
    return sealed.map(({ payload }) =>
      JSON.parse(world.secrets.open(payload.sealed)).subject.replace(/Organization \w+/, 'X'),
    );
  };
  const daily = async (milliseconds: number) => {
    world.clock.set(new Date(START.getTime() + milliseconds));
    await endRetention(world);
  };

  test('is told of a week before its end, once, and to whom it belongs', async () => {
    await unpaid(23);
    await daily(-1);
    expect(await jobs()).toEqual([]);
    await daily(0);
    await daily(1);
    expect(await mails()).toEqual(['The data of X will be deleted on November 30, 2026']);
    expect(await account()).toMatchObject({ removalToldAt: START, dataRemovedAt: null });
  });

  test('is removed after 30 days, once', async () => {
    await unpaid(30, { removalToldAt: new Date(START.getTime() - 7 * DAY) });
    await daily(-1);
    expect(await jobs()).toEqual([]);
    await daily(0);
    await daily(DAY);
    expect((await removals()).map(({ payload }) => payload)).toEqual([{ organizationId }]);
    expect(await mails()).toEqual(['The data of X has been deleted']);
    expect(await account()).toMatchObject({ dataRemovedAt: START });
    expect(await world.db.select().from(auditLog).where(eq(auditLog.organizationId, organizationId))).toMatchObject([
      { action: 'billing.remove-data', targetId: organizationId },
    ]);
  });

  test('stays for a week after a warning that came late', async () => {
    await unpaid(50);
    await daily(0);
    expect(await mails()).toEqual(['The data of X will be deleted on November 30, 2026']);
    await daily(7 * DAY - 1);
    expect(await removals()).toEqual([]);
    expect(await account()).toMatchObject({ dataRemovedAt: null });
    await daily(7 * DAY);
    expect(await removals()).toHaveLength(1);
  });

  test('of others, and of those who pay, stays', async () => {
    const other = await mintOrganization(world);
    await world.db.insert(billingAccounts).values({ organizationId: other.organizationId, readOnlySince: null });
    await unpaid(40, { removalToldAt: new Date(START.getTime() - 10 * DAY) });
    await daily(0);
    expect((await removals()).map(({ payload }) => payload)).toEqual([{ organizationId }]);
    const [theirs] = await world.db
      .select()
      .from(billingAccounts)
      .where(eq(billingAccounts.organizationId, other.organizationId));
    expect(theirs).toMatchObject({ removalToldAt: null, dataRemovedAt: null });
  });
});

describe('the right to change a bill', () => {
  afterEach(() => vi.useRealTimers());
  const rows = () => world.sql`select holder, until from billing_leases where organization_id = ${organizationId}`;
  /** Another process has it, for so many seconds from now. */
  const held = (seconds: number) =>
    world.sql`insert into billing_leases (organization_id, holder, until)
      values (${organizationId}, ${newId()}, now() + make_interval(secs => ${seconds}))`;

  test('lets one write, with the organization as it is, and is given back', async () => {
    const said = await withLease(world, organizationId, async (lease) => {
      expect(await rows()).toHaveLength(1);
      return lease.write(async (_tx, organization) => organization.id);
    });
    expect(said).toBe(organizationId);
    expect(await rows()).toEqual([]);
  });

  test('is given back by work that fails', async () => {
    const work = withLease(world, organizationId, () => Promise.reject(new Error('no')));
    await expect(work).rejects.toThrow('no');
    expect(await rows()).toEqual([]);
  });

  test('of an organization that isn’t there is nobody’s', async () => {
    let ran = false;
    const work = withLease(world, newId(), async () => {
      ran = true;
    });
    await expect(work).rejects.toMatchObject({ name: 'NotFound' });
    expect(ran).toBe(false);
  });

  test('is taken over from a process that is gone, for fifteen seconds', async () => {
    await held(-1);
    await withLease(world, organizationId, async () => {
      const [row] = await world.sql`select extract(epoch from until - now()) as seconds from billing_leases`;
      expect(Number(row?.seconds)).toBeGreaterThan(0);
      expect(Number(row?.seconds)).toBeLessThanOrEqual(15);
    });
    expect(await rows()).toEqual([]);
  });

  test('writes nothing once another has it, and leaves the other’s alone', async () => {
    let wrote = false;
    const work = withLease(world, organizationId, async (lease) => {
      await world.sql`update billing_leases set holder = ${newId()}`;
      await lease.write(async () => {
        wrote = true;
      });
    });
    await expect(work).rejects.toThrow('still being processed');
    expect([wrote, (await rows()).length]).toEqual([false, 1]);
    await world.sql`delete from billing_leases`;
  });

  test('is renewed while the work goes on, and no longer', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const until = async () => (await rows())[0]?.until as string | undefined;
    await withLease(world, organizationId, async () => {
      const first = await until();
      vi.advanceTimersByTime(5 * SECOND - 1);
      expect(vi.getTimerCount()).toBe(1);
      expect(await until()).toEqual(first);
      vi.advanceTimersByTime(1);
      await expect.poll(until).not.toEqual(first);
    });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is waited for, for 25 seconds', async () => {
    await held(3600);
    vi.useFakeTimers({ toFake: ['Date'] });
    const start = Date.now();
    let ran = false;
    const work = withLease(world, organizationId, async () => {
      ran = true;
    });
    vi.setSystemTime(start + 25 * SECOND + 1);
    await expect(work).rejects.toThrow('still being processed');
    await world.sql`delete from billing_leases`;
    expect(ran).toBe(false);
  });

  test('goes on when the other gives it back', async () => {
    await held(3600);
    const work = withLease(world, organizationId, async () => 'mine');
    await world.sql`delete from billing_leases`;
    expect(await work).toBe('mine');
  });
});
