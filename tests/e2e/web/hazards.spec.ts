import { expect, type Page } from 'playwright/test';
import { BASE } from './person.ts';
import { enter, type Settled, settle } from './settle.ts';
import { test } from './test.ts';

let person: Settled;

test.beforeAll(async ({ playwright }) => {
  const request = await playwright.request.newContext();
  person = await settle(request);
  await request.dispose();
});

test('a style sheet that does not arrive is asked for again', async ({ page }) => {
  await enter(page, person);
  const refused = new Set<string>();
  await page.route(/\.css$/, (route) => {
    const url = route.request().url();
    if (refused.has(url)) return route.continue();
    refused.add(url);
    return route.abort('failed');
  });
  await page.goto(`${BASE}/workspaces`);
  await expect(page.getByRole('link', { name: 'Workspaces', exact: true }).first()).toHaveCSS('display', 'flex');
  expect(refused.size).toBeGreaterThan(1);
});

test('without a network a form stays as it is, whatever is opened over it', async ({ page, context }) => {
  await enter(page, person);
  await page.goto(`${BASE}/groups/add`);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Half typed');
  await context.setOffline(true);
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Help' }).click();
  await expect(page.getByRole('alert').filter({ hasText: "The server can't be reached" })).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('Half typed');
  await context.setOffline(false);
  await page.keyboard.press('Control+/');
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible();
});

test('without a network a page that is not here yet waits in its place, and then comes by itself', async ({
  page,
  context,
}) => {
  await enter(page, person);
  await page.goto(`${BASE}/workspaces`);
  const menu = page.getByRole('navigation', { name: 'Main' });
  await expect(page.getByRole('heading', { level: 1, name: 'Workspaces' })).toBeVisible();
  await context.setOffline(true);
  await menu.getByRole('link', { name: 'Groups' }).click();
  await expect(page.getByRole('heading', { name: "The server can't be reached" })).toBeVisible();
  await expect(menu).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Groups' })).toBeVisible();
});

test('a part whose code does not arrive says so in its place; after a new release it asks for a reload', async ({
  page,
}) => {
  await enter(page, person);
  await page.goto(`${BASE}/profile`);
  await page.route(/\/assets\/ChoosePicture/, (route) => route.abort('failed'));
  await page.getByRole('button', { name: 'Choose a picture' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.route(`${BASE}/`, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replaceAll('/assets/', '/assets/next-') });
  });
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByText('Slipway has been updated.')).toBeVisible();
  await page.unrouteAll();
  await dialog.getByRole('button', { name: 'Reload the page' }).click();
  await page.getByRole('button', { name: 'Choose a picture' }).click();
  await expect(dialog.locator('input[type=file]')).toBeAttached();
});

test('what is typed into the search of a list goes when the address no longer says it', async ({ page }) => {
  await enter(page, person);
  await page.goto(`${BASE}/workspaces`);
  const field = page.getByLabel('Search workspaces');
  await field.fill('Elsewhere');
  await page.waitForURL(/search=Elsewhere/);
  await expect(field).toHaveValue('Elsewhere');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Workspaces' }).click();
  await expect(field).toHaveValue('');
  await expect(page.getByRole('link', { name: 'First', exact: true })).toBeVisible();
});

test('a change in one window is seen by another, and what is typed there stays', async ({ page, context }) => {
  await enter(page, person);
  const site = page.getByLabel('Website');
  await page.goto(`${BASE}/organization/edit`);
  await page.getByLabel('City').fill('Portland');
  const other = await context.newPage();
  await other.goto(`${BASE}/organization/edit`);
  await other.getByLabel('Website').fill('https://quist.example');
  await other.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(other.getByRole('button', { name: 'Update', exact: true })).toBeDisabled();
  await expect(async () => {
    await comeBack(page);
    await expect(site).toHaveValue('https://quist.example', { timeout: 1000 });
  }).toPass();
  await expect(page.getByLabel('City')).toHaveValue('Portland');
});

test('where live updates are blocked, the page says so and asks again by itself', async ({ page, request }) => {
  test.slow();
  await page.addInitScript(refuseWebSockets);
  // As a proxy answers that leads every request to another process.
  await page.route('**/socket.io/**', (route) => route.fulfill({ status: 400, json: { code: 1 } }));
  await enter(page, person);
  await page.goto(`${BASE}/groups`);
  const notice = page.getByRole('alert').filter({ hasText: 'Live updates are blocked' });
  await expect(notice).toContainText('allow WebSocket connections to localhost:14400');
  const data = { name: 'Made elsewhere', admin_users: [], users: [] };
  const added = await request.post(`${BASE}/api/groups/add`, { data, headers: { 'X-Session-Key': person.key } });
  expect(added.ok()).toBe(true);
  await expect(page.getByText('Made elsewhere')).toBeVisible();
  await page.unrouteAll();
  await page.reload();
  await expect(page.getByText('Made elsewhere')).toBeVisible();
  await expect(notice).toBeHidden();
});

/** What a window that is looked at again tells its page. */
async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
}

/** Runs in the page, where a proxy's refusal is an error and nothing more. */
function refuseWebSockets(): void {
  globalThis.WebSocket = class extends EventTarget {
    onerror?: (event: Event) => void;
    constructor() {
      super();
      setTimeout(() => this.onerror?.(new Event('error')));
    }
    close() {}
  } as unknown as typeof WebSocket;
}
