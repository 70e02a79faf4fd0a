import { randomBytes } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { dialAgent } from '#server/compute/dial-agent.ts';
import { askPage, containerName } from '#server/features/instances/index.ts';
import { instances, spares } from '#server/features/instances/tables.ts';
import { addSecret } from '#server/features/secrets/add-secret.ts';
import { keepSpares } from '#server/features/workspaces/keep-spares.ts';
import { IDE_HEALTH } from '#server/features/workspaces/wait-until-ready.ts';
import { startWorkspace, stopWorkspace } from '#tests/support/instances.ts';
import { insertWorkspace } from '#tests/support/things.ts';
import { Lifecycle } from './lifecycle-support.ts';

const SPARES = 2;
const SECRET = `planted-${randomBytes(6).toString('hex')}`;

let life: Lifecycle;

beforeAll(async () => {
  life = await Lifecycle.open({ SLIPWAY_SPARES: String(SPARES), SLIPWAY_SHARED_MEMORY_MB: '1000000' });
  await life.work();
  const { actor } = life.context;
  const whose = { organizationId: actor.organizationId, userId: actor.userId };
  const createdAt = life.dependencies.clock.now();
  await insertWorkspace(life.dependencies, whose, { status: 'Deleted', database: 'postgresql', createdAt });
  await addSecret(life.context, { owner: 'person', kind: 'text', repositories: null, name: 'MINE', value: SECRET });
});
beforeEach(async () => {
  await life.clear();
  await keepSpares(life.dependencies, new AbortController().signal);
});
afterAll(() => life?.close());

const ready = () => life.dependencies.db.select().from(spares).orderBy(asc(spares.createdAt), asc(spares.id));
const inspect = (id: string) => life.engine.inspect(containerName('workspace', id));
const answers = (id: string) =>
  askPage({ engine: life.engine, container: containerName('workspace', id), timeoutMs: 5000 }, IDE_HEALTH);
async function add(name: string): Promise<string> {
  const id = await life.add({ name, database: 'postgresql' });
  await life.until(id, 'Active');
  return id;
}
async function slugOf(id: string): Promise<string> {
  const [row] = await life.dependencies.db.select().from(instances).where(eq(instances.id, id));
  return row?.slug ?? '';
}

test('until it is taken nobody reaches it, and then it is just like any other', async () => {
  const [spare] = await ready();
  const taken = spare?.id ?? '';
  const before = await inspect(taken);
  expect(before).toMatchObject({ status: 'paused', ipAddresses: {}, publishedPorts: [] });
  await expect(life.engine.dial(taken, IDE_HEALTH.port)).rejects.toThrow();
  await expect(life.engine.dial(containerName('workspace', taken), IDE_HEALTH.port)).rejects.toMatchObject({
    kind: 'offline',
  });

  const id = await add(`It's "mine" $HOME`);
  expect(id).toBe(taken);
  expect((await inspect(id)).id, 'no other container was made').toBe(before.id);
  expect(await answers(id)).toBeNull();
  const looksRight = async () => {
    expect(await life.shell(id, 'printenv SLIPWAY_WORKSPACE_NAME SLIPWAY_WORKSPACE_ID MINE')).toBe(
      `It's "mine" $HOME\n${id}\n${SECRET}`,
    );
    expect(await life.shell(id, 'git config user.name')).toBe('Ada Example');
    expect(await life.shell(id, 'psql -h localhost -Atc "select 1"; psql "$DATABASE_URL" -Atc "select 2"')).toBe(
      '1\n2',
    );
    expect(await life.shell(id, `getent hosts ${await slugOf(id)} | wc -l`)).toBe('1');
  };
  await looksRight();
  const { messages } = { messages: await life.messages(id) };
  expect(messages.at(-1)?.message_code).toBe('W10');

  await stopWorkspace(life.context, { id });
  await life.idle();
  await startWorkspace(life.context, { id });
  await life.until(id, 'Active');
  await looksRight();
  expect(await answers(id)).toBeNull();
});

test('two that were taken have nothing in common, and reach each other as neighbours do', async () => {
  const [one, two] = [await add('first'), await add('second')];
  expect((await ready()).length, 'both were taken').toBe(0);
  const [first, second] = [await inspect(one), await inspect(two)];
  const secrets = ['SLIPWAY_AGENT_TOKEN', 'SLIPWAY_DATABASE_PASSWORD', 'SLIPWAY_WORKSPACE_ID'];
  for (const name of secrets) expect(first.env[name]).not.toBe(second.env[name]);
  expect(first.env.SLIPWAY_AGENT_TOKEN?.length).toBeGreaterThan(32);
  const host = Object.values(first.ipAddresses)[0] ?? '';
  const asking = (token = '') => dialAgent({ host, token }, IDE_HEALTH.port);
  await expect(asking(second.env.SLIPWAY_AGENT_TOKEN)).rejects.toMatchObject({ kind: 'conflict' });
  (await asking(first.env.SLIPWAY_AGENT_TOKEN)).destroy();
  const traces = [one, await slugOf(one), 'first', first.env.SLIPWAY_DATABASE_PASSWORD, first.env.SLIPWAY_AGENT_TOKEN];
  await life.shell(one, `echo private >~/note; echo ${SECRET}-too >~/project/work`);
  const looked = traces.map((trace) => `-e '${trace}'`).join(' ');
  const where = '/etc/slipway /home/dev/.pgpass /home/dev/.local /home/dev/.config /home/dev/project /run/slipway';
  expect(await life.shell(two, `sudo grep -rlwF ${looked} ${where} 2>/dev/null | grep -v code-server || true`)).toBe(
    '',
  );
  expect(await life.shell(two, 'ls ~/note ~/project/work 2>/dev/null || echo none')).toBe('none');
  expect(await life.shell(two, `getent hosts ${await slugOf(one)} | cut -d ' ' -f 1`)).toBe(host);
});

test('one whose container has died is replaced by a new one, and nobody notices', async () => {
  const [spare] = await ready();
  const id = spare?.id ?? '';
  const { id: dead } = await inspect(id);
  await life.engine.kill(dead);
  expect(await add('late')).toBe(id);
  expect((await inspect(id)).id).not.toBe(dead);
  expect(await answers(id)).toBeNull();
  expect((await life.messages(id)).map(({ message_code }) => message_code)).not.toContain('ER1');
  const left = await life.dependencies.db.select().from(spares).where(eq(spares.id, id));
  expect(left).toEqual([]);
});
