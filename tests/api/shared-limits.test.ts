import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { NO_OTHERS, type Others, shareCounts } from '#server/gateway/shared-counts.ts';
import { createFailedLogins } from '#server/gateway/ssh/failed-logins.ts';
import { createHandshakePace } from '#server/gateway/ssh/handshake-pace.ts';
import { createHandshakePool } from '#server/gateway/ssh/handshake-pool.ts';
import { shareFailedLogins } from '#server/gateway/ssh/share-failed-logins.ts';
import { processCounts, sshFailedLogins } from '#server/gateway/tables.ts';
import { openDatabase } from '#server/platform/database.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';

let dependencies: TestDependencies;
beforeAll(async () => {
  dependencies = await createTestDependencies();
});
afterAll(() => dependencies?.close());

const ADDRESS = '203.0.113.7';

test('processes hear what the others have, until those end', async () => {
  const [one, other, third] = [shareCounts(dependencies), shareCounts(dependencies), shareCounts(dependencies)];
  onTestFinished(() => Promise.all([one.close(), other.close()]).then(() => undefined));
  let own = 3;
  const atOne = one.share('terminals', () => [['ada', own]]);
  const atOther = other.share('terminals', () => [
    ['ada', 5],
    ['jonas', 0],
  ]);
  third.share('terminals', () => [['ada', 1]]);
  await expect.poll(() => [atOne.of('ada'), atOther.of('ada')]).toEqual([6, 4]);
  expect([atOne.processes('ada'), atOne.all(), atOne.of('jonas'), atOne.of('__proto__')]).toEqual([2, 6, 0, 0]);
  own = 0;
  await expect.poll(() => [atOther.of('ada'), atOther.processes('ada')]).toEqual([1, 1]);
  await third.close();
  await expect.poll(() => atOther.of('ada')).toBe(0);
  expect(await dependencies.db.select().from(processCounts)).toHaveLength(2);
});

test('while the database is silent, each counts alone', async () => {
  const handle = openDatabase(dependencies.databaseUrl, 1);
  let now = 0;
  const here = shareCounts({ ...handle, log: dependencies.log }, () => now);
  const elsewhere = shareCounts(dependencies);
  onTestFinished(() => Promise.all([here.close(), elsewhere.close()]).then(() => undefined));
  elsewhere.share('handshakes', () => [[ADDRESS, 7]]);
  const others = here.share('handshakes', () => []);
  await expect.poll(() => others.of(ADDRESS)).toBe(7);
  await handle.close();
  now += 4_999;
  expect(others.of(ADDRESS)).toBe(7);
  now += 1;
  expect([others.of(ADDRESS), others.all()]).toEqual([0, 0]);
});

test('one address has as many handshakes as if there were one process', () => {
  const others: Others = { ...NO_OTHERS, of: () => 128 };
  const pool = createHandshakePool(() => others);
  const closed: number[] = [];
  for (const each of [1, 2]) pool.enter(ADDRESS, { spoke: false, close: () => void closed.push(each) });
  expect(closed).toEqual([1]);

  const alone = createHandshakePace(() => 0);
  const beside = createHandshakePace(
    () => 0,
    () => ({ ...NO_OTHERS, of: () => 64 * 30, processes: () => 1 }),
  );
  expect([alone.wait(ADDRESS), beside.wait(ADDRESS), beside.wait(ADDRESS)]).toEqual([0, 60, 120]);
  expect([...beside.backlogs()]).toEqual([[ADDRESS, 120]]);
});

test('failed logins count at every gateway, and a success forgives them at every one', async () => {
  const here = createFailedLogins(dependencies.clock);
  const elsewhere = createFailedLogins(dependencies.clock);
  const shares = [shareFailedLogins(dependencies, here), shareFailedLogins(dependencies, elsewhere)];
  onTestFinished(() => Promise.all(shares.map((each) => each.close())).then(() => undefined));
  for (let tried = 0; tried < 15; tried += 1) {
    here.failed(ADDRESS, ['key']);
    elsewhere.failed(ADDRESS, ['key']);
  }
  await expect.poll(() => [here, elsewhere].map((each) => each.keyRefusedFor(ADDRESS, 'key'))).toEqual([10, 10]);
  expect(here.keyRefusedFor('203.0.113.8', 'key')).toBe(0);
  here.succeeded(ADDRESS, ['key']);
  await expect.poll(() => elsewhere.keyRefusedFor(ADDRESS, 'key')).toBe(0);
  dependencies.clock.advance(11 * 60_000);
  await shares[0]?.close();
  expect(await dependencies.db.select().from(sshFailedLogins)).toEqual([]);
});

test('a failed login counts from when it failed, however late others are told', async () => {
  const here = createFailedLogins(dependencies.clock);
  for (let tried = 0; tried < 30; tried += 1) here.failed(ADDRESS, ['late']);
  dependencies.clock.advance(9 * 60_000);
  const elsewhere = createFailedLogins(dependencies.clock);
  const shares = [shareFailedLogins(dependencies, here), shareFailedLogins(dependencies, elsewhere)];
  onTestFinished(() => Promise.all(shares.map((each) => each.close())).then(() => undefined));
  await expect.poll(() => elsewhere.keyRefusedFor(ADDRESS, 'late')).toBe(1);
  expect(here.keyRefusedFor(ADDRESS, 'late')).toBe(1);
  dependencies.clock.advance(60_000);
  expect([here, elsewhere].map((each) => each.keyRefusedFor(ADDRESS, 'late'))).toEqual([0, 0]);
});
