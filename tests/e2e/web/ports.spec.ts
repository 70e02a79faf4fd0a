import { expect } from 'playwright/test';
import { BASE, choose, rareAction, ssh } from './person.ts';
import { enter, settle } from './settle.ts';
import { test } from './test.ts';

const SERVER = `require('http').createServer((_, answer) => answer.end('<h1>Served from inside</h1>')).listen(3000)`;

test('a port has an address of its own; KeepAlive moves from one workspace to another', async ({ page }) => {
  const person = await settle(page.request);
  await enter(page, person);
  const edit = `${BASE}/workspaces/edit/${person.workspaceId}`;
  const keepalive = page.getByRole('switch', { name: 'KeepAlive' });

  await test.step('settings count at once, and what it uses is seen', async () => {
    await page.goto(edit);
    await expect(await rareAction(page, 'Restart')).toBeVisible({ timeout: 120_000 });
    await page.keyboard.press('Escape');
    await expect(page.getByText(/ of 1\.5 GB$/)).toBeVisible();
    await page.getByRole('tab', { name: 'Settings' }).click();
    await choose(page, 'Port 3030', 'tcp');
    await keepalive.check({ force: true });
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Changes saved.')).toBeVisible();
    await page.getByRole('tab', { name: 'Overview' }).click();
    await expect(page.getByRole('button', { name: 'Copy URL of port 3030' })).toBeVisible();
    await expect(page.getByText(/^localhost:\d+$/)).toBeVisible();
  });

  await test.step('port 3000 leads to the program there', async () => {
    const address = (await page.getByRole('link', { name: 'Open port 3000' }).getAttribute('href')) ?? '';
    const slug = new URL(address).hostname.split('-3000.')[0] ?? '';
    await page.goto(address);
    await expect(page.getByRole('heading')).toHaveText('Nothing is listening on port 3000');
    expect((await ssh(person, slug, `nohup node -e "${SERVER}" > /dev/null 2>&1 &`)).code).toBe(0);
    await expect(async () => {
      await page.reload();
      await expect(page.getByRole('heading')).toHaveText('Served from inside', { timeout: 5000 });
    }).toPass({ timeout: 90_000 });
  });

  await test.step('a second workspace takes KeepAlive only when told to', async () => {
    await page.goto(`${BASE}/workspaces/add`);
    await page.getByRole('textbox', { name: 'Name' }).fill('Second');
    await keepalive.check({ force: true });
    await page.getByRole('button', { name: 'Create workspace' }).click();
    await expect(page.getByText(/“First” already has it/)).toBeVisible();
    await page.getByRole('button', { name: 'Move KeepAlive here' }).click();
    await page.getByRole('button', { name: 'Create workspace' }).click();
    await page.waitForURL(/\/workspaces\/edit\//, { timeout: 120_000 });
    await page.getByRole('tab', { name: 'Settings' }).click();
    await expect(keepalive).toBeChecked();
    await page.goto(`${edit}/settings`);
    await expect(keepalive).not.toBeChecked();
  });
});
