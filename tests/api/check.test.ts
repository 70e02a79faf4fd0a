import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkInstallation, showFindings } from '#server/check/check-installation.ts';
import { engines } from '#server/features/instances/tables.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { freePort } from '#tests/support/free-port.ts';
import { mintOrganization } from '#tests/support/mint.ts';
import { type StandInEngine, startStandInEngine } from '#tests/support/stand-in-engine.ts';
import { insertWorkspace } from '#tests/support/things.ts';

const MAIN = path.resolve(import.meta.dirname, '../../server/main.ts');
let engine: StandInEngine;
let dependencies: TestDependencies;
let folder: string;
let working: Record<string, string>;

beforeAll(async () => {
  dependencies = await createTestDependencies();
  folder = await mkdtemp(path.join(os.tmpdir(), 'slipway-check-'));
  const socket = path.join(folder, 'engine.sock');
  engine = await startStandInEngine(socket, 'today');
  working = {
    DATABASE_URL: dependencies.databaseUrl,
    SLIPWAY_DATA_DIR: folder,
    SLIPWAY_DOCKER_SOCKET: socket,
    SLIPWAY_STRIPE_KEY: dependencies.stripe.secretKey,
    SLIPWAY_STRIPE_API_BASE: dependencies.stripe.url,
    SLIPWAY_STRIPE_WEBHOOK_SECRET: 'whsec_test',
    SLIPWAY_PUBLIC_URL: 'https://slipway.example.com',
    WORKSPACE_DOMAIN: 'workspaces.example.net',
  };
});
afterAll(async () => {
  await engine?.close();
  await dependencies?.close();
  await rm(folder, { recursive: true, force: true });
});

const asked: string[] = [];
const lookup = async (name: string) => {
  asked.push(name);
  if (name.endsWith('.invalid')) throw new Error('ENOTFOUND');
  return ['192.0.2.1'];
};
const check = (change: Record<string, string> = {}, standsIn = false) =>
  checkInstallation({ ...working, ...change }, { standsIn, lookup });
const failing = (findings: Awaited<ReturnType<typeof check>>) => findings.filter(({ works }) => !works);

test('everything that works is said to, and names of workspaces are tried by one that nobody has', async () => {
  const findings = await check();
  expect(failing(findings)).toEqual([]);
  expect(findings.map(({ part }) => part)).toEqual([
    'Settings',
    'Database',
    'Engine',
    'Mail',
    'Payments',
    'Address',
    'Workspaces',
  ]);
  expect(asked).toEqual([
    'slipway.example.com',
    expect.stringMatching(/^check-[a-z0-9]{8}\.workspaces\.example\.net$/),
  ]);
  expect(showFindings(findings)).toMatch(/^✓ Database +PostgreSQL \d+/m);
});

test('each part that doesn’t work says what to do, without changing anything', async () => {
  const nobody = await freePort();
  const findings = await check({
    DATABASE_URL: `postgres://slipway@127.0.0.1:${nobody}/slipway`,
    SLIPWAY_DOCKER_SOCKET: path.join(folder, 'nothing.sock'),
    SMTP_URL: `smtp://127.0.0.1:${nobody}`,
    SLIPWAY_STRIPE_KEY: 'sk_test_wrong',
    SLIPWAY_PUBLIC_URL: 'https://slipway.invalid',
    WORKSPACE_DOMAIN: 'workspaces.invalid',
  });
  expect(Object.fromEntries(failing(findings).map(({ part, says }) => [part, says]))).toEqual({
    Database: expect.stringContaining('Check DATABASE_URL'),
    Engine: expect.stringContaining('set SLIPWAY_DOCKER_SOCKET'),
    Mail: expect.stringContaining('Check SMTP_URL'),
    Payments: expect.stringContaining('Copy SLIPWAY_STRIPE_KEY'),
    Address: expect.stringContaining('Add an A or AAAA record for slipway.invalid'),
    Workspaces: expect.stringContaining('Add an A or AAAA record for *.workspaces.invalid'),
  });
});

test('another engine than the database knows is said to be one, unless nothing is lost by it or it is to be used', async () => {
  const { db, clock } = dependencies;
  const seenAt = clock.now();
  const known = { id: 'local', identity: 'yesterday', memoryMb: 1024, firstSeenAt: seenAt, lastSeenAt: seenAt };
  await db.insert(engines).values(known);
  expect(failing(await check())).toEqual([]);
  const { organizationId, owner } = await mintOrganization(dependencies);
  await insertWorkspace(dependencies, { organizationId, userId: owner.userId });
  expect(failing(await check())).toEqual([
    { part: 'Engine', works: false, says: expect.stringContaining('SLIPWAY_ADOPT_ENGINE=today') },
  ]);
  expect(failing(await check({ SLIPWAY_ADOPT_ENGINE: 'today' }))).toEqual([]);
  expect((await db.select().from(engines)).map(({ identity }) => identity)).toEqual(['yesterday']);
  await db.delete(engines);
});

test('a public address without a domain for workspaces is not enough', async () => {
  const [finding] = failing(await check({ WORKSPACE_DOMAIN: '' }));
  expect(finding).toMatchObject({ part: 'Workspaces', says: expect.stringContaining('Set WORKSPACE_DOMAIN') });
});

test('what stands in on a developer’s machine is enough there, and missing in production', async () => {
  const bare = { DATABASE_URL: '', SLIPWAY_STRIPE_KEY: '' };
  expect(failing(await check(bare, true))).toEqual([]);
  expect(failing(await check(bare)).map(({ part }) => part)).toEqual(['Database', 'Payments']);
});

test('a gateway is not asked about mail and payments', async () => {
  const findings = await check({ SLIPWAY_ROLES: 'gateway', SLIPWAY_STRIPE_KEY: '' });
  expect(findings.map(({ part }) => part)).toEqual(['Settings', 'Database', 'Engine', 'Address', 'Workspaces']);
});

test('the program prints every wrong setting and ends with 1', async () => {
  const env = { PATH: process.env.PATH, SLIPWAY_PORT: 'none', SLIPWAY_LOG_LEVEL: 'loud' };
  const child = spawn(process.execPath, [MAIN, '--check'], { env, cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  expect(code).toBe(1);
  expect(said).toMatch(/✗ Settings +SLIPWAY_PORT must be/);
  expect(said).toMatch(/✗ Settings +SLIPWAY_LOG_LEVEL must be/);
});
