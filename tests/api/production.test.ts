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

  test('stands in for nothing: it says which setting is missing', async () => {
    const server = start({});
    const [said, [code]] = await Promise.all([text(server.stderr as NodeJS.ReadableStream), once(server, 'exit')]);
    expect(code).toBe(BAD_SETTINGS);
    expect(said).toContain('DATABASE_URL is not set.');
  });
});
