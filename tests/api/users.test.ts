import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { instances } from '#server/features/instances/tables.ts';
import { memberships, organizations, users } from '#server/features/people/tables.ts';
import { deleteDueWorkspaces } from '#server/features/workspaces/index.ts';
import { newId } from '#server/platform/ids.ts';
import * as audit from '#shared/features/audit/contract.ts';
import * as auth from '#shared/features/auth/contract.ts';
import * as billing from '#shared/features/billing/contract.ts';
import * as groups from '#shared/features/groups/contract.ts';
import { searchOrganization } from '#shared/features/search/contract.ts';
import * as contract from '#shared/features/users/contract.ts';
import { type MintedOrganization, type MintedUser, mintOrganization, mintUser } from '#tests/support/mint.ts';
import { insertWorkspace } from '#tests/support/things.ts';
import { tokenIn } from './auth-support.ts';
import { type BillingBench, billingBench, CARDS } from './billing-support.ts';

const DAY_MS = 86_400_000;
let bench: BillingBench;
let here: MintedOrganization;
let there: MintedOrganization;
let admin: MintedUser;

beforeAll(async () => {
  bench = await billingBench(new Date('2026-06-16T00:00:00Z'));
  here = await mintOrganization(bench.dependencies, { licences: 20 });
  there = await mintOrganization(bench.dependencies, { licences: 20 });
  admin = await mintUser(bench.dependencies, here.organizationId, 'admin');
});
afterAll(() => bench?.dependencies.close());

let people = 0;
const body = (changes: Record<string, unknown> = {}) => {
  people += 1;
  return {
    email_address: `new-${people}@example.com`,
    first_name: 'New',
    last_name: 'Person',
    role: 'user',
    ...changes,
  };
};
const add = (by: MintedUser, changes?: Record<string, unknown>) =>
  bench.call(contract.addUser, { body: body(changes) }, { key: by.key });
const get = (by: MintedUser, userID: string) => bench.call(contract.getUser, { params: { userID } }, { key: by.key });
const update = (by: MintedUser, userID: string, changes: Record<string, unknown>) =>
  bench.call(contract.updateUser, { params: { userID }, body: { dry_run: true, ...changes } }, { key: by.key });
const remove = (by: MintedUser, userID: string, heir: string) =>
  bench.call(contract.deleteUser, { params: { userID }, body: { user_id: heir } }, { key: by.key });
async function mailTo(address: string) {
  await bench.runJobs();
  return bench.dependencies.sent.findLast(({ to }) => to === address);
}

describe('adding', () => {
  test('with a free licence: pending, invited by mail, in with the password they choose', async () => {
    const input = body({ email_address: 'Grace.Hopper@Example.com', role: 'lead' });
    const added = await bench.call(contract.addUser, { body: input }, { key: admin.key });
    expect(added).toMatchObject({ status: 200, body: { success: true, errors: [], charge: null } });
    const userID = added.body.userID ?? '';
    expect((await get(admin, userID)).body).toMatchObject({
      username: 'grace-hopper',
      status: 'pending',
      role: 'lead',
      may: { edit: true, email: true, role: true, delete: true, resend: true },
    });
    const mail = await mailTo('grace.hopper@example.com');
    const token = tokenIn(mail);
    expect(mail?.text).toContain(`/users/updatepassword?token=${token}&invite_token=${token}`);
    const password = 'Harbour-Wind-74';
    const chosen = { password, password_repeat: password, reset_token: token, invite_token: token };
    const set = await bench.call(auth.updatePassword, { body: chosen });
    expect(set.status).toBe(200);
    // The person is signed in with it, in the organization that invited them.
    const now = await bench.call(auth.currentUser, {}, { key: set.body.sessionKey ?? '' });
    expect(now.body).toMatchObject({ id: userID, organization: { id: here.organizationId }, role: 'lead' });
    expect((await bench.call(auth.updatePassword, { body: chosen })).status).toBe(409);
    const login = await bench.call(auth.login, { body: { username: 'grace-hopper', password } });
    expect(login.status).toBe(200);
    const user = (await get(admin, userID)).body;
    expect(user).toMatchObject({ status: 'active', may: { email: false, resend: false } });
    expect(
      (await update(admin, userID, { email_address: 'other@example.com' })).body.errorsObj?.email_address,
    ).toBeTruthy();
  });

  test('only owner and admin; a member is not added twice; nobody becomes owner', async () => {
    const lead = await mintUser(bench.dependencies, here.organizationId, 'lead');
    expect((await add(lead)).status).toBe(403);
    expect((await add(admin, { email_address: lead.email })).body.errorsObj?.email_address).toBeTruthy();
    expect((await add(admin, { role: 'owner' })).status).toBe(422);
  });

  test('without a free licence: the exact price first, then charge and user together', async () => {
    const paying = await bench.subscribed();
    const input = body();
    const dry = await bench.call(contract.addUser, { body: { ...input, dry_run: true } }, { key: paying.owner.key });
    expect(dry.body).toMatchObject({
      userID: null,
      charge: { amount: 1000, monthly_before: 3500, monthly_after: 5500 },
    });
    const paid = { ...input, at: dry.body.charge?.at };
    const clicks = await Promise.all(
      [1, 2, 3].map(() => bench.call(contract.addUser, { body: paid }, { key: paying.owner.key })),
    );
    clicks.push(await bench.call(contract.addUser, { body: paid }, { key: paying.owner.key }));
    expect(clicks.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(clicks.map((answer) => answer.body.userID)).size).toBe(1);
    const [organization] = await bench.dependencies.db
      .select()
      .from(organizations)
      .where(eq(organizations.id, paying.organizationId));
    expect(organization?.userLicenses).toBe(2);
  });

  test('a declined card leaves no user behind', async () => {
    const paying = await bench.subscribed();
    await bench.payWith(paying, CARDS.declinedLater);
    const input = body();
    const dry = await bench.call(contract.addUser, { body: { ...input, dry_run: true } }, { key: paying.owner.key });
    const refused = await bench.call(
      contract.addUser,
      { body: { ...input, at: dry.body.charge?.at } },
      { key: paying.owner.key },
    );
    expect(refused.status).toBe(402);
    const left = await bench.dependencies.db.select().from(users).where(eq(users.email, input.email_address));
    expect(left).toEqual([]);
  });

  test('somebody with an account elsewhere stays unknown until they accept, signed in', async () => {
    const guest = await mintUser(bench.dependencies, there.organizationId, 'user');
    // Everything that tells who they are says so; the address alone does not.
    const email = `visitor-${guest.userId.slice(-10)}@example.com`;
    const secret = { username: 'al-quixano', name: 'Al Quixano' };
    await bench.dependencies.db
      .update(users)
      .set({ ...secret, email, firstName: 'Quixano', lastName: 'Quixano', image: '/api/pictures/quixano' })
      .where(eq(users.id, guest.userId));
    guest.email = email;
    const added = await add(admin, { email_address: guest.email });
    expect(added.body.userID).toBe(guest.userId);
    expect((await get(admin, guest.userId)).body).toMatchObject({ username: '', first_name: '', status: 'pending' });
    const key = admin.key;
    const body = { name: `Guests ${guest.userId}`, admin_users: [guest.userId], users: [] };
    await bench.call(groups.addGroup, { body }, { key });
    const everywhere = [
      await get(admin, guest.userId),
      await bench.call(contract.listUsers, { query: { search: guest.email } }, { key }),
      await bench.call(searchOrganization, { query: { search: guest.email } }, { key }),
      await bench.call(groups.listGroups, { query: { search: body.name } }, { key }),
      await bench.call(billing.getBilling, {}, { key }),
      await bench.call(audit.listAudit, { query: { action: 'users.add' } }, { key }),
      await bench.call(contract.employees, {}, { key }),
      await bench.call(contract.usersLookup, { query: { q: guest.email } }, { key }),
    ];
    for (const answer of everywhere) {
      expect(JSON.stringify(answer.body)).toContain(guest.email);
      expect(JSON.stringify(answer.body)).not.toMatch(/quixano/i);
    }
    for (const q of ['quixano', 'al-quixano']) {
      const people = await bench.call(contract.usersLookup, { query: { q } }, { key });
      expect(people.body.records).toBe(0);
      expect((await bench.call(contract.listUsers, { query: { search: q } }, { key })).body.records).toBe(0);
      const found = await bench.call(searchOrganization, { query: { search: q } }, { key });
      expect(JSON.stringify(found.body)).not.toContain(guest.email);
    }
    const lists = [
      await bench.call(contract.listUsers, { query: { search: guest.email } }, { key }),
      await bench.call(searchOrganization, { query: { search: guest.email } }, { key }),
    ];
    for (const answer of lists) {
      const said = JSON.stringify(answer.body);
      expect(said).toContain(guest.email);
      for (const secret of ['Guest Unknown', 'guest-unknown', `"${guest.username}"`])
        expect(said).not.toContain(secret);
    }
    const byName = [
      await bench.call(contract.listUsers, { query: { search: 'Guest Unknown' } }, { key }),
      await bench.call(searchOrganization, { query: { search: 'Guest Unknown' } }, { key }),
      await bench.call(contract.usersLookup, { query: { q: 'Guest Unknown' } }, { key }),
    ];
    for (const answer of byName) expect(JSON.stringify(answer.body)).not.toContain(guest.userId);
    const text = (await mailTo(guest.email))?.text ?? '';
    const invite_token = /acceptinvite\?invite_token=([\w-]+)/.exec(text)?.[1] ?? '';
    const accept = (key: string) => bench.call(contract.acceptInvite, { query: { invite_token } }, { key });
    expect((await accept(there.owner.key)).status).toBe(409);
    expect((await accept(guest.key)).status).toBe(200);
    expect((await accept(guest.key)).status).toBe(409);
    expect((await get(admin, guest.userId)).body).toMatchObject({
      username: 'al-quixano',
      first_name: 'Quixano',
      profile_photo_url: '/api/pictures/quixano',
    });
    const now = await bench.call(auth.currentUser, {}, { key: guest.key });
    expect(now.body).toMatchObject({ organization: { id: here.organizationId }, organization_count: 2 });
    expect((await update(admin, guest.userId, { first_name: 'Other' })).body.errorsObj?.first_name).toBeTruthy();
  });
});

test('nobody learns the username of a guest by sorting', async () => {
  const own = await mintOrganization(bench.dependencies, { licences: 5 });
  const guests = await Promise.all(['zz', 'aa'].map(() => mintUser(bench.dependencies, there.organizationId, 'user')));
  const order = async () => {
    const query = { sort: 'username', sortDir: 'asc' };
    const { body } = await bench.call(contract.listUsers, { query }, { key: own.owner.key });
    return body.rows.map(({ id }) => id);
  };
  for (const guest of guests) await add(own.owner, { email_address: guest.email });
  const rename = async (names: string[]) => {
    for (const [index, username] of names.entries()) {
      await bench.dependencies.db
        .update(users)
        .set({ username })
        .where(eq(users.id, guests[index]?.userId ?? ''));
    }
    return order();
  };
  expect(await rename(['guest-aa', 'guest-zz'])).toEqual(await rename(['guest-zz2', 'guest-aa2']));
});

test('lists by status and search; resends once a minute', async () => {
  const own = await mintOrganization(bench.dependencies, { licences: 5 });
  const added = await add(own.owner, { first_name: 'Zelda' });
  const list = (query: Record<string, string>) => bench.call(contract.listUsers, { query }, { key: own.owner.key });
  expect((await list({})).body.records).toBe(2);
  expect((await list({ status: 'pending' })).body.rows).toMatchObject([{ first_name: 'Zelda' }]);
  expect((await list({ search: 'zeld' })).body.records).toBe(1);
  const params = { userID: added.body.userID ?? '' };
  const resend = () => bench.call(contract.resendInvite, { params }, { key: own.owner.key });
  expect((await resend()).status).toBe(429);
  bench.dependencies.clock.set(new Date(bench.dependencies.clock.now().getTime() + 61_000));
  const clicks = await Promise.all([resend(), resend(), resend()]);
  expect(clicks.map(({ status }) => status).sort()).toEqual([200, 429, 429]);
});

test('who was removed is listed to whoever asks for them, by name and with no way to change them', async () => {
  const { organizationId, owner } = await mintOrganization(bench.dependencies, { licences: 5 });
  const [gone, guest] = [
    await mintUser(bench.dependencies, organizationId, 'user'),
    await mintUser(bench.dependencies, organizationId, 'lead'),
  ];
  const elsewhere = { id: newId(), organizationId: there.organizationId, userId: guest.userId, role: 'user' as const };
  await bench.dependencies.db.insert(memberships).values(elsewhere);
  for (const { userId } of [gone, guest]) expect((await remove(owner, userId, owner.userId)).status).toBe(200);
  const list = async (query: object) => (await bench.call(contract.listUsers, { query }, { key: owner.key })).body;
  expect((await list({})).rows.map(({ id }) => id)).toEqual([owner.userId]);
  const { rows } = await list({ status: 'deleted' });
  const left = { status: 'deleted', username: '', profile_photo_url: null, last_name: 'Person' };
  expect(rows).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ...left, id: gone.userId, email_address: '' }),
      expect.objectContaining({ ...left, id: guest.userId, email_address: guest.email }),
    ]),
  );
  expect(rows).toHaveLength(2);
  expect((await get(owner, gone.userId)).status).toBe(404);
});

test('a user is told with the organization, and its founder with the coupon of the sign-up', async () => {
  const { organizationId, owner } = await mintOrganization(bench.dependencies, { setupStep: 4 });
  const lead = await mintUser(bench.dependencies, organizationId, 'lead');
  await bench.dependencies.sql`insert into pending_credits (id, organization_id, reason, amount_cents)
    values (${newId()}, ${organizationId}, 'coupon:WELCOME', 1000)`;
  const organization = { id: organizationId, name: expect.any(String), setupStep: 4 };
  expect((await get(owner, owner.userId)).body).toMatchObject({ organization, coupon_code: 'WELCOME' });
  expect((await get(owner, lead.userId)).body).toMatchObject({ organization, coupon_code: null });
  expect((await get(lead, lead.userId)).body).toMatchObject({ organization, coupon_code: null });
});

test('the owner stays; a role is changed by others only', async () => {
  expect((await update(admin, here.owner.userId, { role: 'user' })).body.message).toBe(
    'To change the owner, contact us',
  );
  expect((await remove(admin, here.owner.userId, admin.userId)).status).toBe(403);
  expect((await update(admin, admin.userId, { role: 'user' })).status).toBe(403);
  const user = await mintUser(bench.dependencies, here.organizationId, 'user');
  expect((await update(user, user.userId, { role: 'admin' })).status).toBe(403);
  expect((await update(user, user.userId, { first_name: 'Sam' })).status).toBe(200);
  expect((await update(admin, user.userId, { role: 'lead', username: 'sam-1' })).body.username).toBe('sam-1');
  expect((await get(user, admin.userId)).status).toBe(404);
});

test('deleting ends sessions, hands workspaces over and destroys the shared ones after 15 days', async () => {
  const { dependencies } = bench;
  const user = await mintUser(dependencies, here.organizationId, 'user');
  const make = async (serverId: string) => {
    const id = newId();
    await insertWorkspace(
      dependencies,
      { organizationId: here.organizationId, userId: user.userId },
      { id, name: 'w', slug: id, status: 'Active', serverId, containerId: null },
    );
    return id;
  };
  const [shared, kept] = [await make('shared'), await make(newId())];
  const read = async (id: string) => (await dependencies.db.select().from(instances).where(eq(instances.id, id)))[0];
  expect((await remove(admin, user.userId, there.owner.userId)).body.errorsObj?.user_id).toBeTruthy();
  expect((await remove(admin, admin.userId, here.owner.userId)).status).toBe(409);
  expect((await remove(admin, user.userId, here.owner.userId)).status).toBe(200);
  expect((await bench.call(auth.currentUser, {}, { key: user.key })).status).toBe(401);
  expect((await get(admin, user.userId)).status).toBe(404);
  expect(await read(shared)).toMatchObject({ userId: here.owner.userId, status: 'Pending Deletion' });
  expect(await read(kept)).toMatchObject({ userId: here.owner.userId, status: 'Active' });
  await bench.runJobs();
  const told = dependencies.sent.filter(({ to }) => to === here.owner.email).map(({ text }) => text);
  expect(told.filter((text) => /has left .*\. You now have their shared workspaces: w\./.test(text))).toHaveLength(1);
  const [place] = await dependencies.db.select().from(memberships).where(eq(memberships.userId, user.userId));
  expect(place?.status).toBe('deleted');
  await deleteDueWorkspaces(dependencies);
  expect((await read(shared))?.status).toBe('Pending Deletion');
  dependencies.clock.set(new Date(dependencies.clock.now().getTime() + 15 * DAY_MS));
  await deleteDueWorkspaces(dependencies);
  expect((await read(shared))?.status).toBe('Deleted');
  expect((await read(kept))?.status).toBe('Active');
  expect((await add(admin, { email_address: user.email })).status).toBe(200);
});
