import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { sql as query } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withWorkLock } from '#server/features/instances/index.ts';
import { queueMail } from '#server/mail/index.ts';
import { listOutbox } from '#server/mail/outbox.ts';
import { passwordChangedMail } from '#server/mail/templates/password-changed.ts';
import { createBus } from '#server/platform/bus.ts';
import { type DatabaseHandle, openDatabase } from '#server/platform/database.ts';
import { createSecretBox } from '#server/platform/secrets.ts';
import { API_BASE } from '#shared/api/wire.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { freePort } from '#tests/support/free-port.ts';
import { type PgBouncer, startPgBouncer } from '#tests/support/pgbouncer.ts';
import { startStandInEngine } from '#tests/support/stand-in-engine.ts';

const MAIN = path.resolve(import.meta.dirname, '../../server/main.ts');
const LOOK_MS = 10;
const SECRET = 'a secret of the processes behind a pooler';

let dependencies: TestDependencies;
let pooler: PgBouncer;
let handle: DatabaseHandle;
let folder: string;
const started: ChildProcess[] = [];
beforeAll(async () => {
  dependencies = await createTestDependencies();
  pooler = await startPgBouncer(dependencies.databaseUrl);
  handle = openDatabase(pooler.url, 6, dependencies.databaseUrl);
  folder = await mkdtemp(path.join(os.tmpdir(), 'slipway-pooled-'));
});
afterAll(async () => {
  for (const server of started) server.kill('SIGKILL');
  await handle?.close();
  await pooler?.close();
  await dependencies?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

test('queries, transactions, messages and locks work through a pooler', async () => {
  const { db, sql, lookups, listener, locks } = handle;
  const heard: string[] = [];
  const bus = createBus(listener, dependencies.log);
  const stop = await bus.listen('host_changed', ({ id }) => void heard.push(id));
  const once = async (each: number) => {
    const [one] =
      await sql`select ${each}::int as n, extract(epoch from ${new Date(each * 1000)}::timestamptz)::int as at`;
    const [other] = await lookups`select ${each}::int + 1 as n`;
    const n = await db.transaction(async (tx) => {
      const [row] = await tx.execute<{ n: number }>(query`select ${each}::int as n`);
      await bus.notify(tx, 'host_changed', { id: String(each) });
      return row?.n;
    });
    return [one?.n, one?.at, other?.n, n];
  };
  const all = Array.from({ length: 40 }, (_, each) => each);
  expect(await Promise.all(all.map(once))).toEqual(all.map((n) => [n, n, n + 1, n]));
  await expect.poll(() => heard.length).toBe(all.length);
  await stop();

  const plain = () => db.execute<{ n: number }>(query`select 1 as n`).then(([row]) => row?.n);
  const answered = await Promise.all(all.flatMap((each) => [plain(), once(each), plain()]));
  expect(answered.flat()).toHaveLength(all.length * 6);

  const key = 'workspace.behind-a-pooler';
  const inside = await withWorkLock({ locks }, key, async () => {
    expect(await withWorkLock(dependencies, key, async () => undefined)).toBe(false);
    await db.transaction(async (tx) => void (await tx.execute(query`select 1`)));
  });
  expect(inside).toBe(true);
  expect(await withWorkLock(dependencies, key, async () => undefined)).toBe(true);
});

function start(settings: Record<string, string>): ChildProcess {
  const env = { PATH: process.env.PATH, SLIPWAY_DATA_DIR: folder, SLIPWAY_LOG_LEVEL: 'warn', ...settings };
  const server = spawn(process.execPath, [MAIN], { env, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  started.push(server);
  return server;
}

test('a pooler without an address that leads past it is refused with what to do', async () => {
  const settings = {
    SLIPWAY_STRIPE_KEY: 'sk_test_x',
    SLIPWAY_STRIPE_WEBHOOK_SECRET: 'whsec_x',
    DATABASE_URL: pooler.url,
  };
  const saidBy = (more: Record<string, string>) =>
    text(start({ ...settings, ...more }).stderr as NodeJS.ReadableStream);
  const other = await createTestDependencies();
  const [alone, twice, elsewhere] = await Promise.all([
    saidBy({}),
    saidBy({ DATABASE_DIRECT_URL: pooler.url }),
    saidBy({ DATABASE_DIRECT_URL: other.databaseUrl }),
  ]);
  await other.close();
  expect(alone).toContain('Set DATABASE_DIRECT_URL to the address of the database itself');
  expect(twice).toContain('DATABASE_DIRECT_URL leads to a connection pooler');
  expect(elsewhere).toContain('lead to different databases');
});

test('a process of all roles works behind a pooler with at most twelve connections, busy or not', async () => {
  const [port, gateway, ssh] = await Promise.all([freePort(), freePort(), freePort()]);
  const socket = path.join(folder, 'engine.sock');
  const engine = await startStandInEngine(socket, 'engine');
  const server = start({
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: dependencies.databaseUrl,
    SLIPWAY_SECRET: SECRET,
    SLIPWAY_STRIPE_KEY: dependencies.stripe.secretKey,
    SLIPWAY_STRIPE_API_BASE: dependencies.stripe.url,
    SLIPWAY_STRIPE_WEBHOOK_SECRET: 'whsec_test',
    SLIPWAY_DOCKER_SOCKET: socket,
    SLIPWAY_PORT: String(port),
    SLIPWAY_GATEWAY_PORT: String(gateway),
    SLIPWAY_SSH_PORT: String(ssh),
    SLIPWAY_METRICS_PORT: '0',
  });
  const ended = once(server, 'exit');
  const ports = [dependencies.databaseUrl, pooler.url].map((url) => Number(new URL(url).port));
  const seen: number[] = [];
  const watching = (async () => {
    while (server.exitCode === null) {
      seen.push(await countConnections(server.pid ?? 0, ports));
      // Leaves the server the processor that it is watched with.
      await delay(LOOK_MS);
    }
  })();
  const isReady = async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.ok ?? false;
  await expect.poll(isReady, { timeout: 60_000 }).toBe(true);
  const secrets = createSecretBox(SECRET);
  const mail = (each: number) =>
    queueMail(
      { secrets },
      dependencies.db,
      passwordChangedMail({ to: `p${each}@example.com`, firstName: 'P', resetUrl: 'https://slipway.example' }),
    );
  await Promise.all(Array.from({ length: 30 }, (_, each) => mail(each)));
  const body = JSON.stringify({ username: 'nobody', password: 'nothing-right' });
  const ask = () =>
    fetch(`http://127.0.0.1:${port}${API_BASE}/users/login`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
  const answers = await Promise.all(Array.from({ length: 60 }, ask));
  expect(answers.map(({ status }) => status)).not.toContain(500);
  await expect.poll(async () => (await listOutbox({ db: dependencies.db, secrets })).length).toBe(30);
  server.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  await watching;
  await engine.close();
  expect(Math.max(...seen)).toBeGreaterThan(5);
  expect(Math.max(...seen)).toBeLessThanOrEqual(12);
});

/** How many open connections a process has to these ports of this machine, as the kernel sees it. */
async function countConnections(pid: number, ports: number[]): Promise<number> {
  const files = await readdir(`/proc/${pid}/fd`).catch(() => []);
  const links = await Promise.all(files.map((file) => readlink(`/proc/${pid}/fd/${file}`).catch(() => '')));
  const own = new Set(links.map((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1]));
  const lines = (await readFile('/proc/net/tcp', 'utf8')).split('\n').slice(1);
  const open = lines.flatMap((line) => {
    const [, , remote = '', state, , , , , , inode = ''] = line.trim().split(/\s+/);
    const isOwn = state === '01' && own.has(inode);
    return isOwn && ports.includes(Number.parseInt(remote.split(':')[1] ?? '', 16)) ? [inode] : [];
  });
  // While connections come and go, the kernel may list one twice in the course of a single reading.
  return new Set(open).size;
}
