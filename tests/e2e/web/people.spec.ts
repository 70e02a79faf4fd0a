import { expect } from 'playwright/test';
import { BASE, choose, mailedLink, newPerson, PASSWORD, type Person } from './person.ts';
import { enter, type Settled, settle } from './settle.ts';
import { test } from './test.ts';

let owner: Settled;

test.beforeAll(async ({ playwright }) => {
  const request = await playwright.request.newContext();
  owner = await settle(request);
  await request.dispose();
});

test('a user is added for a charge, welcomed, and looks after a workspace until taken out of the group', async ({
  page,
  browser,
}) => {
  const pia: Person = await newPerson();
  await enter(page, owner);

  await test.step('the price is asked first, and nothing happens without an answer', async () => {
    await page.goto(`${BASE}/workspaces`);
    await page.getByRole('link', { name: 'Add User' }).click();
    await page.getByRole('textbox', { name: 'Email', exact: true }).fill(pia.email);
    await page.getByLabel('First name').fill('Pia');
    await page.getByLabel('Last name').fill('Lund');
    await page.getByRole('button', { name: 'Add user' }).click();
    await expect(page.getByText(/Your card is charged \$\d+\.\d\d now/)).toBeVisible();
    await expect(page.getByText(/\$20\.00 more every month: \$55\.00 instead of \$35\.00/)).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('button', { name: 'Go ahead' })).toBeHidden();
    await page.getByRole('button', { name: 'Add user' }).click();
    await page.getByRole('button', { name: 'Go ahead' }).click();
    await page.waitForURL('**/users/edit/*');
    await expect(page.getByText('Pending')).toBeVisible();
  });

  const theirs = await (await browser.newContext()).newPage();
  await test.step('the mail leads to a welcome, and after the login to their own list', async () => {
    await theirs.goto(await mailedLink(theirs, pia, /has invited you/));
    await expect(theirs.getByRole('heading', { name: 'Welcome' })).toBeVisible();
    await theirs.getByLabel(/^New password/).fill(PASSWORD);
    await theirs.getByLabel('Repeat new password').fill(PASSWORD);
    await theirs.getByRole('button', { name: 'Save password' }).click();
    // Signed in at once, with what comes next.
    await theirs.waitForURL('**/users/welcome');
    await expect(theirs.getByText('Your role is User.')).toBeVisible();
    await theirs.getByRole('link', { name: 'Add SSH key' }).click();
    await theirs.waitForURL('**/sshKeys');
    await theirs.goto(`${BASE}/workspaces`);
    await expect(theirs.getByText('No workspaces yet')).toBeVisible();
    await expect(theirs.getByRole('link', { name: 'Users' })).toHaveCount(0);
    await theirs.goto(`${BASE}/users`);
    await expect(theirs.getByText('Only the owner and admins can see this page')).toBeVisible();
  });

  await test.step('a group makes them see and open the workspace of its users', async () => {
    await page.goto(`${BASE}/groups`);
    await page.getByRole('main').getByRole('link', { name: 'Add Group' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Docs team');
    await choose(page, 'Administrators', 'Pia Lund');
    await page.keyboard.press('Escape');
    await choose(page, 'Group Users', 'Nora Quist');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.waitForURL('**/groups/edit/*');
    await theirs.goto(`${BASE}/workspaces`);
    const card = theirs.getByRole('listitem').or(theirs.getByRole('article')).filter({ hasText: 'First' }).first();
    await expect(card).toContainText('Active', { timeout: 120_000 });
  });

  await theirs.goto(`${BASE}/workspaces/edit/${owner.workspaceId}`);
  const url =
    (await theirs
      .getByRole('link', { name: /^http:\/\/first/ })
      .first()
      .getAttribute('href')) ?? '';
  const ide = await theirs.context().newPage();

  await test.step('they are in', async () => {
    await ide.goto(url);
    await expect(ide.locator('.monaco-workbench')).toBeVisible({ timeout: 120_000 });
  });

  await test.step('taken out of the group, they are out at once', async () => {
    await page.getByLabel('Administrators').first().focus();
    await page.keyboard.press('Backspace');
    await page.getByRole('button', { name: 'Update' }).click();
    await expect(page.getByText('Updated!')).toBeVisible();
    await theirs.reload();
    await expect(theirs.getByRole('heading', { name: 'Workspace not found' })).toBeVisible();
    await theirs.goto(`${BASE}/workspaces`);
    await expect(theirs.getByText('No workspaces yet')).toBeVisible();
    const answer = await ide.goto(url);
    expect(answer?.status() === 404 || answer?.status() === 403 || !ide.url().startsWith(url)).toBe(true);
    await expect(ide.locator('.monaco-workbench')).toHaveCount(0);
  });

  await test.step('removed, they can’t log in any more', async () => {
    await page.goto(`${BASE}/users`);
    await page.getByRole('row').filter({ hasText: 'Pia Lund' }).getByText(pia.email).click();
    await page.getByRole('link', { name: 'Remove User' }).click();
    await page.getByRole('button', { name: 'Remove user' }).click();
    await expect(page.getByRole('dialog')).toContainText('You can bring Pia Lund back for 24 hours');
    await page.getByRole('button', { name: 'Go ahead' }).click();
    await expect(page.getByText('The user was removed.')).toBeVisible();
    await page.waitForURL((address) => address.pathname === '/users');
    await expect(page.getByRole('row').filter({ hasText: 'Pia Lund' })).toHaveCount(0);
    await theirs.waitForURL('**/login**');
  });

  await test.step('brought back, they log in again', async () => {
    await page.goto(`${BASE}/users?status=deleted`);
    await page.getByRole('button', { name: 'Bring Pia Lund back' }).click();
    await expect(page.getByText('Pia Lund is back.')).toBeVisible();
    const login = { username: pia.email, password: PASSWORD };
    expect((await theirs.request.post(`${BASE}/api/users/login`, { data: login })).ok()).toBe(true);
  });
});

test('a pasted list is invited for one charge, and its people get a role and leave together', async ({ page }) => {
  await enter(page, owner);
  await page.goto(`${BASE}/users/add`);
  await page.getByRole('tab', { name: 'Several people' }).click();
  const box = page.getByRole('textbox', { name: 'People' });
  await box.fill('Lena Moss <lena.moss@tidewater.example>; tom.reed@tidewater.example\nnobody');
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByRole('row', { name: /^nobody/ })).toContainText("This isn't an email address");
  await page.getByRole('button', { name: /^Invite 2 people/ }).click();
  await expect(page.getByText('2 people were invited.')).toBeVisible();
  await expect(box).toHaveValue('nobody');

  await page.goto(`${BASE}/users?search=tidewater`);
  await page.getByRole('checkbox', { name: 'Select Lena Moss' }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('checkbox', { name: 'Select Tom Reed' }).click({ modifiers: ['Shift'] });
  await expect(page.getByRole('region', { name: 'Selected rows' })).toContainText('2 selected');
  await page.getByRole('button', { name: 'Change role' }).click();
  await page.getByRole('menuitem', { name: 'Lead' }).click();
  await expect(page.getByText('2 users have the role Lead now.')).toBeVisible();
  for (const name of ['Lena Moss', 'Tom Reed']) {
    await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Lead');
    await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  }
  await page.getByRole('button', { name: 'Remove 2' }).click();
  await expect(page.getByText('Lena Moss and Tom Reed immediately lose access')).toBeVisible();
  await page.getByRole('button', { name: 'Go ahead' }).click();
  await expect(page.getByText('2 users were removed.')).toBeVisible();
  await expect(page.getByText('Lena Moss')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Lena Moss' })).toContainText('Lead');
  await expect(page.getByRole('row').filter({ hasText: 'Tom Reed' })).toContainText('Lead');
});

test('groups are deleted together, and had back from the toast or from below the list', async ({ page }) => {
  const headers = { 'X-Session-Key': owner.key };
  for (const name of ['Harbour', 'Pilots']) {
    const data = { name, admin_users: [], users: [] };
    const added = await page.request.post(`${BASE}/api/groups/add`, { headers, data });
    expect(added.ok()).toBe(true);
  }
  await enter(page, owner);
  await page.goto(`${BASE}/groups`);
  const select = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` });
  const deleteBoth = async () => {
    for (const name of ['Harbour', 'Pilots']) await select(name).check();
    await page.getByRole('button', { name: 'Delete 2' }).click();
    await expect(page.getByText(/^Harbour and Pilots will be deleted\./)).toBeVisible();
    await page.getByRole('button', { name: 'Go ahead' }).click();
    await expect(page.getByText('2 groups were deleted.')).toBeVisible();
    await expect(select('Harbour')).toHaveCount(0);
  };
  await deleteBoth();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(select('Pilots')).toBeVisible();
  await expect(page.getByText('Recently deleted')).toHaveCount(0);
  await deleteBoth();
  await page.getByRole('button', { name: 'Undo the deletion of Pilots' }).click();
  await expect(select('Pilots')).toBeVisible();
  await expect(select('Harbour')).toHaveCount(0);
});
