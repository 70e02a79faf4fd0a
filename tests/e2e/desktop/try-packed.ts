import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromium, expect, type Page } from 'playwright/test';
import { ROOT } from './paths.ts';

/**
 * Starts an installed app, waits until it asks for a server, and takes a picture of it. Its fuses keep Node's inspector
 * shut, so it is looked at through Chromium's debugging port.
 */
const PORT = 15_839;
const [program = ''] = process.argv.slice(2);
const folder = mkdtempSync(path.join(os.tmpdir(), 'slipway-packed-'));
const app = spawn(program, [`--remote-debugging-port=${PORT}`], {
  stdio: 'inherit',
  env: { ...process.env, SLIPWAY_DESKTOP_FOLDER: folder },
});
const failed = new Promise<never>((_, reject) => {
  app.once('error', reject);
  app.once('exit', (code) => reject(new Error(`The app ended with ${code} before it was looked at.`)));
});
try {
  await Promise.race([look(), failed]);
} finally {
  const gone = new Promise((resolve) => app.once('exit', resolve));
  if (app.exitCode === null && app.kill()) await gone;
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function look(): Promise<void> {
  let page = null as Page | null;
  await expect(async () => {
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${PORT}`);
    page = browser.contexts()[0]?.pages()[0] ?? null;
    expect(page).not.toBeNull();
  }).toPass({ timeout: 60_000 });
  if (!page) return;
  await expect(page.getByRole('textbox')).toBeVisible({ timeout: 60_000 });
  mkdirSync(path.join(ROOT, 'test-results'), { recursive: true });
  await page.screenshot({ path: path.join(ROOT, 'test-results/packed.png') });
}
