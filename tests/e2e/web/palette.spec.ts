import { expect, type Page } from 'playwright/test';
import { BASE } from './person.ts';
import { enter, type Settled, settle, until } from './settle.ts';
import { test } from './test.ts';

let owner: Settled;

test.beforeAll(async ({ playwright }) => {
  const request = await playwright.request.newContext();
  owner = await settle(request);
  await until(request, owner, `/workspaces/${owner.workspaceId}`, 'workspace_status');
  await request.dispose();
});

const field = (page: Page) => page.getByRole('combobox', { name: 'Search or type a command' });
const results = (page: Page) => page.getByRole('listbox', { name: 'Results' });
const selected = (page: Page) => results(page).getByRole('option', { selected: true });

async function openPalette(page: Page): Promise<void> {
  await page.goto(`${BASE}/workspaces`);
  await expect(page.getByRole('heading', { level: 1, name: 'Workspaces' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
}

test('things are done by typing and Enter: stop, start, delete after asking, go', async ({ page }) => {
  await enter(page, owner);
  await page.goto(`${BASE}/workspaces`);
  await expect(page.getByRole('link', { name: 'First', exact: true })).toBeVisible();

  await test.step('the first hit is selected, and says so to a screen reader', async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('stop fir');
    await expect(selected(page)).toHaveText(/^Stop First/);
    await expect(field(page)).toHaveAttribute('aria-activedescendant', (await selected(page).getAttribute('id')) ?? '');
    await page.keyboard.press('Enter');
    await expect(field(page)).toBeHidden();
    await expect(page.getByRole('alert').filter({ hasText: 'First is stopped.' })).toBeVisible();
    await expect(page.getByRole('article').filter({ hasText: 'First' })).toContainText('Offline');
  });

  await test.step('a deletion asks, with Cancel selected; Esc leads back to what was typed', async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('delete first');
    await page.keyboard.press('Enter');
    const asking = page.getByRole('alertdialog', { name: 'Delete First' });
    await expect(asking.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(field(page)).toHaveValue('delete first');
    await page.keyboard.press('Escape');
    await expect(field(page)).toBeHidden();
    await expect(page.getByRole('article').filter({ hasText: 'First' })).toContainText('Offline');
  });

  await test.step('what was stopped can be started, on any page, and its page says how it goes', async () => {
    await page.goto(`${BASE}/profile`);
    await expect(page.getByRole('heading', { level: 1, name: 'My Profile' })).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('start first');
    await expect(selected(page)).toHaveText(/^Start First/);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/workspaces/edit/${owner.workspaceId}*`);
    await expect(page.getByRole('heading', { level: 1, name: 'First' })).toBeVisible();
  });

  await test.step('what was opened comes first the next time, also after a reload', async () => {
    await openPalette(page);
    await expect(selected(page)).toHaveText(/^First/);
    await expect(results(page).getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveCount(1);
    await page.keyboard.type('go to bill');
    await expect(selected(page)).toHaveText(/^Billing/);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/organization/billing');
    await expect(page.getByRole('heading', { level: 1, name: 'Billing' })).toBeFocused();
  });
});

test('what the server finds joins without moving the selection, and Enter waits for it', async ({ page }) => {
  await enter(page, owner);
  await openPalette(page);
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  await page.route(/\/organization\/search\?/, async (route) => {
    asked.resolve();
    await answer.promise;
    await route.continue();
  });
  await page.keyboard.type('snapsh');
  await expect(selected(page)).toHaveText(/^Snapshots/);
  await page.keyboard.press('ArrowUp');
  const last = await selected(page).getAttribute('id');
  const place = () => results(page).locator(`[id="${last}"]`).boundingBox();
  const before = await place();
  await asked.promise;
  answer.resolve();
  await expect(results(page).getByRole('group', { name: 'People' })).toContainText('No Results Found');
  await expect(selected(page)).toHaveAttribute('id', last ?? '');
  expect(await place()).toEqual(before);

  await field(page).fill('quist');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/users/edit/*');
});

test('an input method keeps its Enter, a terminal its Ctrl+K, and a second Ctrl+K closes', async ({ page }) => {
  await enter(page, owner);
  await openPalette(page);
  await page.keyboard.type('bill');
  await expect(selected(page)).toHaveText(/^Billing/);
  await field(page).dispatchEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, cancelable: true });
  await expect(selected(page)).toHaveText(/^Billing/);
  await expect(page).toHaveURL(/\/workspaces$/);
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeHidden();
  await page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<div class="xterm"><textarea id="terminal"></textarea></div>');
    document.getElementById('terminal')?.focus();
  });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('x');
  await expect(page.locator('#terminal')).toHaveValue('x');
  await expect(field(page)).toBeHidden();
});
