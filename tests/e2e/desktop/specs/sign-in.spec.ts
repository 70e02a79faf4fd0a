import { existsSync } from 'node:fs';
import { chromium } from 'playwright/test';
import { HAS_PRODUCT } from '../paths.ts';
import { ask, askFor, connect, expect, signIn, test } from '../support/app.ts';
import { newPerson } from '../support/person.ts';

const DEBIAN = '/usr/bin/chromium';

test.skip(!HAS_PRODUCT, 'needs the product, which runs on Linux');

test('a sign-in in the system’s browser comes back to the app, once and only to the one that asked', async ({
  desk,
}) => {
  const person = await newPerson();
  const app = await desk.start();
  const page = await connect(app);
  await app.evaluate(({ shell }) => {
    shell.openExternal = async (url) => void Object.assign(globalThis, { opened: url });
  });
  await page.getByRole('button', { name: 'Log in with your browser' }).click();
  await expect(page.getByText('Continue in your browser.')).toBeVisible();
  const opened = () => app.evaluate(() => (globalThis as unknown as { opened?: string }).opened ?? '');
  await expect.poll(opened).toContain('/desktop/login?code_challenge=');

  const browser = await chromium.launch({
    ...(existsSync(DEBIAN) && { executablePath: DEBIAN }),
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--no-first-run'],
  });
  try {
    const tab = await browser.newPage();
    await tab.goto(await opened());
    await signIn(tab, person.username);
    await expect(tab.getByText(`${person.username}@example.com`)).toBeVisible();
    await tab.getByRole('button', { name: 'Continue' }).click();
    const back = await tab.getByRole('link', { name: 'Return to the desktop app' }).getAttribute('href');
    expect(back).toMatch(/^slipway:\/\/login\?code=[\w-]+&state=[\w-]+$/);

    await test.step('a link with another state changes nothing', async () => {
      await app.startAgain('slipway://login?code=stolen&state=guessed');
      expect((await askFor(page, 'session.read', null)).key).toBeNull();
    });

    await test.step('the right one signs in, with a session of its own', async () => {
      await app.startAgain(back ?? '');
      const inside = await app.window(/\/wizard\//);
      const { key } = await askFor(inside, 'session.read', null);
      expect(key).toMatch(/.{20,}/);
      expect(await tab.evaluate(() => localStorage.getItem('slipway.session-key'))).not.toBe(key);
      await expect
        .poll(async () => (await askFor(inside, 'accounts.list', null)).accounts)
        .toMatchObject([{ label: `${person.username}@example.com` }]);
    });

    await test.step('the same link does nothing the second time', async () => {
      const inside = await app.window(/\/wizard\//);
      await ask(inside, 'session.clear');
      await app.startAgain(back ?? '');
      expect((await askFor(inside, 'session.read', null)).key).toBeNull();
    });
  } finally {
    await browser.close();
  }
});
