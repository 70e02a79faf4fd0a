import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test as base, expect, type Page } from 'playwright/test';
import type { input } from 'zod';
import type { CallName, CallOutput, DesktopCalls } from '#shared/desktop/calls.ts';
import type { Bridge, CallAnswer } from '#shared/desktop/channel.ts';
import { type DesktopApp, type LaunchOptions, launch } from '../runner.ts';
import { PASSWORD, SERVER } from './person.ts';

interface Desk {
  /** The app's own folder, kept over restarts within a test. */
  folder: string;
  /** The person's home. */
  home: string;
  /** Starts the app; it is closed after the test. */
  start(options?: Partial<LaunchOptions>): Promise<DesktopApp>;
}

export const test = base.extend<{ desk: Desk }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
  desk: async ({}, use) => {
    const root = mkdtempSync(path.join(os.tmpdir(), 'slipway-desk-'));
    const [folder, home] = [path.join(root, 'app folder'), path.join(root, 'home')];
    for (const each of [folder, home]) mkdirSync(each, { recursive: true });
    const running: DesktopApp[] = [];
    await use({
      folder,
      home,
      async start(options = {}) {
        const environment = { HOME: home, DBUS_SESSION_BUS_ADDRESS: 'disabled:', ...options.environment };
        const app = await launch({ folder, ...options, environment });
        running.push(app);
        return app;
      },
    });
    for (const app of running) await app.close();
    rmSync(root, { recursive: true, force: true });
  },
});

export { expect };

/** Where the UI of the active account's server is. */
export const UI = /^slipway-app:\/\/ui\//;

/** Goes through the choice of a server. */
export async function connect(app: DesktopApp, server = SERVER): Promise<Page> {
  const page = await app.window(/connect\.html/);
  await page.getByLabel('Server URL').fill(server);
  await page.getByRole('button', { name: 'Connect' }).click();
  return app.window(UI);
}

export async function signIn(page: Page, username: string): Promise<void> {
  await page.getByLabel('Email or username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('button', { name: 'Login' })).toBeHidden();
}

/** Asks as a page does, and hands back the answer as it is. */
export function ask(page: Page, name: string, value: unknown = null): Promise<CallAnswer> {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return page.evaluate(
    ([call, json]) => (window as unknown as { slipwayDesktop: Bridge }).slipwayDesktop.call(call, json),
    [name, text] as const,
  );
}

/** The value of a call that has to succeed. */
export async function askFor<Name extends CallName>(
  page: Page,
  name: Name,
  value: input<DesktopCalls[Name]['input']>,
): Promise<CallOutput<Name>> {
  const answer = await ask(page, name, value);
  expect(answer).toMatchObject({ ok: true });
  return (answer as { value: CallOutput<Name> }).value;
}
