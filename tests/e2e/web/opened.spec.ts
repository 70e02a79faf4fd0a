import { expect, type Page } from 'playwright/test';
import { colourViolations, violations } from './accessible.ts';
import { BASE } from './person.ts';
import { enter, type Settled, settle } from './settle.ts';
import { test } from './test.ts';

let person: Settled;

test.beforeAll(async ({ playwright }) => {
  const request = await playwright.request.newContext();
  person = await settle(request);
  await request.dispose();
});

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
const drop = (name: string) => (page: Page) => page.getByRole('combobox', { name }).click();
const fromMenu = (name: string) => async (page: Page) => {
  await press('User menu for Nora Quist')(page);
  await page.getByRole('menuitem', { name }).click();
};

/** Its first step has arrived, once what driver.js says of the element on the way is taken away. */
const tour = async (page: Page) => {
  await fromMenu('Start Tour')(page);
  await expect(page.locator('.driver-popover')).toBeVisible();
  await expect(page.locator('.driver-active-element[aria-haspopup]')).toHaveCount(0);
};

/** What opens over pages: its name, where, and how. */
const OPENED: [name: string, path: string, show: (page: Page) => Promise<void>][] = [
  ['the profile menu', '/workspaces', press('User menu for Nora Quist')],
  ['the search', '/workspaces', search],
  ['help', '/workspaces', fromMenu('Help')],
  ['the support form', '/workspaces', support],
  ['the tour', '/workspaces', tour],
  ['a list that scrolls', '/organization/edit', drop('Country')],
  ['a list of several', '/groups/add', drop('Administrators')],
  ['a form with mistakes', '/workspaces/add', press('Create workspace')],
  ['the dialog for a key', '/sshKeys', press('Add SSH Key')],
  ['the dialog for a secret', '/profile', press('Add secret')],
  ['a question', '/sshKeys', press('Delete Laptop')],
  ['the invitation of friends', '/organization/share', press('Share')],
  ['the dialog for a card', '/organization/billing', press('Update Payment Method')],
  ['the drawer of a phone', '/workspaces', drawer],
];

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test('what opens over a page is accessible', async ({ page }) => {
      await enter(page, person);
      for (const [name, path, show] of OPENED) {
        await test.step(name, async () => {
          await page.goto(BASE + path);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await expect(page.getByTestId('page-skeleton')).toHaveCount(0);
          await show(page);
          await settled(page);
          const all = await (colorScheme === 'light' ? violations(page) : colourViolations(page));
          const found = all.map(({ id, nodes }) => `${id} at ${nodes.map((node) => node.target).join(', ')}`);
          expect.soft(found, name).toEqual([]);
        });
      }
    });
  });
}

async function search(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Search/ }).click();
  await page.getByRole('combobox', { name: /^Search/ }).fill('quist');
  await expect(page.getByRole('option', { name: /Nora Quist/ })).toBeVisible();
}

async function support(page: Page): Promise<void> {
  await fromMenu('Help')(page);
  await press('Contact support')(page);
  await expect(page.getByLabel('Subject')).toBeVisible();
}

async function drawer(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await press('Open menu')(page);
}

/** What fades in has its colours when it is there. */
async function settled(page: Page): Promise<void> {
  const overPage = page.locator('[role="dialog"], [role="menu"], [role="listbox"], main [role="alert"]');
  await expect(overPage.filter({ visible: true }).first()).toBeVisible();
  await page.evaluate(() => {
    const ending = document.getAnimations().filter((each) => each.effect?.getComputedTiming().endTime !== Infinity);
    return Promise.allSettled(ending.map((each) => each.finished));
  });
}
