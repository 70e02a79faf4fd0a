import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setPassword } from '#server/features/auth/index.ts';
import { groupAdmins, groups, groupUsers } from '#server/features/groups/tables.ts';
import { deleteAllOn } from '#server/features/instances/index.ts';
import { instances } from '#server/features/instances/tables.ts';
import { memberships, organizations, sshKeys, users } from '#server/features/people/tables.ts';
import { deletedSecrets } from '#server/features/secrets/tables.ts';
import { userJobs } from '#server/features/users/jobs.ts';
import { deletedMembers } from '#server/features/users/tables.ts';
import { workspaces } from '#server/features/workspaces/tables.ts';
import { DAY, HOUR } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { listAudit } from '#shared/features/audit/contract.ts';
import * as auth from '#shared/features/auth/contract.ts';
import { deleteGroup, restoreGroup } from '#shared/features/groups/contract.ts';
import { addApiToken, listApiTokens } from '#shared/features/profile/contract.ts';
import { addSecret, listSecrets } from '#shared/features/secrets/contract.ts';
import * as contract from '#shared/features/users/contract.ts';
import { insertHost } from '#tests/support/host.ts';
import {
  joinOrganization,
  type MintedOrganization,
  type MintedUser,
  mintOrganization,
  mintUser,
} from '#tests/support/mint.ts';
import { newPublicKey } from '#tests/support/ssh-key.ts';
import { insertGroup, insertService, insertWorkspace } from '#tests/support/things.ts';
import { tokenIn } from './auth-support.ts';
import { type BillingBench, billingBench } from './billing-support.ts';

/** A quarter of November 2026 is left. */
const START = new Date('2026-11-23T12:00:00Z');
const PASSWORD = 'Harbour-Wind-74';

let bench: BillingBench;
let here: MintedOrganization;
let person: MintedUser;
beforeAll(async () => {
  bench = await billingBench(START);
});
beforeEach(async () => {
  bench.dependencies.clock.set(START);
  here = await mintOrganization(bench.dependencies, { licences: 3 });
  person = await mintUser(bench.dependencies, here.organizationId, 'lead');
});
afterAll(() => bench?.dependencies.close());

const remove = (userID = person.userId, by = here.owner, heir = here.owner.userId) =>
  bench.call(contract.deleteUser, { params: { userID }, body: { user_id: heir } }, { key: by.key });
const restore = (body: object = {}, by: Pick<MintedUser, 'key'> = here.owner, userID = person.userId) =>
  bench.call(contract.restoreUser, { params: { userID }, body }, { key: by.key });
const invite = (email_address: string, by = here.owner) =>
  bench.call(
    contract.addUser,
    { body: { email_address, first_name: 'Grace', last_name: 'Hopper', role: 'user' } },
    { key: by.key },
  );
const removed = async (by = here.owner) =>
  (await bench.call(contract.listUsers, { query: { status: 'deleted' } }, { key: by.key })).body.rows;
const place = async (userId = person.userId, { organizationId } = here) => {
  const theirs = and(eq(memberships.userId, userId), eq(memberships.organizationId, organizationId));
  const [row] = await bench.dependencies.db.select().from(memberships).where(theirs);
  return row;
};
const account = async (userId = person.userId) =>
  (await bench.dependencies.db.select().from(users).where(eq(users.id, userId)))[0];
const licences = async ({ organizationId } = here) =>
  (await bench.dependencies.db.select().from(organizations).where(eq(organizations.id, organizationId)))[0]
    ?.userLicenses;
const login = (username = person.username) => bench.call(auth.login, { body: { username, password: PASSWORD } });

describe('within a day', () => {
  test('a person has back what they had; sessions and API tokens stay ended', async () => {
    const { db } = bench.dependencies;
    const whose = { organizationId: here.organizationId, userId: person.userId };
    const keyId = newId();
    const key = {
      id: keyId,
      userId: person.userId,
      name: 'Laptop',
      publicKey: newPublicKey(),
      fingerprint: 'SHA256:laptop',
    };
    await db.insert(sshKeys).values(key);
    await setPassword(bench.dependencies, db, {
      userId: person.userId,
      hash: await bench.dependencies.passwords.hash(PASSWORD),
    });
    const before = await account();
    const groupId = await insertGroup(bench.dependencies, here.organizationId, {
      admins: [person.userId],
      members: [person.userId],
    });
    const dissolved = await insertGroup(bench.dependencies, here.organizationId, {
      admins: [],
      members: [person.userId],
    });
    const secret = { owner: 'person', name: 'API_KEY', kind: 'text', value: 'v4lue', repositories: null };
    await bench.call(addSecret, { body: secret }, { key: person.key });
    await bench.call(
      addApiToken,
      { body: { name: 'CI', scopes: ['read'], days: null, current_password: PASSWORD } },
      { key: person.key },
    );
    const shared = await insertWorkspace(bench.dependencies, whose, { keepalive: true, sshKeyId: keyId });
    const given = await insertWorkspace(bench.dependencies, whose, { serverId: newId() });
    const ended = await insertWorkspace(bench.dependencies, whose);
    const service = await insertService(bench.dependencies, whose);
    expect((await remove()).status).toBe(200);
    expect((await login()).status).toBe(422);
    const admin = await mintUser(bench.dependencies, here.organizationId, 'admin');
    await db.delete(groups).where(eq(groups.id, dissolved));
    await db.update(instances).set({ status: 'Deleted' }).where(eq(instances.id, ended.id));
    await db.update(instances).set({ userId: admin.userId }).where(eq(instances.id, given.id));

    expect(await restore({}, admin)).toMatchObject({ status: 200, body: { success: true, charge: null } });
    expect(await place()).toMatchObject({ role: 'lead', status: 'active' });
    expect(await account()).toEqual({ ...before, updatedAt: expect.any(Date) });
    const session = (await login()).body.sessionKey ?? '';
    expect((await bench.call(auth.currentUser, {}, { key: person.key })).status).toBe(401);
    const tokens = await bench.call(listApiTokens, {}, { key: session });
    expect(tokens.body).toMatchObject({ tokens: [], deleted: [] });
    const own = await bench.call(listSecrets, { query: { owner: 'person' } }, { key: session });
    expect(own.body).toMatchObject({ secrets: [{ name: 'API_KEY' }], deleted: [] });
    expect(await db.select().from(sshKeys).where(eq(sshKeys.userId, person.userId))).toMatchObject([key]);
    for (const table of [groupUsers, groupAdmins]) {
      expect(await db.select().from(table).where(eq(table.userId, person.userId))).toMatchObject([{ groupId }]);
    }
    const read = async (id: string) => (await db.select().from(instances).where(eq(instances.id, id)))[0];
    const theirs = { userId: person.userId, status: 'Offline', scheduledDeleteAt: null };
    expect(await read(shared.id)).toMatchObject({ ...theirs, keepalive: true });
    expect((await db.select().from(workspaces).where(eq(workspaces.id, shared.id)))[0]?.sshKeyId).toBe(keyId);
    expect(await read(service.id)).toMatchObject(theirs);
    // What others got or deleted meanwhile stays so.
    expect(await read(given.id)).toMatchObject({ userId: admin.userId });
    expect(await read(ended.id)).toMatchObject({ userId: here.owner.userId, status: 'Deleted' });
    const { body } = await bench.call(listAudit, { query: { action: 'users' } }, { key: here.owner.key });
    expect(body.rows.map(({ action }) => action)).toEqual(['users.restore', 'users.delete']);
    expect(await db.select().from(deletedMembers).where(eq(deletedMembers.userId, person.userId))).toEqual([]);
  });

  test('is listed until then, and gone afterwards, login and all', async () => {
    const { db, clock } = bench.dependencies;
    await remove();
    const until = new Date(START.getTime() + DAY).toISOString();
    expect(await removed()).toMatchObject([{ id: person.userId, undo_until: until }]);
    clock.advance(DAY);
    expect(await removed()).toMatchObject([{ id: person.userId, undo_until: null }]);
    expect((await restore()).status).toBe(404);
    await userJobs(bench.dependencies)['users.forget-removed']();
    expect(await db.select().from(deletedMembers)).toEqual([]);
  });

  test('a group has its people again whichever of both comes back first, but nobody who left', async () => {
    const others = [
      await mintUser(bench.dependencies, here.organizationId, 'user'),
      await mintUser(bench.dependencies, here.organizationId, 'user'),
    ] as const;
    const [later, gone] = others;
    const groupID = await insertGroup(bench.dependencies, here.organizationId, {
      admins: [person.userId],
      members: [person.userId, later.userId, gone.userId],
    });
    const act = (route: typeof deleteGroup | typeof restoreGroup) =>
      bench.call(route, { params: { groupID } }, { key: here.owner.key });
    const members = async (table: typeof groupUsers | typeof groupAdmins) => {
      const rows = await bench.dependencies.db.select().from(table).where(eq(table.groupId, groupID));
      return rows.map(({ userId }) => userId).sort();
    };
    await remove();
    expect((await act(deleteGroup)).status).toBe(200);
    for (const { userId } of others) expect((await remove(userId)).status).toBe(200);
    expect((await restore()).status).toBe(200);
    expect((await act(restoreGroup)).status).toBe(200);
    expect([await members(groupUsers), await members(groupAdmins)]).toEqual([[person.userId], [person.userId]]);
    expect((await restore({}, here.owner, later.userId)).status).toBe(200);
    expect(await members(groupUsers)).toEqual([person.userId, later.userId].sort());
  });

  test('an invitation is sent again', async () => {
    const { body } = await invite('invited@example.com');
    const userID = body.userID ?? '';
    const lastMail = async () => {
      await bench.runJobs();
      return tokenIn(bench.dependencies.sent.findLast(({ to }) => to === 'invited@example.com'));
    };
    const first = await lastMail();
    await remove(userID);
    expect((await restore({}, here.owner, userID)).status).toBe(200);
    const token = await lastMail();
    expect(token).not.toBe(first);
    const chosen = { password: PASSWORD, password_repeat: PASSWORD, reset_token: token, invite_token: token };
    expect(
      (await bench.call(auth.updatePassword, { body: { ...chosen, reset_token: first, invite_token: first } })).status,
    ).toBe(409);
    expect((await bench.call(auth.updatePassword, { body: chosen })).status).toBe(200);
  });

  test('waits for a removal that is still running, and takes it back', async () => {
    const { db, sql } = bench.dependencies;
    const until = async (blocked: number) => {
      let waiting = 0;
      while (waiting < blocked) waiting = (await sql`select 1 from pg_locks where not granted`).length;
    };
    const answers = await db.transaction(async (tx) => {
      await tx.select().from(memberships).where(eq(memberships.userId, person.userId)).for('update');
      const going = remove();
      await until(1);
      const back = restore();
      await until(2);
      return [going, back];
    });
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
    expect(await place()).toMatchObject({ role: 'lead', status: 'active' });
  });

  test('is for owner and admins of this organization, as they are now', async () => {
    const admin = await mintUser(bench.dependencies, here.organizationId, 'admin');
    const there = await mintOrganization(bench.dependencies, { licences: 5 });
    await remove(person.userId, admin);
    await bench.dependencies.db.update(memberships).set({ role: 'lead' }).where(eq(memberships.userId, admin.userId));
    for (const dry_run of [true, false]) {
      expect((await restore({ dry_run }, admin)).status).toBe(403);
      expect((await restore({ dry_run }, there.owner)).status).toBe(404);
      expect((await restore({ dry_run }, here.owner, newId())).status).toBe(404);
    }
    expect((await place())?.status).toBe('deleted');
  });

  test('what went with its host meanwhile stays gone', async () => {
    const { db } = bench.dependencies;
    const serverId = await insertHost(bench.dependencies, here.organizationId);
    const whose = { organizationId: here.organizationId, userId: person.userId };
    const service = await insertService(bench.dependencies, whose, { serverId, engineId: serverId });
    await remove();
    await deleteAllOn(bench.dependencies, serverId);
    expect((await restore()).status).toBe(200);
    const [row] = await db.select().from(instances).where(eq(instances.id, service.id));
    expect(row).toMatchObject({ status: 'Deleted', userId: here.owner.userId });
  });
});

describe('whose account', () => {
  test('has an address that somebody else uses now is invited again, and nothing is charged', async () => {
    await remove();
    const again = await invite(person.email);
    expect(again.body.userID).not.toBe(person.userId);
    for (const dry_run of [true, false]) {
      const refused = await restore({ dry_run });
      expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining(person.email)]);
    }
    expect((await place())?.status).toBe('deleted');
    expect(await licences()).toBe(3);
  });

  test('has a username that was taken gets another one', async () => {
    await remove();
    const { db } = bench.dependencies;
    await db.update(users).set({ username: person.username }).where(eq(users.id, here.owner.userId));
    expect((await restore()).status).toBe(200);
    expect(await account()).toMatchObject({ email: person.email, status: 'active' });
    expect((await account())?.username).not.toBe(person.username);
  });

  test('belongs to another organization too loses and gets back this place alone', async () => {
    const there = await mintOrganization(bench.dependencies);
    const elsewhere = { organizationId: there.organizationId, userId: person.userId, role: 'admin' as const };
    const key = await joinOrganization(bench.dependencies, elsewhere);
    await remove();
    const before = await account();
    expect((await restore()).status).toBe(200);
    expect(await account()).toEqual(before);
    expect((await bench.call(auth.currentUser, {}, { key })).body).toMatchObject({ organization_count: 2 });
  });

  test('went with the other organization comes back with either', async () => {
    const there = await mintOrganization(bench.dependencies, { licences: 2 });
    await joinOrganization(bench.dependencies, {
      organizationId: there.organizationId,
      userId: person.userId,
      role: 'user',
    });
    await remove();
    bench.dependencies.clock.advance(HOUR);
    await remove(person.userId, there.owner, there.owner.userId);
    expect((await account())?.status).toBe('deleted');
    expect((await restore()).status).toBe(200);
    expect(await account()).toMatchObject({ email: person.email, status: 'active' });
    expect((await place(person.userId, there))?.status).toBe('deleted');
    expect((await restore({}, there.owner)).status).toBe(200);
    expect(await place(person.userId, there)).toMatchObject({ role: 'user', status: 'active' });
  });

  test('they never showed here isn’t brought back from elsewhere', async () => {
    const there = await mintOrganization(bench.dependencies, { licences: 2 });
    const guest = await mintUser(bench.dependencies, there.organizationId, 'user');
    await invite(guest.email);
    await remove(guest.userId);
    await remove(guest.userId, there.owner, there.owner.userId);
    expect((await restore({}, here.owner, guest.userId)).status).toBe(404);
    expect((await account(guest.userId))?.status).toBe('deleted');
  });

  test('was invited anew meanwhile stays as invited', async () => {
    const there = await mintOrganization(bench.dependencies);
    await joinOrganization(bench.dependencies, {
      organizationId: there.organizationId,
      userId: person.userId,
      role: 'user',
    });
    await remove();
    expect((await invite(person.email)).body.userID).toBe(person.userId);
    expect((await restore()).status).toBe(200);
    expect(await place()).toMatchObject({ role: 'user', status: 'pending' });
  });

  test('is kept without its secrets being readable', async () => {
    const { db } = bench.dependencies;
    const hash = await bench.dependencies.passwords.hash(PASSWORD);
    await setPassword(bench.dependencies, db, { userId: person.userId, hash });
    await remove();
    const kept = JSON.stringify(await db.select().from(deletedMembers));
    for (const secret of [hash, person.email, person.username]) expect(kept).not.toContain(secret);
    expect(await db.select().from(deletedSecrets).where(eq(deletedSecrets.userId, person.userId))).toEqual([]);
  });
});

describe('the licence', () => {
  const charged = async (organizationId = here.organizationId) => {
    const [row] = await bench.dependencies
      .sql`select stripe_customer_id as id from organizations where id = ${organizationId}`;
    const invoices = await bench.stripe.invoices.list({ customer: row?.id ?? '', limit: 100 });
    return invoices.data.reduce((sum, { amount_paid }) => sum + amount_paid, 0);
  };
  /** A quarter of the month is left: $5 for the second licence. */
  const subscribed = async () => {
    here = await bench.subscribed();
    await invite(`${newId()}@example.com`);
    const { rows } = (await bench.call(contract.listUsers, { query: { status: 'pending' } }, { key: here.owner.key }))
      .body;
    person = { ...person, userId: rows[0]?.id ?? '' };
  };

  test('that was paid for is used again, however often', async () => {
    await subscribed();
    const before = await charged();
    for (let round = 0; round < 3; round += 1) {
      await remove();
      expect((await restore({ dry_run: true })).body.charge).toBeNull();
      const undone = await Promise.all([restore({ card_amount: 0 }), restore({ card_amount: 0 })]);
      expect(undone.map(({ status }) => status)).toEqual([200, 200]);
    }
    expect([await licences(), (await charged()) - before]).toEqual([2, 0]);
    expect((await place())?.status).toBe('pending');
  });

  test('that somebody else has by now costs what another user would, told before and charged once', async () => {
    await subscribed();
    await remove();
    await invite(`${newId()}@example.com`);
    const before = await charged();
    expect((await restore({ card_amount: 0 })).status).toBe(409);
    expect((await place())?.status).toBe('deleted');
    const told = (await restore({ dry_run: true })).body.charge;
    expect(told).toMatchObject({ amount: 500, monthly_before: 5500, monthly_after: 7500 });
    const price = { at: told?.at, card_amount: told?.card_amount };
    const clicks = await Promise.all([restore(price), restore(price), restore(), restore()]);
    expect(clicks.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect([await licences(), (await charged()) - before]).toEqual([3, 500]);
    // The price paid for one removal pays for no other.
    await remove();
    await invite(`${newId()}@example.com`);
    expect((await restore(price)).status).toBe(200);
    expect([await licences(), (await charged()) - before]).toEqual([4, 1000]);
  });

  test('stays unpaid with a card that is declined, and the person out', async () => {
    await subscribed();
    await remove();
    await invite(`${newId()}@example.com`);
    await bench.payWith(here, '4000 0000 0000 0341');
    const told = (await restore({ dry_run: true })).body.charge;
    expect((await restore({ at: told?.at, card_amount: told?.card_amount })).status).toBe(402);
    expect([await licences(), (await place())?.status]).toEqual([2, 'deleted']);
  });
});
