import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { installationOf, removeContainers } from './remove-containers.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Starts the product as a person would, on ports and folders of its own, and stops it afterwards. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'slipway-e2e-'));
  const server = spawn(process.execPath, [path.join(ROOT, 'server/dev/main.ts')], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      SLIPWAY_DATA_DIR: dataDir,
      SLIPWAY_PORT: '14400',
      SLIPWAY_GATEWAY_PORT: '14401',
      SLIPWAY_SSH_PORT: '14422',
      SLIPWAY_METRICS_PORT: '14490',
      SLIPWAY_STRIPE_EMULATOR_PORT: '14480',
      SLIPWAY_DEVELOPMENT: 'true',
      SLIPWAY_LOG_LEVEL: 'warn',
      GIT_ALLOW_PRIVATE_HOSTS: 'true',
      // What is reserved is not used: the people of all specs and their hosts fit into any machine that runs them.
      SLIPWAY_SHARED_MEMORY_MB: '200000',
      SLIPWAY_HOST_MEMORY_MB: '200000',
      SLIPWAY_ADMIN_EMAILS: 'iris@example.com',
      DATABASE_URL: '',
    },
  });
  await ready(server);
  process.env.SLIPWAY_E2E_URL = 'http://localhost:14400';
  process.env.SLIPWAY_E2E_SSH_PORT = '14422';
  process.env.SLIPWAY_E2E_DATA_DIR = dataDir;
  return async () => {
    const installation = await installationOf(dataDir);
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await ended;
    await removeContainers(installation);
    rmSync(dataDir, { recursive: true, force: true });
  };
}

function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    server.stdout?.on('data', (chunk: Buffer) => {
      output += chunk;
      process.stdout.write(chunk);
      if (output.includes('Slipway is ready')) resolve();
    });
    server.once('exit', (code) => reject(new Error(`The server ended with ${code} before it was ready.`)));
  });
}
