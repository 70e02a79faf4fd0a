import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertRecord } from '#server/features/instances/records.ts';
import { memberships, organizations, sshKeys } from '#server/features/people/tables.ts';
import { workspaces } from '#server/features/workspaces/tables.ts';
import { newId } from '#server/platform/ids.ts';
import * as auth from '#shared/features/auth/contract.ts';
import type { Role } from '#shared/features/auth/model.ts';
import * as cards from '#shared/features/billing/cards.ts';
import * as contract from '#shared/features/organizations/contract.ts';
import { mintOrganization, mintUser } from '#tests/support/mint.ts';
import { type Bench, createBench } from './auth-support.ts';
import { PROFILE } from './organizations-support.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await createBench();
});
afterAll(() => bench.dependencies.close());

const get = (key: string, query = {}) => bench.call(contract.getOrganization, { query }, { key });
const update = (key: string, changes: Record<string, unknown> = {}) =>
  bench.call(contract.updateOrganization, { body: { ...PROFILE, ...changes } }, { key });
const goTo = (key: string, setup_step: number) =>
  bench.call(contract.updateSetupStep, { body: { setup_step } }, { key });
const mint = (options?: { setupStep?: number }) => mintOrganization(bench.dependencies, options);

describe('the profile', () => {
  test('is changed and shown with the names of what was chosen', async () => {
    const { owner, organizationId } = await mint();
    expect(await update(owner.key)).toMatchObject({ status: 200, body: { success: true } });
    expect((await get(owner.key)).body).toMatchObject({
      id: organizationId,
      ...PROFILE,
      industry_name: 'Software and internet',
      nicename: 'United States of America',
      state_name: 'Illinois',
      address: '1 Mill Street, Springfield, IL 62701, United States of America',
      stripe_client_secret: null,
      card: null,
    });
  });

  test.each([
    ['street_address', '', 'This field is required.'],
    ['city', ' ', 'This field is required.'],
    ['postal_code', undefined, undefined],
    ['state_prov', '', 'This field is required.'],
    ['state_prov', 'XX', 'Please choose from the list.'],
    ['country', 'XX', 'Please choose from the list.'],
    ['industry', 'piracy', 'Please choose from the list.'],
    ['website_url', 'javascript:alert(1)', 'Enter a URL that starts with http:// or https://.'],
  ])('refuses %s %j', async (field, value, message) => {
    const { owner } = await mint();
    const { status, body } = await update(owner.key, { [field]: value });
    expect(status).toBe(422);
    expect(Object.keys(body.errorsObj ?? {})).toEqual([field]);
    if (message) expect(body.errorsObj).toEqual({ [field]: message });
    expect((await get(owner.key)).body.street_address).toBeNull();
  });

  test('needs no state outside the US', async () => {
    const { owner } = await mint();
    expect((await update(owner.key, { country: 'DE', state_prov: '' })).status).toBe(200);
    expect((await get(owner.key)).body).toMatchObject({ nicename: 'Germany', state_prov: null });
  });

  test.each<[Role, number]>([
    ['admin', 200],
    ['lead', 403],
    ['user', 403],
  ])('changed by %s: %i', async (role, status) => {
    const { organizationId } = await mint();
    const { key } = await mintUser(bench.dependencies, organizationId, role);
    expect((await update(key)).status).toBe(status);
    expect((await get(key)).status).toBe(200);
  });

  test('of another organization is not found', async () => {
    const { owner } = await mint();
    const { organizationId } = await mint();
    for (const organizationID of [organizationId, newId(), 'x']) {
      expect((await get(owner.key, { organizationID })).status).toBe(404);
    }
  });

  test('payment details are for owner and admin', async () => {
    const { organizationId } = await mint();
    const { key } = await mintUser(bench.dependencies, organizationId, 'lead');
    expect((await get(key, { payment: 'true' })).body).toMatchObject({ stripe_client_secret: null, card: null });
    const pay = await bench.call(cards.updatePaymentMethod, { body: { payment_method: 'pm_1' } }, { key });
    const set = await bench.call(cards.cardSetup, { query: { setup_intent: 'seti_1' } }, { key });
    expect([pay.status, set.status]).toEqual([403, 403]);
  });
});

describe('the lists', () => {
  test('hold countries, states and industries', async () => {
    const { owner } = await mint();
    const texts = async (route: typeof contract.countries | typeof contract.states | typeof contract.industries) =>
      (await bench.call(route, {}, { key: owner.key })).body.items.map(({ text }) => text);
    const countries = await texts(contract.countries);
    expect(countries.length).toBeGreaterThan(240);
    expect(countries).toContain('Germany');
    expect(await texts(contract.states)).toHaveLength(56);
    expect(await texts(contract.industries)).toContain('Software and internet');
  });
});

describe('the setup', () => {
  const stepOf = async (id: string) => {
    const [row] = await bench.dependencies.db.select().from(organizations).where(eq(organizations.id, id));
    return row!.setupStep;
  };

  test('goes on one by one, each when its step is done', async () => {
    const { db } = bench.dependencies;
    const { owner, organizationId } = await mint({ setupStep: 1 });
    const refused = async (step: number, message: string) =>
      expect(await goTo(owner.key, step)).toMatchObject({ status: 409, body: { message } });

    await refused(3, 'You can’t skip a setup step.');
    await refused(2, 'Complete your profile first.');
    await update(owner.key);
    expect(await stepOf(organizationId)).toBe(2);
    await refused(3, 'Add a card first.');
    await db
      .update(organizations)
      .set({ stripeSubscriptionId: `sub_${organizationId}` })
      .where(eq(organizations.id, organizationId));
    expect((await goTo(owner.key, 3)).body).toEqual({ success: true, setup_step: 3 });
    await refused(4, 'Add an SSH key first. Your first workspace needs one.');
    await db.insert(sshKeys).values({
      id: newId(),
      userId: owner.userId,
      name: 'laptop',
      publicKey: 'ssh-ed25519 AAAA',
      fingerprint: 'SHA256:x',
    });
    expect((await goTo(owner.key, 4)).body.setup_step).toBe(4);
    await refused(5, 'Please create a workspace first.');
    await insertRecord(db, workspaces, {
      kind: 'workspace',
      id: newId(),
      organizationId,
      userId: owner.userId,
      name: 'first',
      slug: `first-${organizationId.slice(-8)}`,
      status: 'Pending',
      engineId: 'local',
      language: 'nodejs',
      database: 'none',
      cpuCores: 1,
      memoryMb: 1536,
      diskGb: 10,
    });
    const answers = await Promise.all([goTo(owner.key, 5), goTo(owner.key, 5)]);
    expect(answers.map(({ body }) => body.setup_step)).toEqual([5, 5]);
    expect((await bench.call(auth.currentUser, {}, { key: owner.key })).body.organization.setupStep).toBe(5);
  });

  test('never goes back', async () => {
    const { owner, organizationId } = await mint({ setupStep: 3 });
    expect((await goTo(owner.key, 2)).body).toEqual({ success: true, setup_step: 3 });
    await update(owner.key);
    expect(await stepOf(organizationId)).toBe(3);
  });

  test('is the owner’s', async () => {
    const { organizationId } = await mint({ setupStep: 1 });
    const { key } = await mintUser(bench.dependencies, organizationId, 'admin');
    expect((await goTo(key, 2)).status).toBe(403);
  });
});

describe('more than one organization', () => {
  test('are listed by name, and one is switched to', async () => {
    const { db, bus } = bench.dependencies;
    const { owner, organizationId } = await mint();
    const other = await mint();
    await db.update(organizations).set({ name: 'A' }).where(eq(organizations.id, other.organizationId));
    await db
      .insert(memberships)
      .values({ id: newId(), organizationId: other.organizationId, userId: owner.userId, role: 'user' });
    const listed = await bench.call(contract.organizationList, {}, { key: owner.key });
    expect(listed.body.potentialOrgs).toMatchObject([
      { id: other.organizationId, name: 'A', role: 'user' },
      { id: organizationId, role: 'owner' },
    ]);
    const heard: string[] = [];
    const stop = await bus.listen('access_changed', ({ reason }) => heard.push(reason));
    const switched = await bench.call(
      contract.switchOrganization,
      { body: { id: other.organizationId } },
      { key: owner.key },
    );
    expect(switched.body).toEqual({ success: true });
    const me = await bench.call(auth.currentUser, {}, { key: owner.key });
    expect(me.body).toMatchObject({
      role: 'user',
      organization: { id: other.organizationId },
      organization_count: 2,
      has_organization: true,
      owner_organization_id: organizationId,
    });
    await expect.poll(() => heard).toEqual(['organization switched']);
    await stop();

    await db.update(memberships).set({ status: 'deleted' }).where(eq(memberships.organizationId, other.organizationId));
    const fallen = await bench.call(auth.currentUser, {}, { key: owner.key });
    expect(fallen.body, 'falls back to what is left').toMatchObject({
      role: 'owner',
      organization: { id: organizationId },
    });
  });

  test('a foreign one can’t be switched to', async () => {
    const { owner } = await mint();
    const other = await mint();
    const answer = await bench.call(
      contract.switchOrganization,
      { body: { id: other.organizationId } },
      { key: owner.key },
    );
    expect(answer.status).toBe(404);
  });
});
