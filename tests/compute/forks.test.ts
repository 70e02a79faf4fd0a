import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Context } from '#server/features/context.ts';
import { containerName } from '#server/features/instances/index.ts';
import { instances } from '#server/features/instances/tables.ts';
import { memberships, sshKeys, users } from '#server/features/people/tables.ts';
import { addSecret } from '#server/features/secrets/add-secret.ts';
import { forkWorkspace } from '#server/features/workspaces/fork-workspace.ts';
import { pauseIdle } from '#server/features/workspaces/pause-idle.ts';
import { MINUTE } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { stopWorkspace } from '#tests/support/instances.ts';
import { Lifecycle } from './lifecycle-support.ts';

let life: Lifecycle;

beforeAll(async () => {
  life = await Lifecycle.open();
  await life.work();
});
afterEach(() => life.clear());
afterAll(() => life?.close());

/** Adds a row to two tables in one transaction, again and again; the second table's count is in the first one. */
const WRITE = `psql -qc 'create table a (n int primary key, pad text); create table b (n int primary key)'
  setsid nohup bash -c 'n=0; while :; do n=$((n+1)); psql -qc "begin; insert into a values ($n, repeat(md5($n::text), 50)); insert into b values ($n); commit"; done' >/dev/null 2>&1 </dev/null &`;
const WRITTEN = `psql -Atc 'select count(*) from a'`;
/** Every row is in both tables, none is missing in between, and every index is as its table. */
const IS_WHOLE = `psql -Atc "create extension if not exists amcheck;
  select bt_index_check(indexrelid, true) from pg_index join pg_class on pg_class.oid = indexrelid where relam = 403" >/dev/null &&
  psql -Atc "select (select array_agg(n order by n) from a) = (select array_agg(n order by n) from b)
    and (select max(n) = count(*) from a)"`;

const rows = async (id: string) => Number(await life.shell(id, WRITTEN));
const more = (id: string, than: number) =>
  life.condition(async () => (await rows(id).catch(() => 0)) > than, `rows after ${than}`);

async function source() {
  const id = await life.add({ name: 'source', database: 'postgresql' });
  await life.until(id, 'Active');
  await life.shell(id, 'echo kept > /home/dev/project/notes');
  await life.shell(id, WRITE);
  await more(id, 20);
  return id;
}

async function forked(id: string, context: Context = life.context): Promise<string> {
  const copy = await life.withoutImages(async () => {
    const { id: made } = await forkWorkspace(context, { id, name: 'fork' });
    await life.until(made, 'Active');
    return made;
  });
  expect(await life.shell(copy, 'cat /home/dev/project/notes')).toBe('kept');
  expect(await life.shell(copy, IS_WHOLE)).toBe('t');
  return copy;
}

test('of a running workspace whose database is written to: whole in the fork, and the original goes on', async () => {
  const id = await source();
  const copy = await forked(id);
  const now = await rows(copy);
  expect(now).toBeGreaterThan(20);
  await more(id, now);
  expect((await life.get(copy)).database_password).not.toBe((await life.get(id)).database_password);
  const said = (await life.messages(copy)).map(({ message_text }) => message_text);
  expect(said).toContainEqual(expect.stringMatching(/^Copied\. The original stood still for [\d.]+ seconds\.$/));
});

test('of a sleeping workspace: it stays frozen, and its database is whole in the fork, and in a fork of that', async () => {
  const id = await source();
  const { clock, db } = life.dependencies;
  for (const minutes of [26, 5, 5]) {
    clock.advance(minutes * MINUTE);
    await pauseIdle(life.dependencies);
  }
  const [row] = await db.select().from(instances).where(eq(instances.id, id));
  expect(row?.asleepSince).not.toBeNull();
  const copy = await forked(id);
  expect((await life.engine.inspect(containerName('workspace', id))).status).toBe('paused');
  await stopWorkspace(life.context, { id: copy });
  await life.idle();
  const child = await forked(copy);
  expect(await rows(child)).toBeGreaterThan(20);
});

test('somebody else’s fork has nothing of its original’s secrets, password or deploy key', async () => {
  const secret = `planted-${newId()}`;
  await addSecret(life.context, { owner: 'person', name: 'PLANTED', kind: 'text', value: secret, repositories: null });
  const id = await source();
  expect(await life.shell(id, 'echo "$PLANTED"')).toBe(secret);
  await life.shell(id, 'mkdir -p -m 700 /home/dev/.ssh && echo original-deploy-key > /home/dev/.ssh/slipway_deploy');
  const password = (await life.get(id)).database_password ?? '';
  const copy = await forked(id, await colleague());
  const search = `grep -rlF -e '${secret}' -e original-deploy-key -e '${password}' --exclude-dir=proc --exclude-dir=sys / 2>/dev/null; true`;
  const found = await life.engine.run(containerName('workspace', copy), {
    command: ['bash', '-c', search],
    user: 'root',
  });
  expect(found.stdout).toBe('');
  expect(await life.shell(copy, 'echo "$PLANTED"; ls /home/dev/.ssh')).not.toContain('slipway_deploy');
});

/** An admin of the same organization. */
async function colleague(): Promise<Context> {
  const { db } = life.dependencies;
  const { organizationId } = life.context.actor;
  const [userId, membershipId, keyId] = [newId(), newId(), newId()];
  const name = { username: `u-${userId.slice(-10)}`, name: 'Bo Example', firstName: 'Bo', lastName: 'Example' };
  await db.insert(users).values({ id: userId, email: `${userId}@example.com`, ...name });
  await db.insert(memberships).values({ id: membershipId, organizationId, userId, role: 'admin' });
  await db
    .insert(sshKeys)
    .values({ id: keyId, userId, name: 'key', publicKey: 'ssh-ed25519 AAAA', fingerprint: `SHA256:${keyId}` });
  return { ...life.context, actor: { ...life.context.actor, userId, membershipId, role: 'admin' } };
}
