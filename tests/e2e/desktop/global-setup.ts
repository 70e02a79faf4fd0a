import { execFileSync, spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { buildUi } from '#server/dev/setup.mjs';
import { installationOf, removeContainers } from '../remove-containers.ts';
import { electronProgram, HAS_PRODUCT, ROOT } from './paths.ts';

export const PORTS = { web: 15800, gateway: 15801, ssh: 15822, metrics: 15890, stripe: 15880 };

/** Builds the app, starts the product, and says which host the app runs on. */
// biome-ignore lint/style/noDefaultExport: Playwright takes a global setup by its default export.
export default async function globalSetup(): Promise<() => Promise<void>> {
  const program = electronProgram();
  console.log(`The desktop app runs on ${program ? `Electron itself, ${program}` : 'the stand-in for Electron'}.`);
  await buildUi();
  run('desktop/build/build-desktop.ts');
  if (!HAS_PRODUCT) return answerOnly();
  const log = path.join(ROOT, 'test-results/desktop-server.log');
  mkdirSync(path.dirname(log), { recursive: true });
  rmSync(log, { force: true });
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'slipway-desktop-server-'));
  const server = spawn(process.execPath, [path.join(ROOT, 'server/dev/main.ts')], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      SLIPWAY_DATA_DIR: dataDir,
      SLIPWAY_PORT: String(PORTS.web),
      SLIPWAY_GATEWAY_PORT: String(PORTS.gateway),
      SLIPWAY_SSH_PORT: String(PORTS.ssh),
      SLIPWAY_METRICS_PORT: String(PORTS.metrics),
      SLIPWAY_STRIPE_EMULATOR_PORT: String(PORTS.stripe),
      SLIPWAY_DEVELOPMENT: 'true',
      SLIPWAY_LOG_LEVEL: 'warn',
      DATABASE_URL: '',
    },
  });
  await new Promise<void>((resolve, reject) => {
    let output = '';
    server.stdout.on('data', (chunk: Buffer) => {
      output += chunk;
      appendFileSync(log, chunk);
      if (output.includes('Slipway is ready')) resolve();
    });
    server.once('exit', (code) => reject(new Error(`The server ended with ${code} before it was ready.`)));
  });
  return async () => {
    const installation = await installationOf(dataDir);
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await ended;
    await removeContainers(installation);
    rmSync(dataDir, { recursive: true, force: true });
  };
}

/** Nobody is signed in at this server, and nobody can be. */
async function answerOnly(): Promise<() => Promise<void>> {
  const server = createServer((_, response) => response.writeHead(401).end('{"authenticated":false,"message":""}'));
  await new Promise<void>((resolve) => server.listen(PORTS.web, resolve));
  return async () => {
    server.close();
    server.closeAllConnections();
  };
}

function run(script: string, ...args: string[]): void {
  execFileSync(process.execPath, [path.join(ROOT, script), ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
