import { expect, type Page } from 'playwright/test';
import { BASE, choose, mailedLink, newPerson, PASSWORD } from './person.ts';
import { enter, type Settled, settle, until } from './settle.ts';
import { test } from './test.ts';

let owner: Settled;

test.beforeAll(async ({ playwright }) => {
  const request = await playwright.request.newContext();
  owner = await settle(request);
  await until(request, owner, `/workspaces/${owner.workspaceId}`, 'workspace_status');
  await request.dispose();
});

/** Somebody else in the organization, signed in and on their list of workspaces. */
async function addPerson(page: Page, theirs: Page, firstName: string): Promise<void> {
  const person = await newPerson();
  await page.goto(`${BASE}/users/add`);
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(person.email);
  await page.getByLabel('First name').fill(firstName);
  await page.getByLabel('Last name').fill('Lund');
  await page.getByRole('button', { name: 'Add user' }).click();
  await page.getByRole('button', { name: 'Go ahead' }).click();
  await page.waitForURL('**/users/edit/*');
  await theirs.goto(await mailedLink(theirs, person, /has invited you/));
  await theirs.getByLabel(/^New password/).fill(PASSWORD);
  await theirs.getByLabel('Repeat new password').fill(PASSWORD);
  await theirs.getByRole('button', { name: 'Save password' }).click();
  await theirs.waitForURL('**/users/welcome');
  await theirs.goto(`${BASE}/workspaces`);
  await expect(theirs.getByText('No workspaces yet')).toBeVisible();
}

test('a terminal is shared with a member, who joins from a notice, may type once allowed, and is cut off', async ({
  page,
  browser,
}) => {
  await enter(page, owner);
  const theirs = await (await browser.newContext()).newPage();
  await addPerson(page, theirs, 'Pia');
  await page.goto(`${BASE}/workspaces/terminal/${owner.workspaceId}`);
  await expect(page.locator('[data-terminal=open]')).toBeVisible();
  await page.keyboard.type('echo before-$((1+1))\n');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Share this terminal' });
  await choose(page, 'With', 'Pia Lund');
  await dialog.getByText('15 minutes').click();
  await dialog.getByRole('button', { name: 'Share terminal' }).click();
  const share = page.getByRole('list', { name: 'Shared terminal' }).getByRole('listitem');
  await expect(share).toContainText('Not here yet');

  const opening = theirs.waitForEvent('popup');
  await theirs.getByRole('status', { name: 'Terminals shared with you' }).getByRole('link', { name: 'Join' }).click();
  const guest = await opening;
  await expect(guest.locator('.xterm-rows')).toContainText('before-2');
  await expect(guest.getByRole('list', { name: 'Here now' })).toContainText('Pia Lund');
  await expect(guest.getByText('You can only view.')).toBeVisible();
  await expect(share).toContainText('Here now');

  await share.getByText('View and type').click();
  await expect(guest.getByText('You can type.')).toBeVisible();
  await guest.getByRole('textbox', { name: 'Terminal' }).focus();
  await guest.keyboard.type('echo typed-$((2+2))\n');
  await expect(page.locator('.xterm-rows')).toContainText('typed-4');

  await share.getByRole('button', { name: 'Stop sharing with Pia Lund' }).click();
  await expect(guest.getByText('This terminal isn’t shared with you')).toBeVisible();
  await expect(share).toHaveCount(0);
  await guest.goto(`${BASE}/workspaces/edit/${owner.workspaceId}`);
  await expect(guest.getByRole('heading', { name: 'Workspace not found' })).toBeVisible();
});

test('VS Code is shared with a member, who opens it from a notice, is seen, and is cut off', async ({
  page,
  browser,
}) => {
  await enter(page, owner);
  const theirs = await (await browser.newContext()).newPage();
  await addPerson(page, theirs, 'Ida');
  await page.goto(`${BASE}/workspaces/edit/${owner.workspaceId}/connect`);
  await page.getByRole('button', { name: 'Share VS Code…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share VS Code' });
  await expect(dialog.getByRole('alert')).toContainText('They work as you in this workspace');
  await choose(page, 'With', 'Ida Lund');
  await dialog.getByText('15 minutes').click();
  await dialog.getByRole('button', { name: 'Share VS Code' }).click();
  const share = page.getByRole('list', { name: 'VS Code is shared with' }).getByRole('listitem');
  await expect(share).toContainText('Not here yet');

  const opening = theirs.waitForEvent('popup');
  await theirs.getByRole('link', { name: 'Open VS Code' }).click();
  const guest = await opening;
  await expect(guest.getByText(/^Shared by .* · Here: Ida Lund$/)).toBeVisible({ timeout: 60_000 });
  await expect(share).toContainText('Here now', { timeout: 30_000 });

  await share.getByRole('button', { name: 'Stop sharing VS Code with Ida Lund' }).click();
  await expect(guest.getByRole('heading', { name: 'VS Code is no longer shared with you' })).toBeVisible();
  await expect(share).toHaveCount(0);
});
