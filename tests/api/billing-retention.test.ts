import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { endRetention } from '#server/features/billing/retention.ts';
import { insertRecord } from '#server/features/instances/records.ts';
import { instances, snapshots } from '#server/features/instances/tables.ts';
import { workspaces } from '#server/features/workspaces/tables.ts';
import { newId } from '#server/platform/ids.ts';
import * as contract from '#shared/features/billing/contract.ts';
import * as workspaceContract from '#shared/features/workspaces/contract.ts';
import type { MintedOrganization } from '#tests/support/mint.ts';
import { type BillingBench, billingBench, signInAgain } from './billing-support.ts';

let bench: BillingBench;
let org: MintedOrganization & { customerId: string };
let workspaceId: string;
beforeAll(async () => {
  bench = await billingBench(new Date('2026-11-23T12:00:00Z'));
});
beforeEach(async () => {
  bench.dependencies.clock.set(new Date('2026-11-23T12:00:00Z'));
  org = await bench.subscribed();
  workspaceId = await addWorkspace();
  bench.dependencies.sent.length = 0;
});
afterAll(() => bench?.dependencies.close());

const subjects = () => bench.dependencies.sent.map(({ subject }) => subject.replace(/Organization \w+/, 'X'));
const status = async () =>
  (await bench.dependencies.db.select().from(instances).where(eq(instances.id, workspaceId)))[0]?.status;

async function day(iso: string): Promise<void> {
  bench.dependencies.clock.set(new Date(iso));
  await endRetention(bench.dependencies);
  await bench.runJobs();
}

/** A stopped workspace with a snapshot. */
async function addWorkspace(): Promise<string> {
  const { db } = bench.dependencies;
  const id = newId();
  const common = { organizationId: org.organizationId, userId: org.owner.userId, language: 'nodejs', database: 'none' };
  await insertRecord(db, workspaces, {
    kind: 'workspace',
    ...common,
    id,
    name: 'w',
    slug: `w-${id.slice(-8)}`,
    status: 'Offline',
    engineId: 'local',
    cpuCores: 1,
    memoryMb: 1536,
    diskGb: 10,
  });
  await db
    .insert(snapshots)
    .values({ ...common, id: newId(), instanceId: id, name: 's', status: 'Active', engineId: 'local' });
  return id;
}

async function deleteOrganization(): Promise<void> {
  expect((await bench.call(contract.deleteOrganization, {}, { key: org.owner.key })).status).toBe(200);
  await bench.runJobs();
  bench.dependencies.clock.set(new Date('2026-12-01T02:00:00Z'));
  await bench.stripe.subscriptions.list({ customer: org.customerId, status: 'all' });
  await bench.catchUp();
}

test('data of a deleted organization is kept 30 days, and its owner told a week before the end', async () => {
  await deleteOrganization();
  await day('2026-12-22T00:00:00Z');
  expect(subjects()).toEqual(['X will be deleted']);
  await day('2026-12-24T04:00:00Z');
  await day('2026-12-25T04:00:00Z');
  expect(subjects()).toEqual(['X will be deleted', 'The data of X will be deleted on December 31, 2026']);
  await day('2026-12-30T04:00:00Z');
  expect(await status()).toBe('Offline');
  await day('2026-12-31T04:00:00Z');
  await day('2027-01-01T04:00:00Z');
  expect(subjects().slice(2)).toEqual(['The data of X has been deleted']);
  expect(await status()).toBe('Deleted');
  const left = await bench.dependencies.db
    .select()
    .from(snapshots)
    .where(eq(snapshots.organizationId, org.organizationId));
  expect(left).toMatchObject([{ status: 'Pending Deletion', scheduledDeleteAt: new Date('2026-12-31T04:00:00Z') }]);
});

test('whoever restores and pays in time keeps everything, and is warned anew another time', async () => {
  await deleteOrganization();
  await day('2026-12-24T04:00:00Z');
  const key = await signInAgain(bench.dependencies, org);
  expect((await bench.call(contract.cancelDeleteOrganization, {}, { key })).status).toBe(200);
  expect((await bench.payWith({ ...org, owner: { ...org.owner, key } })).status).toBe(200);
  await bench.catchUp();
  await day('2027-01-20T04:00:00Z');
  expect(await status()).toBe('Offline');
  const [account] = await bench.dependencies.sql`select removal_told_at from billing_accounts
    where organization_id = ${org.organizationId}`;
  expect(account?.removal_told_at).toBeNull();
});

test('a week passes after the warning, however late it came', async () => {
  await deleteOrganization();
  await day('2027-01-15T04:00:00Z');
  expect(subjects()).toContain('The data of X will be deleted on January 22, 2027');
  expect(await status()).toBe('Offline');
  await day('2027-01-22T04:00:00Z');
  expect(await status()).toBe('Deleted');
});

test('an unpaid organization’s workspaces sleep on', async () => {
  await deleteOrganization();
  const key = await signInAgain(bench.dependencies, org);
  const params = { workspaceID: workspaceId };
  const start = await bench.call(workspaceContract.startWorkspace, { params }, { key });
  expect(start.status).toBe(402);
  expect(await status()).toBe('Offline');
});
