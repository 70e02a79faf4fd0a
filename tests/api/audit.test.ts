import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { type AuditEntry, record } from '#server/features/audit/index.ts';
import { DAY } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database.ts';
import { exportAudit, listAudit } from '#shared/features/audit/contract.ts';
import { addGroup } from '#shared/features/groups/contract.ts';
import { createTestClient, type TestClient } from '#tests/support/client.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { type MintedOrganization, type MintedUser, mintOrganization, mintUser } from '#tests/support/mint.ts';

let dependencies: TestDependencies;
let call: TestClient['call'];
let here: MintedOrganization;

beforeAll(async () => {
  dependencies = await createTestDependencies();
  call = createTestClient(createApp(dependencies)).call;
  here = await mintOrganization(dependencies);
});
afterAll(() => dependencies?.close());

const list = (by: MintedUser, query: Record<string, string> = {}) => call(listAudit, { query }, { key: by.key });
const enter = (entry: AuditEntry) => dependencies.db.transaction((tx) => record(tx, dependencies, entry));

describe('the audit log', () => {
  test('takes an entry only within a transaction, which the compiler checks', () => {
    expectTypeOf<Database>().not.toExtend<Parameters<typeof record>[0]>();
  });

  test('says who did what, on what, and how it ended', async () => {
    const body = { name: 'Pilots', admin_users: [], users: [] };
    const added = await call(addGroup, { body }, { key: here.owner.key });
    const { body: log } = await list(here.owner);
    expect(log.rows[0]).toMatchObject({
      user_id: here.owner.userId,
      user_name: 'owner person',
      action: 'groups.add',
      target_id: added.body.groupID,
      target_name: 'Pilots',
      outcome: 'success',
      details: { name: 'Pilots' },
    });
  });

  test('is for the owner and admins of the organization alone', async () => {
    const there = await mintOrganization(dependencies);
    const admin = await mintUser(dependencies, here.organizationId, 'admin');
    expect((await list(admin)).status).toBe(200);
    expect((await list(there.owner)).body).toEqual({ records: 0, rows: [] });
    for (const role of ['lead', 'user'] as const) {
      const person = await mintUser(dependencies, here.organizationId, role);
      expect((await list(person)).status).toBe(403);
      expect((await call(exportAudit, {}, { key: person.key })).status).toBe(403);
    }
    expect((await call(listAudit)).status).toBe(401);
  });

  test('is filtered by person, action and time, and comes in pages of 16, newest first', async () => {
    const { owner, organizationId } = await mintOrganization(dependencies);
    const person = await mintUser(dependencies, organizationId, 'user');
    const began = dependencies.clock.now();
    for (let count = 1; count <= 17; count += 1) {
      dependencies.clock.advance(DAY);
      const entry = {
        organizationId,
        action: 'workspaces.start' as const,
        targetId: `w${count}`,
        userId: person.userId,
      };
      await enter(entry);
    }
    await enter({ organizationId, action: 'billing.charge', userId: owner.userId });
    const first = (await list(owner)).body;
    expect(first.records).toBe(18);
    expect(first.rows).toHaveLength(16);
    expect(first.rows[0]?.action).toBe('billing.charge');
    expect((await list(owner, { page: '2' })).body.rows.map((row) => row.target_id)).toEqual(['w2', 'w1']);
    expect((await list(owner, { who: person.email })).body.records).toBe(17);
    expect((await list(owner, { action: 'BILLING' })).body.records).toBe(1);
    const day = (count: number) => new Date(began.getTime() + count * DAY).toISOString();
    expect((await list(owner, { from: day(3), to: day(5) })).body.rows.map((row) => row.target_id)).toEqual([
      'w5',
      'w4',
      'w3',
    ]);
  });

  test('is exported whole as CSV, in which nothing is a formula', async () => {
    const { owner, organizationId } = await mintOrganization(dependencies);
    const details = { name: '=HYPERLINK("x")' };
    await enter({ organizationId, action: 'groups.add', targetId: '=1+1', details, userId: owner.userId });
    for (let count = 0; count < 1001; count += 1) await enter({ organizationId, action: 'auth.login' });
    const answer = await call(exportAudit, {}, { key: owner.key });
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const lines = String(answer.body).trimEnd().split('\r\n');
    expect(lines).toHaveLength(1 + 1002);
    expect(lines[0]).toBe('date,user,acting person,action,target,name,outcome,details,address');
    expect(lines.at(-1)).toContain(`owner person,,groups.add,'=1+1,,success,"name: =HYPERLINK(""x"")",`);
  });
});
