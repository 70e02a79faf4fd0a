import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { NODE, ROOT } from '#server/dev/setup.mjs';
import { exitOf } from '#tests/gateway/run.ts';
import { freePort } from '#tests/support/free-port.ts';

const SECONDS = 1000;
let dataDir: string;
let settings: Record<string, string>;
let url: string;
const started: ChildProcess[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'slipway-start-'));
  const [port, gateway, ssh, stripe] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  url = `http://127.0.0.1:${port}`;
  settings = {
    SLIPWAY_DATA_DIR: dataDir,
    SLIPWAY_PORT: String(port),
    SLIPWAY_GATEWAY_PORT: String(gateway),
    SLIPWAY_SSH_PORT: String(ssh),
    SLIPWAY_STRIPE_EMULATOR_PORT: String(stripe),
    SLIPWAY_METRICS_PORT: '0',
    DATABASE_URL: '',
  };
});
afterAll(async () => {
  for (const child of started) if (child.exitCode === null) child.kill('SIGTERM');
  await Promise.all(started.map(exitOf));
  await rm(dataDir, { recursive: true, force: true });
});

/** As `npm start`, in a process group of its own: what is sent to it is not sent to what it started. */
function start(more: Record<string, string> = {}): ChildProcess {
  const child = spawn(NODE, [path.join(ROOT, 'server/dev/start.mjs')], {
    env: { ...process.env, ...settings, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let said = '';
  for (const output of [child.stdout, child.stderr]) output?.on('data', (chunk) => (said += chunk));
  onTestFailed(() => console.error(said));
  started.push(child);
  return child;
}

const isReady = async () => (await fetch(`${url}/readyz`).catch(() => null))?.ok ?? false;
const ready = () => expect.poll(isReady, { timeout: 240 * SECONDS, interval: 200 }).toBe(true);

interface Running {
  pid: number;
  parent: number;
  command: string;
}

async function processes(): Promise<Running[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = pids.map(async (pid) => {
    const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '');
    const [command, status, environment] = await Promise.all([read('cmdline'), read('status'), read('environ')]);
    const parent = Number(/^PPid:\s*(\d+)/m.exec(status)?.[1] ?? 0);
    return { pid: Number(pid), parent, command: command.replaceAll('\0', ' '), environment };
  });
  return Promise.all(found);
}

/** Whatever runs for this data folder, the database included; root keeps that one's files elsewhere. */
async function ofOurs(): Promise<string[]> {
  const database = path.join(dataDir, 'postgres');
  const elsewhere = createHash('sha256').update(database).digest('hex').slice(0, 12);
  const all = (await processes()) as (Running & { environment: string })[];
  const ours = all.filter(
    ({ command, environment }) =>
      command.includes(database) || command.includes(elsewhere) || environment.includes(`SLIPWAY_DATA_DIR=${dataDir}`),
  );
  return ours.map(({ command }) => command);
}

/** The server that `npm start` runs. */
async function serverOf({ pid: parent }: ChildProcess): Promise<number | undefined> {
  const all = await processes();
  return all.find((each) => each.parent === parent && each.command.includes('server/dev/main.ts'))?.pid;
}

const databases = async () => (await ofOurs()).filter((command) => command.includes('postgres')).length;

test('a server that is killed comes back and serves with the database it had; Ctrl+C to `npm start` alone ends all of it', async () => {
  const npmStart = start();
  await ready();
  const first = await serverOf(npmStart);
  process.kill(first as number, 'SIGKILL');
  await expect.poll(() => serverOf(npmStart).then((pid) => pid !== undefined && pid !== first)).toBe(true);
  expect(await databases()).toBeGreaterThan(0);
  await ready();
  const ended = exitOf(npmStart);
  npmStart.kill('SIGINT');
  expect(await ended).toBe(0);
  expect(await ofOurs()).toEqual([]);
});

test('Ctrl+C while it waits to start the server again leaves nothing running either', async () => {
  const npmStart = start();
  await ready();
  const ended = exitOf(npmStart);
  let said = '';
  npmStart.stderr?.on('data', (chunk) => (said += chunk));
  process.kill((await serverOf(npmStart)) as number, 'SIGKILL');
  await expect.poll(() => said, { interval: 5 }).toContain('Starting it again');
  npmStart.kill('SIGINT');
  expect(await ended).not.toBe(0);
  expect(await ofOurs()).toEqual([]);
});

test('Ctrl+C while it starts leaves nothing running either', async () => {
  const npmStart = start();
  await expect.poll(() => serverOf(npmStart), { timeout: 60 * SECONDS, interval: 20 }).toBeDefined();
  // The database is up, and nothing else.
  await expect.poll(databases, { timeout: 60 * SECONDS, interval: 20 }).toBeGreaterThan(0);
  const ended = exitOf(npmStart);
  npmStart.kill('SIGINT');
  expect(await ended).toBe(0);
  expect(await ofOurs()).toEqual([]);
});

test('settings that can’t work are told once', async () => {
  const npmStart = start({ SLIPWAY_ROLES: 'cook' });
  let said = '';
  npmStart.stderr?.on('data', (chunk) => (said += chunk));
  expect(await exitOf(npmStart)).toBe(78);
  expect(said.match(/does not know "cook"/g)).toHaveLength(1);
});
