import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type HostProvider, MachineUnavailable } from '#server/compute/providers/provider.ts';
import { reserveOnHost } from '#server/features/capacity/index.ts';
import { convergeHost } from '#server/features/hosts/converge-host.ts';
import { removeDueHosts } from '#server/features/hosts/remove-due.ts';
import { settleLostCharges, settleUnits } from '#server/features/hosts/settle-units.ts';
import { insertRecord } from '#server/features/instances/records.ts';
import { instances } from '#server/features/instances/tables.ts';
import { hosts } from '#server/features/machines/tables.ts';
import { workspaces } from '#server/features/workspaces/tables.ts';
import type { Executor } from '#server/platform/database.ts';
import { newId } from '#server/platform/ids.ts';
import * as billing from '#shared/features/billing/contract.ts';
import * as contract from '#shared/features/hosts/contract.ts';
import * as options from '#shared/features/workspaces/options.ts';
import { insertHost } from '#tests/support/host.ts';
import { type MintedOrganization, mintOrganization, mintUser } from '#tests/support/mint.ts';
import { type BillingBench, billingBench, CARDS } from './billing-support.ts';

/** A quarter of November 2026 is left: a General 2 costs 4000 × 7.5/30 = 1000 cents now. */
const START = new Date('2026-11-23T12:00:00Z');
const END = '2026-12-01T00:00:00.000Z';

/** An inventory of two machines, none of which can be prepared: what a pool looks like to the product when its machines are broken. */
const brokenPool: HostProvider & { given: string[] } = {
  id: 'broken',
  given: [],
  candidates: async () => ['one', 'two'],
  create: async () => {
    throw new MachineUnavailable('The machine burns.');
  },
  async destroy({ key }) {
    this.given.push(key ?? '');
  },
  locate: async () => null,
  run: async () => undefined,
};

let bench: BillingBench;
let ownProviders: BillingBench['dependencies']['hostProviders'];
let org: MintedOrganization & { customerId: string };
beforeAll(async () => {
  bench = await billingBench(START);
  ownProviders = bench.dependencies.hostProviders;
  Object.assign(bench.dependencies.config, { hostMemoryMb: 1_000_000 });
});
beforeEach(async () => {
  bench.dependencies.clock.set(START);
  bench.dependencies.hostProviders = ownProviders;
  org = await bench.subscribed();
});
afterAll(() => bench?.dependencies.close());

const GENERAL = { name: 'Build farm', server_option_id: 'general-2' };
const post = (body: object, key = org.owner.key) => bench.call(contract.addHost, { body }, { key });
const price = async (body: object = GENERAL) => (await post({ ...body, dry_run: true })).body.charge;
const add = async (body: object = GENERAL) => post({ ...body, at: (await price(body))?.at });
const rows = async () =>
  bench.dependencies.db
    .select()
    .from(hosts)
    .where(eq(hosts.organizationId, org.organizationId))
    .orderBy(hosts.createdAt);
const invoices = async () => (await bench.stripe.invoices.list({ customer: org.customerId })).data;
const bill = async () => (await bench.call(billing.getBilling, {}, { key: org.owner.key })).body;
const params = (id: string | null | undefined) => ({ params: { serverID: id ?? '' } });
const usePool = () => {
  bench.dependencies.hostProviders = { ...ownProviders, current: brokenPool, get: () => brokenPool };
  brokenPool.given = [];
};

describe('adding a host', () => {
  test('costs exactly what was shown, and is on the bill from then on', async () => {
    expect(await price()).toMatchObject({ amount: 1000, card_amount: 1000, monthly_before: 3500, monthly_after: 7500 });
    expect(await rows()).toHaveLength(0);
    const { status, body } = await add();
    expect(status).toBe(200);
    await bench.catchUp();
    expect((await invoices())[0]).toMatchObject({ total: 1000, status: 'paid' });
    expect(await bill()).toMatchObject({
      upcoming_total: 7500,
      bill: {
        servers: { count: 1, line_price: 4000 },
        found_servers: [
          { id: body.hostID, name: 'Build farm', server_option_name: 'General 2', scheduled_for_delete_flag: false },
        ],
      },
    });
    const { key } = org.owner;
    const invoice = { params: { invoiceID: (await invoices())[0]?.id ?? '' } };
    expect((await bench.call(billing.getInvoice, invoice, { key })).body).toMatchObject({
      host_id: body.hostID,
      adhoc_item: 'Host General 2',
    });
    expect((await bench.call(contract.getHost, params(body.hostID), { key })).body).toMatchObject({
      status: 'Pending',
      option_name: 'General 2',
      disk_display: '80 / 80 GB',
      workspace_count: 0,
    });
    const { messages } = (await bench.call(contract.getHostSetup, params(body.hostID), { key })).body;
    expect(messages.map((message) => message.message_code)).toEqual(['H01', 'JQ']);
  });

  test('twenty clicks at once make one host and one charge', async () => {
    const at = (await price())?.at;
    const answers = await Promise.all(Array.from({ length: 20 }, () => post({ ...GENERAL, at })));
    expect(new Set(answers.map(({ body }) => body.hostID)).size).toBe(1);
    expect([(await rows()).length, (await invoices()).length]).toEqual([1, 2]);
  });

  test('a declined card leaves no host', async () => {
    org = await bench.subscribed();
    const at = (await price())?.at;
    await bench.payWith(org, CARDS.declinedLater);
    const answers = [await post({ ...GENERAL, at }), await post({ ...GENERAL, at })];
    expect(answers.map(({ status }) => status >= 400)).toEqual([true, true]);
    expect(await rows()).toHaveLength(0);
    expect(await invoices()).toHaveLength(1);
  });

  test('names what is wrong: no name, no such type, no price looked at, no card', async () => {
    const wrong = await post({ name: ' ', server_option_id: 'general-2', dry_run: true });
    expect(Object.keys(wrong.body.errorsObj ?? {})).toEqual(['name']);
    const type = await post({ name: 'x', server_option_id: 'mainframe', dry_run: true });
    expect(type.body.errorsObj).toMatchObject({ server_option_id: 'This server type isn’t available.' });
    const { owner } = await mintOrganization(bench.dependencies);
    expect((await post({ ...GENERAL, dry_run: true }, owner.key)).status).toBe(402);
  });

  test('is for owner and admin', async () => {
    for (const [role, status] of [
      ['admin', 200],
      ['lead', 403],
      ['user', 403],
    ] as const) {
      const { key } = await mintUser(bench.dependencies, org.organizationId, role);
      expect((await bench.call(contract.listHosts, {}, { key })).status).toBe(status);
      expect((await post({ ...GENERAL, dry_run: true }, key)).status).toBe(status);
    }
  });

  test('a pool is never oversold: two machines, three orders', async () => {
    usePool();
    const orders = ['a', 'b', 'c'].map((name) => ({ ...GENERAL, name }));
    const at = (await price())?.at;
    const answers = await Promise.all(orders.map((order) => post({ ...order, at })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409]);
    expect((await rows()).map(({ machineKey }) => machineKey).sort()).toEqual(['one', 'two']);
    await bench.dependencies.db.update(hosts).set({ status: 'Deleted', releasedAt: START });
  });
});

test('a host that can’t be made is given up: credited, released, off the bill, and the message says what to do', async () => {
  usePool();
  const id = (await add()).body.hostID ?? '';
  await convergeHost(bench.dependencies, id, new AbortController().signal);
  await bench.catchUp();
  expect(await rows()).toMatchObject([{ status: 'Deleted', attempts: 3, machine: null }]);
  expect(brokenPool.given).toEqual(['one']);
  expect(await bill()).toMatchObject({
    current_balance: 1000,
    bill: { servers: { line_price: 0 }, found_servers: [] },
  });
  const { messages } = (await bench.call(contract.getHostSetup, params(id), { key: org.owner.key })).body;
  expect(messages.filter(({ message_code: code }) => code === 'JA')).toHaveLength(3);
  expect(messages.at(-1)).toMatchObject({
    message_code: 'ER1',
    message_text: expect.stringContaining('Contact support for help'),
  });
  // The next one is charged again: what was credited is not had for nothing.
  expect(await price()).toMatchObject({ amount: 1000, card_amount: 0 });
});

describe('the server ends between the charge and the commit', () => {
  let at: string | undefined;
  beforeEach(async () => {
    const { payments } = bench.dependencies;
    at = (await price())?.at;
    bench.dependencies.payments = {
      ...payments,
      changeQuantity: async (change) => {
        await payments.changeQuantity(change);
        throw new Error('power cut');
      },
    };
    await post({ ...GENERAL, at });
    bench.dependencies.payments = payments;
    expect([(await rows()).length, (await invoices()).length]).toEqual([0, 2]);
  });
  const later = (minutes: number) => bench.dependencies.clock.set(new Date(START.getTime() + minutes * 60_000));

  test('the next click finds it paid', async () => {
    await settleLostCharges(bench.dependencies);
    await settleUnits(bench.dependencies);
    expect((await post({ ...GENERAL, at })).status).toBe(200);
    expect([(await rows()).length, (await invoices()).length]).toEqual([1, 2]);
    later(20);
    await settleLostCharges(bench.dependencies);
    await bench.catchUp();
    expect(await bill()).toMatchObject({ current_balance: 0, upcoming_total: 7500 });
  });

  test('with no click after it the charge is credited, once, and billed no more', async () => {
    later(20);
    await settleLostCharges(bench.dependencies);
    await settleLostCharges(bench.dependencies);
    await bench.catchUp();
    expect(await bill()).toMatchObject({ current_balance: 1000, bill: { servers: { line_price: 0 } } });
  });
});

describe('deleting a host', () => {
  let id: string;
  beforeEach(async () => {
    id = (await add()).body.hostID ?? '';
    await bench.dependencies.db.update(hosts).set({ status: 'Active', launchedAt: START }).where(eq(hosts.id, id));
  });
  const remove = () => bench.call(contract.deleteHost, params(id), { key: org.owner.key });
  const cancel = () => bench.call(contract.cancelDeleteHost, params(id), { key: org.owner.key });

  test('takes effect with the next period, can be taken back, and costs nothing either way', async () => {
    expect((await remove()).body).toMatchObject({ scheduled_delete_date: END });
    expect((await remove()).status).toBe(200);
    expect(await bill()).toMatchObject({
      upcoming_total: 3500,
      bill: { found_servers: [{ id, scheduled_for_delete_flag: true }] },
    });
    // The paid unit is still in use: another host is charged.
    expect(await price()).toMatchObject({ amount: 1000 });
    expect((await cancel()).status).toBe(200);
    expect(await bill()).toMatchObject({ upcoming_total: 7500 });
    expect(await invoices()).toHaveLength(2);
    expect(await rows()).toMatchObject([{ status: 'Active', scheduledDeleteAt: null }]);
  });

  test('is told of before, and removes all that is on it when the time has come', async () => {
    const workspaceId = await insertWorkspace(id);
    await remove();
    await removeDueHosts(bench.dependencies);
    expect((await rows())[0]?.deleteToldAt).toBeNull();
    bench.dependencies.clock.set(new Date('2026-11-29T00:00:00Z'));
    await removeDueHosts(bench.dependencies);
    await removeDueHosts(bench.dependencies);
    await bench.catchUp();
    expect(
      bench.dependencies.sent.filter(({ subject }) => subject.includes('Build farm will be deleted')),
    ).toHaveLength(1);
    expect((await rows())[0]?.status).toBe('Pending Deletion');
    bench.dependencies.clock.set(new Date(END));
    await removeDueHosts(bench.dependencies);
    expect((await rows())[0]?.status).toBe('Deleted');
    const [gone] = await bench.dependencies.db.select().from(instances).where(eq(instances.id, workspaceId));
    expect(gone?.status).toBe('Deleted');
    expect((await cancel()).status).toBe(404);
    await bench.dependencies.db.update(hosts).set({ releasedAt: START });
  });

  test('whose server ended halfway through its removal loses what is on it all the same', async () => {
    const workspaceId = await insertWorkspace(id);
    await bench.dependencies.db.update(hosts).set({ status: 'Deleted', provider: 'broken' }).where(eq(hosts.id, id));
    usePool();
    await convergeHost(bench.dependencies, id, new AbortController().signal);
    expect((await rows())[0]?.releasedAt).not.toBeNull();
    const [gone] = await bench.dependencies.db.select().from(instances).where(eq(instances.id, workspaceId));
    expect(gone?.status).toBe('Deleted');
  });

  test('is refused while anything on it is protected', async () => {
    await insertWorkspace(id, { deleteProtect: true });
    expect(await remove()).toMatchObject({ status: 409, body: { message: expect.stringContaining('protected') } });
    const shown = await bench.call(contract.getHost, params(id), { key: org.owner.key });
    expect(shown.body).toMatchObject({ delete_protect_flag: 1, status: 'Active' });
  });

  test('a bill that says otherwise is mended', async () => {
    await bench.dependencies.db.update(hosts).set({ status: 'Deleted', releasedAt: START }).where(eq(hosts.id, id));
    await settleUnits(bench.dependencies);
    expect(await bill()).toMatchObject({ upcoming_total: 3500 });
  });
});

test('what is reserved on a host is never oversold, and freed by a stop', async () => {
  const id = await insertHost(bench.dependencies, org.organizationId);
  const reserve = (memoryMb: number, diskGb = 10) =>
    bench.dependencies.db.transaction(async (tx) => {
      await reserveOnHost(bench.dependencies, tx, id, { cpuCores: 1, memoryMb, diskGb });
      await insertWorkspace(id, { memoryMb, diskGb, status: 'Pending' }, tx);
    });
  const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => reserve(1536)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  await expect(reserve(1024)).resolves.toBeUndefined();
  await expect(reserve(512)).rejects.toThrow('0 GB of free memory');
  await bench.dependencies.db.update(instances).set({ status: 'Offline' }).where(eq(instances.serverId, id));
  await expect(reserve(512, 50)).resolves.toBeUndefined();
  await expect(reserve(512, 10)).rejects.toThrow('0 GB of free disk');
  const { key } = org.owner;
  const { items } = (await bench.call(options.serverOptions, {}, { key })).body;
  expect(items).toMatchObject([{ value: 'shared' }, { value: id, cpu_cores: 2, memory_gb: 4 }]);
  const { body } = await bench.call(contract.listHostContainers, params(id), { key });
  expect(body.workspaces).toHaveLength(4);
  await bench.dependencies.db.update(instances).set({ status: 'Deleted' }).where(eq(instances.serverId, id));
});

type Values = Partial<typeof instances.$inferInsert>;

async function insertWorkspace(
  serverId: string,
  values: Values = {},
  db: Executor = bench.dependencies.db,
): Promise<string> {
  const id = newId();
  await insertRecord(db, workspaces, {
    kind: 'workspace',
    id,
    organizationId: org.organizationId,
    userId: org.owner.userId,
    name: 'On it',
    slug: `on-it-${id.slice(-8)}`,
    status: 'Offline',
    serverId,
    engineId: serverId,
    language: 'none',
    database: 'none',
    cpuCores: 1,
    memoryMb: 1536,
    diskGb: 10,
    ...values,
  });
  return id;
}
