import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page } from 'playwright/test';
import { violations } from './accessible.ts';
import { BASE, choose, logIn, rareAction } from './person.ts';
import { enter, type Settled, settle, until } from './settle.ts';
import { shifted, watchShifts } from './shifts.ts';
import { test } from './test.ts';

const TABS = ['', '/connect', '/activity', '/settings'];

let person: Settled;
let edit: string;

test.beforeAll(async ({ playwright }) => {
  const request = await playwright.request.newContext();
  person = await settle(request);
  edit = `${BASE}/workspaces/edit/${person.workspaceId}`;
  await until(request, person, `/workspaces/${person.workspaceId}`, 'workspace_status');
  await request.dispose();
});

test.beforeEach(({ page }) => enter(page, person));

const tab = (page: Page, name: string) => page.getByRole('tab', { name });
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

test('a click anywhere on its card leads to it', async ({ page }) => {
  await page.goto(`${BASE}/workspaces`);
  await page
    .getByRole('article')
    .filter({ hasText: 'First' })
    .click({ position: { x: 20, y: 90 } });
  await expect(page).toHaveURL(edit);
  await page.goBack();
  const time = page.getByRole('article').filter({ hasText: 'First' }).locator('time');
  await time.hover();
  await expect(page.getByRole('tooltip')).toContainText(/\d\d:\d\d/);
  await time.click();
  await expect(page).toHaveURL(edit);
});

test('what was typed into a dialog is there again after Esc and a reload, until it is cancelled', async ({ page }) => {
  await page.goto(edit);
  const name = page.getByRole('dialog').getByLabel('Name');
  const open = async () => (await rareAction(page, 'Fork…')).click();
  await open();
  await name.fill('Half typed');
  await press(page, 'Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await open();
  await expect(name).toHaveValue('Half typed');
  await page.reload();
  await open();
  await expect(name).toHaveValue('Half typed');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await open();
  await expect(name).toHaveValue('');
});

test('a task that was not begun is there again, and still gets no other secrets than it was to get', async ({
  page,
}) => {
  await page.goto(`${BASE}/tasks`);
  const dialog = page.getByRole('dialog');
  const open = () => page.getByRole('button', { name: 'New task' }).first().click();
  await open();
  await dialog.getByLabel('Title').fill('Sort the tables');
  await choose(page, 'Workspace', 'First');
  await dialog.getByRole('switch', { name: 'Give it all secrets of the workspace' }).uncheck();
  await dialog.getByLabel('Secrets', { exact: true }).first().fill('API_KEY');
  await press(page, 'Enter');
  await dialog.getByLabel('Title').focus();
  await press(page, 'Escape');
  await expect(dialog).toHaveCount(0);
  await page.reload();
  await open();
  await expect(dialog.getByLabel('Title')).toHaveValue('Sort the tables');
  await expect(dialog.getByLabel('Workspace').first()).toHaveValue('First');
  await expect(dialog.getByLabel('Give it all secrets of the workspace')).not.toBeChecked();
  await expect(dialog.getByText('API_KEY')).toBeVisible();
});

test('signed out, an address in a workspace leads through the login to the place it names', async ({ browser }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const headers = { 'X-Session-Key': person.key };
  const { url } = await (await page.request.get(`${BASE}/api/workspaces/${person.workspaceId}`, { headers })).json();
  await page.goto(`${url}/manifest.json#place`);
  await page.waitForURL('**/login?redirect=%2Fopen*');
  await logIn(page, person);
  await page.waitForURL(`${url}/manifest.json#place`);
  await expect(page.getByText('start_url')).toBeVisible();
  await context.close();
});

test('each tab has an address, and keys lead through them', async ({ page }) => {
  await page.goto(edit);
  await expect(tab(page, 'Overview')).toHaveAttribute('aria-selected', 'true');
  await tab(page, 'Overview').focus();
  await press(page, 'ArrowRight');
  await expect(tab(page, 'Connect')).toBeFocused();
  await expect(page).toHaveURL(edit);
  await press(page, 'Enter');
  await expect(page).toHaveURL(`${edit}/connect`);
  await expect(page.getByRole('tabpanel', { name: 'Connect' }).getByText('~/.ssh/config')).toBeVisible();
  await press(page, 'End');
  await expect(tab(page, 'Settings')).toBeFocused();
  await press(page, 'ArrowRight');
  await expect(tab(page, 'Overview')).toBeFocused();
  await press(page, 'ArrowLeft', 'Enter');
  await expect(page).toHaveURL(`${edit}/settings`);
  await page.reload();
  await expect(tab(page, 'Settings')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByLabel('Name')).toHaveValue('First');
});

test('it opens in an editor by its link, and the entry for ssh is good for it', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(edit);
  const ways = page.getByRole('button', { name: 'More ways to open First' });
  await ways.focus();
  await press(page, 'Enter');
  await expect(page.getByRole('menuitem', { name: 'VS Code in the browser' })).toBeFocused();
  await press(page, 'z');
  await expect(page.getByRole('menuitem', { name: 'Zed' })).toBeFocused();
  const link = await page.getByRole('menuitem', { name: 'VS Code', exact: true }).getAttribute('href');
  const [, user] =
    /^vscode:\/\/vscode-remote\/ssh-remote\+([\w-]+)@slipway-localhost\/home\/dev\/project$/.exec(link ?? '') ?? [];
  await press(page, 'End', 'Enter');
  const config = path.join(person.home, 'config');
  writeFileSync(config, await page.evaluate(() => navigator.clipboard.readText()));
  const options = ['-F', config, '-i', path.join(person.home, 'id'), '-o', 'StrictHostKeyChecking=no'];
  const known = ['-o', `UserKnownHostsFile=${path.join(person.home, 'known')}`];
  const { stdout } = await promisify(execFile)('ssh', [...options, ...known, `${user}@slipway-localhost`, 'whoami']);
  expect(stdout).toBe('dev\n');
  await ways.focus();
  await press(page, 'Enter', 'Escape');
  await expect(ways).toBeFocused();
});

test('Delete is the last of the rare actions, and asks', async ({ page }) => {
  await page.goto(edit);
  const more = page.getByRole('button', { name: 'More actions' });
  await more.focus();
  await press(page, 'Enter');
  await expect(page.getByRole('menuitem', { name: 'Restart' })).toBeFocused();
  await press(page, 'End');
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused();
  await press(page, 'Enter');
  const question = page.getByRole('dialog', { name: 'Are you sure?' });
  await expect(question.getByText('The workspace and everything in it will be deleted.')).toBeVisible();
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await press(page, 'Escape');
  await expect(question).toBeHidden();
  await expect(more).toBeFocused();
  await expect(page).toHaveURL(edit);
});

test('settings that were not saved are there after another tab, another page and a reload, until they are cancelled', async ({
  page,
}) => {
  await page.goto(`${edit}/settings`);
  const name = page.getByLabel('Name');
  await name.fill('Half typed');
  await press(page, 'Escape');
  await tab(page, 'Overview').click();
  await expect(page.getByRole('heading', { name: 'Details' })).toBeVisible();
  await tab(page, 'Settings').click();
  await expect(name).toHaveValue('Half typed');
  await page.reload();
  await expect(name).toHaveValue('Half typed');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Snapshots' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Snapshots' })).toBeVisible();
  await page.goBack();
  await expect(name).toHaveValue('Half typed');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(name).toHaveValue('First');
  await page.reload();
  await expect(name).toHaveValue('First');
});

test('a new workspace that was not sent is there after another page and a reload, until it is cancelled', async ({
  page,
}) => {
  const address = `${BASE}/workspaces/add`;
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  const repository = page.getByLabel('Git repository');
  await page.goto(address);
  await name.fill('Half typed');
  await repository.fill('https://token@example.com/a.git');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Snapshots' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Snapshots' })).toBeVisible();
  await page.goBack();
  await expect(name).toHaveValue('Half typed');
  await expect(repository).toHaveValue('');
  await page.reload();
  await expect(name).toHaveValue('Half typed');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.waitForURL('**/workspaces');
  await page.goto(address);
  await expect(page.getByRole('button', { name: 'Create workspace' })).toBeVisible();
  await expect(name).toHaveValue('');
});

test('nothing moves while it stops, starts and restarts, or when settings are saved', async ({ page }) => {
  await watchShifts(page);
  const status = page.getByRole('heading', { level: 1 }).locator('..');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  for (const at of ['', '/connect', '/settings']) {
    await page.goto(edit + at);
    await expect(button('Stop')).toBeVisible();
    if (at === '') await expect(page.getByText(/ of 1\.5 GB$/)).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    await shifted(page);
    await button('Stop').click();
    await expect(status).toContainText('Offline');
    expect(await shifted(page), `${at} stop`).toBeLessThan(0.02);
    await button('Start').click();
    await expect(status).toContainText('Active');
    await expect(button('Show last startup log')).toBeVisible();
    expect(await shifted(page), `${at} start`).toBeLessThan(0.02);
    await (await rareAction(page, 'Restart')).click();
    await expect(button('Hide log')).toBeVisible();
    await expect(button('Show last startup log')).toBeVisible();
    await expect(status).toContainText('Active');
    expect(await shifted(page), `${at} restart`).toBeLessThan(0.02);
  }
  await page.getByRole('switch', { name: 'Use SSL' }).press('Space');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Changes saved.')).toBeVisible();
  expect(await shifted(page), 'save').toBeLessThan(0.02);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test('every tab, both menus and the log are accessible, and as wide as a phone', async ({ page }) => {
      const found = async (what: string, where = 'body') => {
        const all = await violations(page, where);
        expect.soft(all.map(({ id, nodes }) => `${what}: ${id} at ${nodes.map(({ target }) => target)}`)).toEqual([]);
      };
      for (const at of TABS) {
        await page.setViewportSize({ width: 1280, height: 800 });
        await page.goto(edit + at);
        await expect(page.getByRole('tabpanel')).not.toBeEmpty();
        await found(at);
        await page.setViewportSize({ width: 390, height: 844 });
        const width = () => page.evaluate(() => document.scrollingElement?.scrollWidth);
        await expect.soft.poll(width, `${at} scrolls sideways`).toBe(390);
      }
      for (const name of ['More ways to open First', 'More actions', 'Show last startup log']) {
        await page.getByRole('button', { name }).click();
        await expect(page.getByRole('menu').or(page.getByRole('log'))).toBeVisible();
        // The log lies over the page, which is covered but not used meanwhile.
        await found(name, name.startsWith('Show') ? '[data-opened]' : 'body');
        await press(page, 'Escape');
        await expect(page.getByRole('menu')).toHaveCount(0);
      }
    });
  });
}
