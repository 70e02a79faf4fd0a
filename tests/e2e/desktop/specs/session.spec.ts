import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright/test';
import { HAS_PRODUCT } from '../paths.ts';
import { ask, askFor, connect, expect, signIn, test, UI } from '../support/app.ts';
import { startKeyring } from '../support/keyring.ts';
import { newPerson } from '../support/person.ts';

/** All that the page itself has stored. */
function storageOf(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
}

function filesIn(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'latin1')).join('\n');
}

test.skip(!HAS_PRODUCT, 'needs the product, which runs on Linux');

test('a sign-in is kept in the keychain over a restart, and nowhere else', async ({ desk }) => {
  const keyring = await startKeyring(desk.home);
  try {
    const person = await newPerson();
    const first = await desk.start({ environment: keyring.environment });
    await signIn(await connect(first), person.username);
    const page = await first.window(/wizard/);
    const session = await askFor(page, 'session.read', null);
    expect(session).toMatchObject({ keptIn: 'keychain', notice: null, key: expect.stringMatching(/.{20,}/) });
    expect(await storageOf(page)).not.toContain(session.key);
    await first.close();
    expect(filesIn(desk.folder)).not.toContain(session.key);

    const second = await desk.start({ environment: keyring.environment });
    const again = await second.window(/wizard/);
    expect((await askFor(again, 'session.read', null)).key).toBe(session.key);
    await again.goto(new URL('/logout', again.url()).href);
    await expect(again.getByRole('button', { name: 'Login' })).toBeVisible();
    await expect.poll(async () => (await askFor(again, 'session.read', null)).key).toBeNull();
  } finally {
    await keyring.stop();
  }
});

test('without a keychain the session ends with the app, and the person is told so', async ({ desk }) => {
  const person = await newPerson();
  const first = await desk.start();
  await signIn(await connect(first), person.username);
  const page = await first.window(/wizard/);
  expect(await askFor(page, 'session.read', null)).toMatchObject({
    keptIn: 'memory',
    notice: "This computer has no keychain, so you'll be logged out when you quit Slipway.",
  });
  await first.close();
  expect(existsSync(path.join(desk.folder, 'secrets.json'))).toBe(false);
  const second = await desk.start();
  await expect((await second.window(UI)).getByRole('button', { name: 'Login' })).toBeVisible();
});

test('a removed account is logged out on the server as well', async ({ desk }) => {
  const person = await newPerson();
  const app = await desk.start();
  await signIn(await connect(app), person.username);
  const page = await app.window(/wizard/);
  const { key } = await askFor(page, 'session.read', null);
  const { activeId, accounts } = await askFor(page, 'accounts.list', null);
  const statusOf = async () => {
    const headers = { 'X-Session-Key': key ?? '' };
    return (await fetch(`${accounts[0]?.origin}/api/users/current`, { headers })).status;
  };
  expect(await statusOf()).toBe(200);
  await ask(page, 'accounts.remove', { id: activeId }).catch(() => undefined);
  await app.window(/connect\.html/);
  await expect.poll(statusOf).toBe(401);
});
