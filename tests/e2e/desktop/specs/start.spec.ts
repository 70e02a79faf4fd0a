import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'playwright/test';
import { type DesktopApp, launch } from '../runner.ts';

const SERVER = 'http://localhost:15800';
let folder: string;
let app: DesktopApp | undefined;

test.beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'slipway-desktop-app-'));
});
test.afterEach(async () => {
  await app?.close();
  rmSync(folder, { recursive: true, force: true });
});

test('the first start asks for the server and shows its login', async () => {
  app = await launch({ folder });
  const page = await app.window(/connect\.html/);
  await page.getByLabel('Address of your server').fill('not an address');
  await page.getByRole('button', { name: 'Connect' }).click();
  await expect(page.getByRole('alert')).toHaveText('This is no address of a server.');
  await page.getByLabel('Address of your server').fill(SERVER);
  await page.getByRole('button', { name: 'Connect' }).click();
  const login = await app.window(/localhost:15800/);
  await expect(login.getByRole('button', { name: 'Login' })).toBeVisible();
});
