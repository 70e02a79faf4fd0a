import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from 'playwright/test';
import { BASE, logIn, mailedLink, newPerson, PASSWORD, signUp } from './person.ts';
import { enter, type Settled, settle } from './settle.ts';

let person: Settled;

test.beforeAll(async ({ playwright }) => {
  const request = await playwright.request.newContext();
  person = await settle(request);
  await request.dispose();
});

test('a protected page leads to the login and back', async ({ page }) => {
  await page.goto(`${BASE}/sshkeys`);
  await page.waitForURL((url) => url.pathname === '/login' && url.searchParams.get('redirect') === '/sshkeys');
  await logIn(page, person);
  await page.waitForURL('**/sshkeys');
  await expect(page.getByText('Laptop')).toBeVisible();
});

test('the login does not lead to another site', async ({ page }) => {
  await page.goto(`${BASE}/login?redirect=https://example.com/`);
  await logIn(page, person);
  await page.waitForURL(`${BASE}/workspaces`);
});

test('an address that is not there says so', async ({ page }) => {
  for (const path of ['/h404', '/no/such/page']) {
    await page.goto(BASE + path);
    await expect(page.getByText("Sorry, this page wasn't found")).toBeVisible();
    await expect(page.getByRole('link', { name: /workspaces/i })).toHaveAttribute('href', '/workspaces');
  }
});

test('a forgotten password is set anew, once', async ({ page }) => {
  const somebody = await newPerson();
  await signUp(page, somebody);
  await page.goto(`${BASE}/forgotpassword`);
  await page.getByLabel('Email').fill(somebody.email);
  await page.getByRole('button', { name: 'Send Reset Link' }).click();
  await expect(page.getByRole('alert').or(page.getByRole('status')).filter({ hasText: 'junk folder' })).toBeVisible();
  const link = await mailedLink(page, somebody, /password/i);
  const password = 'Different-kettle-92!';
  await page.goto(link);
  await page.getByLabel(/^New password/).fill(password);
  await page.getByLabel('Repeat the new password').fill(password);
  await page.getByRole('button', { name: 'Save password' }).click();
  await page.waitForURL('**/login?message=reset');
  await expect(page.getByText('Your password has been updated. Now you can login!')).toBeVisible();
  await logIn(page, somebody, password);
  await page.waitForURL('**/wizard/step1');
  await page.goto(link);
  await expect(page.getByRole('link', { name: 'Send a new reset link' })).toBeVisible();
});

test('sign-up says what is taken and what is missing', async ({ page }) => {
  await page.goto(`${BASE}/signup`);
  await page.getByLabel('Username').fill(person.username);
  await expect(page.getByText('This username is taken.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign Up' })).toBeDisabled();
  await page.getByLabel('Username').fill(`${person.username}-free`);
  await expect(page.getByText('Available.')).toBeVisible();
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByText('Please accept the terms & conditions and privacy policy.')).toBeVisible();
  await expect(page.getByText('Please enter a password.')).toBeVisible();
});

test('signing out in one tab signs the other out', async ({ page, context }) => {
  await page.goto(`${BASE}/login`);
  await logIn(page, person);
  await page.waitForURL('**/workspaces');
  const other = await context.newPage();
  await other.goto(`${BASE}/sshKeys`);
  await expect(other.getByText('Laptop')).toBeVisible();
  await page.goto(`${BASE}/logout`);
  await page.waitForURL('**/login**');
  await other.waitForURL('**/login**');
});

test('a workspace that can’t be launched leads back to the list, with the reason', async ({ page }) => {
  await enter(page, person);
  await page.goto(`${BASE}/workspaces/add`);
  await page.getByLabel('Name').fill('Broken');
  await page.getByLabel('Git repository').fill('https://127.0.0.1:1/nothing.git');
  await page.getByRole('button', { name: 'Create workspace' }).click();
  await page.waitForURL('**/workspaces/pending/*');
  await page.waitForURL('**/workspaces?message=error', { timeout: 90_000 });
  await expect(page.getByRole('alert').filter({ hasText: 'NodeJS' })).toBeVisible();
  await expect(page.getByText('Broken')).toHaveCount(0);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test('public pages are accessible', async ({ page }) => {
      for (const path of ['/login', '/signup', '/forgotpassword', '/terms', '/h404']) await audit(page, path);
    });

    test('pages behind the login are accessible', async ({ page }) => {
      await enter(page, person);
      const pages = [
        '/workspaces',
        '/workspaces?ui=table',
        '/workspaces/add',
        `/workspaces/edit/${person.workspaceId}`,
        '/sshKeys',
        '/desktop',
        '/desktop/tunnels',
      ];
      for (const path of pages) await audit(page, path);
    });
  });
}

async function audit(page: Page, path: string): Promise<void> {
  await page.goto(BASE + path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(serious.map(({ id, nodes }) => `${path}: ${id} at ${nodes.map((node) => node.target).join(', ')}`)).toEqual(
    [],
  );
}

test('the password is not in the address, the storage or the page after login', async ({ page }) => {
  await page.goto(`${BASE}/login`);
  await logIn(page, person);
  await page.waitForURL('**/workspaces');
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie);
  expect(kept).not.toContain(PASSWORD);
});
