import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'playwright/test';
import { preferencesSchema } from '#shared/desktop/calls/settings.ts';
import { APP, electronProgram, ROOT } from '#tests/e2e/desktop/paths.ts';
import { launch } from '#tests/e2e/desktop/runner.ts';
import { percentile, type Row } from './table.ts';

const STARTS = 5;
const PORT = 15_834;

/**
 * The desktop app's start, from its process to the login page, at a server that never answers: what is shown is shown
 * before the network. On the stand-in most of it is
 * Chromium's own start.
 */
export async function benchDesktop(): Promise<Row[]> {
  await run('vite build', 'node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error');
  await run('desktop build', 'desktop/build/build-desktop.ts');
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(PORT, '127.0.0.1', resolve));
  const times: number[] = [];
  try {
    for (let at = 0; at < STARTS; at += 1) times.push(await start());
  } finally {
    silent.close();
    silent.closeAllConnections();
  }
  const host = electronProgram() ? 'Electron' : 'the stand-in on Chromium';
  const bundle = statSync(path.join(APP, 'main.cjs')).size / 1024;
  const none = { against: 'aim', reference: null };
  return [
    {
      what: 'desktop start to login, no answer from the network',
      unit: 'ms',
      ours: percentile(times, 0.5),
      ...none,
      aim: 'before the first answer',
      note: `median of ${STARTS}, on ${host}`,
    },
    { what: 'desktop main bundle', unit: 'KB', ours: bundle, ...none, aim: '< 1024 KB' },
  ];
}

/** Milliseconds until the login of the last account's server can be used. */
async function start(): Promise<number> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'slipway-bench-desktop-'));
  const account = {
    id: 'bench',
    origin: `http://127.0.0.1:${PORT}`,
    label: null,
    preferences: preferencesSchema.parse({}),
  };
  const settings = { version: 1, accounts: [account], activeAccountId: account.id, window: null };
  writeFileSync(path.join(folder, 'settings.json'), JSON.stringify(settings));
  const began = performance.now();
  const app = await launch({ folder, environment: { DBUS_SESSION_BUS_ADDRESS: 'disabled:' } });
  try {
    const page = await app.window(/^http:\/\/127/);
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
    return performance.now() - began;
  } finally {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(name: string, script: string, ...args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(ROOT, script), ...args], { cwd: ROOT, stdio: 'ignore' });
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${name} failed`))));
  });
}
