import { expect, type Locator, type Page } from 'playwright/test';
import { BASE, newPerson, PASSWORD, publicKey } from './person.ts';
import { type Settled, settle } from './settle.ts';
import { test } from './test.ts';

let owner: Settled;

test.beforeAll(async ({ playwright }) => {
  const request = await playwright.request.newContext();
  owner = await settle(request);
  await request.dispose();
});

/** More stops than any page has between two things of this walk. */
const MOST_STOPS = 60;

/** Presses Tab until the focus is there; every stop on the way must show that it has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeAttached();
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(focusMark)).toMatch(/^ring|^end of the page/);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab does not lead to ${target}`);
}

/** What shows that the element has the focus: an outline on itself, or on what stands for it, such as a switch's track. */
function focusMark(): string {
  const element = document.activeElement;
  if (!element || element === document.body) return 'end of the page';
  // A field with pills is inside of what looks like the field.
  const around = element.closest('.mantine-Input-input');
  const ringed = [element, element.nextElementSibling, element.parentElement, around].some((each) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(each ?? element);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
  });
  return ringed ? 'ring' : `nothing shows the focus of ${element.outerHTML.slice(0, 200)}`;
}

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

/** The page that is now shown says so to those who can't see it: its title has the focus. */
const titled = (page: Page, title: string | RegExp) =>
  expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused();

test('everything is done by keyboard: sign in, search, add, open, ask, delete', async ({ page }) => {
  const menu = page.getByRole('button', { name: 'User menu for Nora Quist' });

  await test.step('sign in, and skip the menus', async () => {
    await page.goto(`${BASE}/login`);
    await tabTo(page, page.getByLabel('Email or username'));
    await page.keyboard.type(owner.username);
    await tabTo(page, page.getByLabel('Password', { exact: true }));
    await page.keyboard.type(PASSWORD);
    await press(page, 'Enter');
    await page.waitForURL('**/workspaces');
    await titled(page, 'Workspaces');
    await page.reload();
    await expect(page.getByRole('link', { name: 'First', exact: true })).toBeVisible();
    await tabTo(page, page.getByRole('link', { name: 'Skip to content' }));
    await press(page, 'Enter');
    await tabTo(page, page.getByRole('main').getByRole('link', { name: 'Add Workspace' }));
  });

  await test.step('search: categories, arrow keys, Enter opens, Esc gives the focus back', async () => {
    const input = page.getByRole('combobox', { name: 'Search or type a command' });
    const results = page.getByRole('listbox', { name: 'Results' });
    await press(page, '/');
    await expect(input).toBeFocused();
    await page.keyboard.type('q');
    await expect(results.getByText('Enter at least 2 characters.')).toBeVisible();
    await page.keyboard.type('uist');
    for (const category of ['Workspaces', 'SSH Keys', 'People', 'Hosts', 'Services', 'Snapshots']) {
      const found = results.getByRole('group', { name: category, exact: true });
      await expect(found.getByRole('option')).toHaveText(category === 'People' ? /Nora Quist/ : 'No Results Found');
    }
    await press(page, 'Escape');
    await expect(page.getByRole('main').getByRole('link', { name: 'Add Workspace' })).toBeFocused();
    await press(page, 'Control+/');
    await expect(input).toBeFocused();
    await page.keyboard.type('fir');
    const option = results.getByRole('option', { name: /^First/ });
    await expect(option).toBeVisible();
    await press(page, 'ArrowDown');
    while ((await option.getAttribute('aria-selected')) !== 'true') await press(page, 'ArrowDown');
    await expect(input).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id')) ?? '');
    await press(page, 'Enter');
    await page.waitForURL('**/workspaces/edit/*');
    await titled(page, 'First');
  });

  await test.step('g w and n; a form with lists, and what is missing has the focus', async () => {
    await press(page, 'g', 'w');
    await titled(page, 'Workspaces');
    await press(page, 'n');
    await titled(page, 'Add Workspace');
    const language = page.getByRole('combobox', { name: 'Language' });
    await tabTo(page, language);
    await press(page, 'ArrowDown');
    await expect(page.getByRole('option', { name: /PHP 8\.4/ })).toBeVisible();
    while ((await language.getAttribute('aria-activedescendant')) === null) await press(page, 'ArrowDown');
    await press(page, 'End', 'Enter');
    await expect(page.getByRole('listbox')).toBeHidden();
    await expect(language).toBeFocused();
    await tabTo(page, page.getByRole('button', { name: 'Create workspace' }));
    await press(page, 'Enter');
    await expect(page.getByLabel('Name')).toBeFocused();
  });

  await test.step('a key is added in a dialog and deleted in a popover; the focus stays in the list', async () => {
    await tabTo(page, page.getByRole('button', { name: 'Add a key' }));
    await press(page, 'g', 'k');
    await titled(page, 'SSH Keys');
    await press(page, 'n');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Name')).toBeFocused();
    await page.keyboard.type('Tablet');
    await tabTo(page, dialog.getByRole('textbox', { name: /key/i }));
    await page.keyboard.insertText(publicKey(await newPerson()));
    await tabTo(page, dialog.getByRole('button', { name: /^Add/ }));
    await press(page, 'Enter');
    await expect(dialog).toBeHidden();
    await titled(page, 'SSH Keys');
    const remove = page.getByRole('button', { name: 'Delete Tablet' });
    await tabTo(page, remove);
    await press(page, 'Enter');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await press(page, 'Tab', 'Tab');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await press(page, 'Escape');
    await expect(remove).toBeFocused();
    await press(page, 'Enter');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await press(page, 'Tab', 'Enter');
    await expect(remove).toBeHidden();
    await expect(page.getByRole('group', { name: 'SSH Keys' })).toBeFocused();
  });

  await test.step('a table is sorted, and a row opened', async () => {
    await page.goto(`${BASE}/users`);
    const sort = page.getByRole('columnheader', { name: 'Username' });
    await tabTo(page, sort.getByRole('button'));
    await press(page, 'Enter');
    await expect(sort).toHaveAttribute('aria-sort', 'ascending');
    await expect(sort.getByRole('button')).toBeFocused();
    await tabTo(page, page.getByRole('link', { name: 'Nora Quist' }));
    await press(page, 'Enter');
    await titled(page, 'Nora Quist');
  });

  await test.step('the menu: theme, and help in a dialog that gives the focus back', async () => {
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Nora Quist' })).toBeVisible();
    await tabTo(page, menu);
    await press(page, 'Enter');
    const dark = page.getByRole('menuitemradio', { name: 'Dark' });
    await expect(page.getByRole('menu')).toBeVisible();
    while (!(await dark.evaluate((element) => element === document.activeElement))) await press(page, 'ArrowDown');
    await press(page, 'Enter');
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await press(page, 'End', 'ArrowUp', 'Enter');
    const help = page.getByRole('dialog', { name: 'Help' });
    await expect(help.getByRole('rowheader', { name: 'Go to Workspaces' })).toBeVisible();
    await press(page, 'Escape');
    await expect(menu).toBeFocused();
  });

  await test.step('whoever presses keys by accident turns them off', async () => {
    await press(page, '?');
    const keys = page.getByRole('switch', { name: 'Single-key shortcuts' });
    await tabTo(page, keys);
    await press(page, 'Space', 'Escape');
    await expect(menu).toBeFocused();
    await press(page, 'g', 'w', '?', '/', 'Control+/');
    await expect(page.getByRole('combobox', { name: /^Search/ })).toBeFocused();
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await expect(page).toHaveURL(/users\/edit/);
  });
});
