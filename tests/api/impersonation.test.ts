import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { users } from '#server/features/people/tables.ts';
import { MINUTE } from '#server/platform/clock.ts';
import { listAudit } from '#shared/features/audit/contract.ts';
import * as auth from '#shared/features/auth/contract.ts';
import * as impersonation from '#shared/features/auth/impersonation.ts';
import { updatePaymentMethod } from '#shared/features/billing/cards.ts';
import { deleteOrganization } from '#shared/features/billing/contract.ts';
import { issueDesktopCode } from '#shared/features/desktop/contract.ts';
import { switchOrganization } from '#shared/features/organizations/contract.ts';
import * as profile from '#shared/features/profile/contract.ts';
import { addSshKey } from '#shared/features/ssh-keys/contract.ts';
import { createTestClient, type TestClient } from '#tests/support/client.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { type MintedOrganization, type MintedUser, mintOrganization, mintUser } from '#tests/support/mint.ts';
import { newPublicKey } from '#tests/support/ssh-key.ts';

let dependencies: TestDependencies;
let call: TestClient['call'];
let admin: MintedUser;
let customer: MintedOrganization;
let person: MintedUser;
beforeAll(async () => {
  dependencies = await createTestDependencies();
  call = createTestClient(createApp(dependencies)).call;
});
afterAll(() => dependencies?.close());
beforeEach(async () => {
  admin = (await mintOrganization(dependencies)).owner;
  await dependencies.db.update(users).set({ adminFlag: true, name: 'Iris Admin' }).where(eq(users.id, admin.userId));
  customer = await mintOrganization(dependencies);
  person = await mintUser(dependencies, customer.organizationId, 'lead');
});

const REASON = 'Ticket 4711: a workspace does not start';
const query = (changes: object = {}) => ({
  organization_id: customer.organizationId,
  user_id: person.userId,
  reason: REASON,
  ...changes,
});
const enter = async () =>
  (await call(impersonation.switchUser, { query: query() }, { key: admin.key })).body.sessionKey;
const whoAmI = (key: string) => call(auth.currentUser, {}, { key });
const goBack = (key: string) => call(impersonation.switchBack, {}, { key });
const receipts = async () => (await call(profile.listImpersonations, {}, { key: person.key })).body.impersonations;

test('an administrator is the user, and it is marked who is behind', async () => {
  const key = await enter();
  const { body } = await whoAmI(key);
  expect(body).toMatchObject({ id: person.userId, role: 'lead', admin_flag: false });
  expect(body.organization.id).toBe(customer.organizationId);
  const end_date = new Date(dependencies.clock.now().getTime() + 60 * MINUTE).toISOString();
  expect(body.adminUser).toEqual({ id: admin.userId, name: 'Iris Admin', reason: REASON, end_date });
  expect((await whoAmI(person.key)).body.adminUser).toBeNull();
});

test('the way back gives a fresh key to the administrator’s own session, once', async () => {
  const key = await enter();
  const back = await goBack(key);
  expect((await whoAmI(back.body.sessionKey)).body).toMatchObject({ id: admin.userId, adminUser: null });
  expect((await whoAmI(key)).status).toBe(401);
  expect((await whoAmI(admin.key)).status).toBe(401);
  expect((await goBack(key)).status).toBe(401);
  expect((await goBack(back.body.sessionKey)).status).toBe(409);
});

describe('it is over', () => {
  test('after 60 minutes, from when on only the way back is open', async () => {
    const key = await enter();
    dependencies.clock.advance(59 * MINUTE);
    expect((await whoAmI(key)).status).toBe(200);
    dependencies.clock.advance(MINUTE);
    expect((await whoAmI(key)).status).toBe(401);
    const [receipt] = await receipts();
    expect(receipt?.end_date).toBe(dependencies.clock.now().toISOString());
    dependencies.clock.advance(5 * MINUTE);
    const back = await goBack(key);
    expect((await whoAmI(back.body.sessionKey)).body.id).toBe(admin.userId);
  });

  test('with the administrator’s session', async () => {
    const key = await enter();
    await call(auth.logout, {}, { key: admin.key });
    expect((await whoAmI(key)).status).toBe(401);
    expect((await goBack(key)).status).toBe(401);
    expect((await receipts())[0]?.end_date).toBe(dependencies.clock.now().toISOString());
  });

  test('with the administrator’s right, and with the user’s membership', async () => {
    const key = await enter();
    await dependencies.db.update(users).set({ adminFlag: false }).where(eq(users.id, admin.userId));
    expect((await whoAmI(key)).status).toBe(401);
    await dependencies.db.update(users).set({ adminFlag: true }).where(eq(users.id, admin.userId));
    await dependencies.db.update(users).set({ status: 'deleted' }).where(eq(users.id, person.userId));
    expect((await whoAmI(key)).status).toBe(401);
  });
});

describe('nobody gets in', () => {
  test('without the flag, whatever the role', async () => {
    for (const { key } of [customer.owner, person]) {
      const answers = await Promise.all([
        call(impersonation.switchUser, { query: query() }, { key }),
        call(impersonation.adminOrganizationDropdown, {}, { key }),
        call(impersonation.adminUserDropdown, { query: { organization_id: customer.organizationId } }, { key }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
    }
  });

  test('as a lead or a user of an organization, for administrators of the product too', async () => {
    for (const role of ['lead', 'user'] as const) {
      const member = await mintUser(dependencies, (await mintOrganization(dependencies)).organizationId, role);
      await dependencies.db.update(users).set({ adminFlag: true }).where(eq(users.id, member.userId));
      expect((await call(impersonation.switchUser, { query: query() }, { key: member.key })).status).toBe(403);
      expect((await call(impersonation.adminUserDropdown, {}, { key: member.key })).status).toBe(403);
    }
  });

  test('without a reason, as themself, as an administrator, or in an organization that is not the user’s', async () => {
    const other = (await mintOrganization(dependencies)).owner;
    await dependencies.db.update(users).set({ adminFlag: true }).where(eq(users.id, other.userId));
    const changes = [
      [{ reason: '' }, 422],
      [{ user_id: admin.userId }, 404],
      [{ user_id: other.userId }, 404],
      [{ organization_id: (await mintOrganization(dependencies)).organizationId }, 404],
    ] as const;
    for (const [change, status] of changes) {
      expect((await call(impersonation.switchUser, { query: query(change) }, { key: admin.key })).status).toBe(status);
    }
    expect(await receipts()).toEqual([]);
  });

  test('by the cookie alone', async () => {
    const headers = { cookie: `slipway_session=${admin.key}` };
    expect((await call(impersonation.switchUser, { query: query() }, { headers })).status).toBe(401);
    const acting = { cookie: `slipway_session=${await enter()}` };
    expect((await call(impersonation.switchBack, {}, { headers: acting })).status).toBe(401);
  });
});

test('what is for the person alone is refused with a clear sentence', async () => {
  const key = await enter();
  const proof = { current_password: 'Harbour-Wind-74' };
  const answers = await Promise.all([
    call(profile.changePassword, { body: { ...proof, password: 'Lantern-Quay-58', password_repeat: 'x' } }, { key }),
    call(profile.beginTwoFactor, { body: proof }, { key }),
    call(profile.disableTwoFactor, { body: proof }, { key }),
    call(profile.addApiToken, { body: { name: 'Back door', days: null, scopes: ['read'], ...proof } }, { key }),
    call(profile.endOtherSessions, {}, { key }),
    call(updatePaymentMethod, { body: { payment_method: 'pm_1' } }, { key }),
    call(deleteOrganization, {}, { key }),
    call(switchOrganization, { body: { id: customer.organizationId } }, { key }),
    call(impersonation.switchUser, { query: query({ user_id: customer.owner.userId }) }, { key }),
    call(addSshKey, { body: { name: 'Laptop', public_key: newPublicKey() } }, { key }),
    call(issueDesktopCode, { body: { code_challenge: 'a'.repeat(43) } }, { key }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403));
  expect(answers[0]?.body.message).toBe(
    'You’re acting as another user, and only they can do this. Return to your own account first.',
  );
});

test('the audit log names both, and the user sees a receipt but no session', async () => {
  const key = await enter();
  await call(profile.updatePreferences, { body: { theme: 'dark' } }, { key });
  await goBack(key);
  const { rows } = (await call(listAudit, {}, { key: customer.owner.key })).body;
  expect(rows.map(({ action, user_id, real_user_name }) => ({ action, user_id, real_user_name }))).toEqual(
    ['auth.switch-back', 'profile.update-preferences', 'auth.switch-user'].map((action) => ({
      action,
      user_id: person.userId,
      real_user_name: 'Iris Admin',
    })),
  );
  expect(rows.at(-1)?.details).toMatchObject({ reason: REASON });
  expect(await receipts()).toMatchObject([{ by_name: 'Iris Admin', reason: REASON }]);
  expect((await call(profile.listSessions, {}, { key: person.key })).body.sessions).toHaveLength(1);
});

test('the dialog offers organizations and, of one, the members to act as', async () => {
  const { items } = (await call(impersonation.adminOrganizationDropdown, {}, { key: admin.key })).body;
  expect(items.map(({ value }) => value)).toContain(customer.organizationId);
  const find = { organization_id: customer.organizationId, q: person.username };
  const found = (await call(impersonation.adminUserDropdown, { query: find }, { key: admin.key })).body;
  expect(found.items.map(({ value }) => value)).toEqual([person.userId]);
});
