import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BAD_SETTINGS } from '#server/platform/config-error.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { freePort } from '#tests/support/free-port.ts';
import { startStandInEngine } from '#tests/support/stand-in-engine.ts';

const MAIN = path.resolve(import.meta.dirname, '../../server/main.ts');
let dependencies: TestDependencies;
let dataDir: string;

beforeAll(async () => {
  dependencies = await createTestDependencies();
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'slipway-production-'));
});
afterAll(async () => {
  await dependencies?.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** The server as the container image starts it, with these settings and no others. */
function start(settings: Record<string, string>): ChildProcess {
  const env = { PATH: process.env.PATH, SLIPWAY_DATA_DIR: dataDir, SLIPWAY_LOG_LEVEL: 'warn', ...settings };
  return spawn(process.execPath, [MAIN], { env, cwd: dataDir, stdio: ['ignore', 'ignore', 'pipe'] });
}

describe('the server in production', () => {
  test('serves with its own database and payment provider, and stops when it is asked to', async () => {
    const port = await freePort();
    const server = start({
      DATABASE_URL: dependencies.databaseUrl,
      SLIPWAY_STRIPE_KEY: dependencies.stripe.secretKey,
      SLIPWAY_STRIPE_API_BASE: dependencies.stripe.url,
      SLIPWAY_STRIPE_WEBHOOK_SECRET: 'whsec_test',
      SLIPWAY_ROLES: 'api',
      SLIPWAY_PORT: String(port),
      SLIPWAY_METRICS_PORT: '0',
    });
    const ended = once(server, 'exit');
    const isReady = async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.ok ?? false;
    await expect.poll(isReady, { timeout: 60_000 }).toBe(true);
    server.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  test('a gateway needs no payment keys, and says on a port of its own what it can’t do', async () => {
    const [gateway, ssh, metrics] = await Promise.all([freePort(), freePort(), freePort()]);
    const socket = path.join(dataDir, 'engine.sock');
    const engine = await startStandInEngine(socket, 'engine');
    const server = start({
      DATABASE_URL: dependencies.databaseUrl,
      SLIPWAY_ROLES: 'gateway',
      SLIPWAY_GATEWAY_PORT: String(gateway),
      SLIPWAY_SSH_PORT: String(ssh),
      SLIPWAY_METRICS_PORT: String(metrics),
      SLIPWAY_DOCKER_SOCKET: socket,
    });
    const ended = once(server, 'exit');
    const ask = async () => (await fetch(`http://127.0.0.1:${metrics}/readyz`).catch(() => null))?.json();
    const ready = { ok: true, roles: ['gateway'], started: true, database: true, engine: true };
    await expect.poll(ask, { timeout: 60_000 }).toEqual(ready);
    expect(await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text()).toContain('process_cpu_seconds_total');
    await engine.close();
    await expect.poll(ask).toEqual({ ...ready, ok: false, engine: false });
    server.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  test('without an engine it says so and ends, before it is ready', async () => {
    const [gateway, ssh] = await Promise.all([freePort(), freePort()]);
    const server = start({
      DATABASE_URL: dependencies.databaseUrl,
      SLIPWAY_ROLES: 'gateway',
      SLIPWAY_GATEWAY_PORT: String(gateway),
      SLIPWAY_SSH_PORT: String(ssh),
      SLIPWAY_METRICS_PORT: '0',
      SLIPWAY_DOCKER_SOCKET: path.join(dataDir, 'nothing.sock'),
    });
    const [said, [code]] = await Promise.all([text(server.stderr as NodeJS.ReadableStream), once(server, 'exit')]);
    expect(code).toBe(1);
    expect(said).toMatch(/Docker engine isn’t responding at .*nothing\.sock\. Start it/);
  });

  test('a worker begins without an engine, says so, and works with it once it is there', async () => {
    const metrics = await freePort();
    const socket = path.join(dataDir, 'late.sock');
    const server = start({
      DATABASE_URL: dependencies.databaseUrl,
      SLIPWAY_STRIPE_KEY: dependencies.stripe.secretKey,
      SLIPWAY_STRIPE_API_BASE: dependencies.stripe.url,
      SLIPWAY_STRIPE_WEBHOOK_SECRET: 'whsec_test',
      SLIPWAY_ROLES: 'worker',
      SLIPWAY_METRICS_PORT: String(metrics),
      SLIPWAY_DOCKER_SOCKET: socket,
      SLIPWAY_LOG_LEVEL: 'error',
    });
    const [ended, said] = [once(server, 'exit'), text(server.stderr as NodeJS.ReadableStream)];
    const ask = async () => (await fetch(`http://127.0.0.1:${metrics}/readyz`).catch(() => null))?.json();
    const waiting = { ok: false, roles: ['worker'], started: true, database: true, engine: false };
    await expect.poll(ask, { timeout: 60_000 }).toEqual(waiting);
    const engine = await startStandInEngine(socket, 'late');
    await expect.poll(ask).toEqual({ ...waiting, ok: true, engine: true });
    const known = () => dependencies.sql`select identity from engines`;
    await expect.poll(known).toEqual([{ identity: 'late' }]);
    server.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    await engine.close();
    await said;
  });

  test('stands in for nothing: it says which setting is missing', async () => {
    const server = start({});
    const [said, [code]] = await Promise.all([text(server.stderr as NodeJS.ReadableStream), once(server, 'exit')]);
    expect(code).toBe(BAD_SETTINGS);
    expect(said).toContain('DATABASE_URL is not set.');
  });
});
