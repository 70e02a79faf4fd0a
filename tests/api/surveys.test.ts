import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { betaUsers, surveys, users } from '#server/features/people/tables.ts';
import { newId } from '#server/platform/ids.ts';
import * as contract from '#shared/features/surveys/contract.ts';
import { mintOrganization } from '#tests/support/mint.ts';
import { type Bench, createBench } from './auth-support.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await createBench();
});
afterAll(() => bench.dependencies.close());

const save = (body: Record<string, unknown>, key?: string) => bench.call(contract.saveSurvey, { body }, { key });
const answers = {
  heard_about_from: 'friend',
  heard_about_link: 'a talk',
  most_important_qualities: 'speed',
  usage_choice: 'team',
  organization_size: '6-20',
  languages: ['Go', 'Rust'],
};

describe('a survey', () => {
  test('of the signed-in user is kept, and saved again replaced', async () => {
    const { owner } = await mintOrganization(bench.dependencies);
    const get = async () => (await bench.call(contract.getSurvey, {}, { key: owner.key })).body;
    expect(await get()).toMatchObject({ heard_about_from: null, languages: [] });
    expect((await save({ ...answers, languages: ['Go', 'Rust', 'Go'] }, owner.key)).body).toEqual({ success: true });
    expect(await get()).toEqual(answers);
    await save({ languages: ['Zig'] }, owner.key);
    expect(await get()).toMatchObject({ heard_about_from: null, languages: ['Zig'] });
  });

  test('needs two answers in the wizard', async () => {
    const { owner } = await mintOrganization(bench.dependencies, { setupStep: 1 });
    const { status, body } = await save({ heard_about_link: '' }, owner.key);
    expect(status).toBe(422);
    expect(Object.keys(body.errorsObj ?? {}).sort()).toEqual(['heard_about_link', 'most_important_qualities']);
    expect((await save(answers, owner.key)).status).toBe(200);
  });

  test('of a beta user needs an invitation, and becomes the user’s', async () => {
    const { db } = bench.dependencies;
    const id = newId();
    await db.insert(betaUsers).values({ id, emailAddress: 'beta@example.com' });
    expect((await save(answers)).status).toBe(401);
    for (const beta_user_id of [newId(), 'x']) expect((await save({ ...answers, beta_user_id })).status).toBe(404);
    expect((await save({ ...answers, beta_user_id: id })).status).toBe(200);
    expect((await save({ beta_user_id: id, languages: ['C'] })).status).toBe(200);
    const kept = await db.select().from(surveys).where(eq(surveys.betaUserId, id));
    expect(kept).toMatchObject([{ languages: ['C'], userId: null }]);

    const { username } = await bench.signUp({ email: 'beta@example.com', beta_user_id: id });
    expect((await save({ beta_user_id: id, languages: ['Zig'] })).status, 'right after the sign-up').toBe(200);
    const [own] = await db
      .select({ languages: surveys.languages, username: users.username })
      .from(surveys)
      .innerJoin(users, eq(users.id, surveys.userId))
      .where(eq(surveys.betaUserId, id));
    expect(own).toEqual({ languages: ['Zig'], username });
  });

  test('refuses choices that are not offered', async () => {
    const { owner } = await mintOrganization(bench.dependencies);
    const { body } = await save({ usage_choice: 'world domination' }, owner.key);
    expect(Object.keys(body.errorsObj ?? {})).toEqual(['usage_choice']);
  });
});

test('languages can be had without a session', async () => {
  const { body } = await bench.call(contract.surveyLanguages);
  expect(body.languages).toContain('TypeScript');
});
