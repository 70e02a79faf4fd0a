import { expect } from 'playwright/test';
import { BASE, choose, logIn, rareAction } from './person.ts';
import { addHost, enter, settle, until } from './settle.ts';
import { test } from './test.ts';

test('a service: no host, a host, launched, opened, stopped, woken, protected, deleted', async ({
  page,
  context,
  browser,
}) => {
  const person = await settle(page.request);
  // A new network of the machine makes a browser drop what it is loading.
  await until(page.request, person, `/workspaces/${person.workspaceId}`, 'workspace_status');
  await enter(page, person);

  await test.step('without a host it leads back to the catalogue', async () => {
    await page.goto(`${BASE}/services/browse`);
    await expect(page.getByRole('alert').getByRole('link', { name: 'Add a host' })).toBeVisible();
    await page.getByRole('textbox', { name: 'Search the catalogue' }).fill('queue');
    await expect(page.getByRole('link', { name: 'Launch RabbitMQ' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Launch PostgreSQL' })).toBeHidden();
    await page.getByRole('textbox', { name: 'Search the catalogue' }).fill('adminer');
    await page.getByRole('link', { name: 'Launch Adminer' }).click();
    await expect(page.getByText('Please add a host before adding services.', { exact: true })).toBeVisible();
    await page.waitForURL('**/services/browse');
  });

  await addHost(page.request, person);

  await test.step('launched with a form made of its values', async () => {
    await page.goto(`${BASE}/services/add?service_id=adminer`);
    await page.getByRole('button', { name: 'Launch Service' }).click();
    await expect(page.getByText('There were errors in your form')).toBeVisible();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Look in');
    await choose(page, 'Host', /^Rig /);
    await page.getByLabel('Database server').fill('main-data');
    await page.getByRole('button', { name: 'Launch Service' }).click();
    await page.waitForURL('**/services/pending/*');
    await expect(page.getByRole('heading', { name: 'Creating Service...' })).toBeVisible();
    await page.waitForURL('**/services/edit/*', { timeout: 300_000 });
    await expect(page.getByRole('heading', { name: 'Look in' })).toBeVisible();
  });

  await test.step('opened by the gateway, woken by a visit, and led to by the login', async () => {
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: 'Open', exact: true }).click(),
    ]);
    await expect(opened).toHaveTitle(/main-data - Adminer/);
    const url = opened.url();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Start', exact: true })).toBeVisible();
    await opened.goto(url);
    await expect(opened.getByRole('heading', { name: 'Restoring Container' })).toBeVisible();
    await expect(opened).toHaveTitle(/Adminer/, { timeout: 120_000 });
    await opened.close();
    const elsewhere = await browser.newContext();
    const signedOut = await elsewhere.newPage();
    await signedOut.goto(url);
    await logIn(signedOut, person);
    await expect(signedOut).toHaveTitle(/Adminer/);
    expect(new URL(signedOut.url()).origin).toBe(new URL(url).origin);
    await elsewhere.close();
  });

  await test.step('protected, then deleted', async () => {
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByRole('switch', { name: 'Delete protection' }).check();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('The service was updated.')).toBeVisible();
    const remove = await rareAction(page, 'Delete');
    await expect(remove).toBeDisabled();
    await page.keyboard.press('Escape');
    await page.getByRole('switch', { name: 'Delete protection' }).uncheck();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await rareAction(page, 'Delete');
    await expect(remove).toBeEnabled();
    await remove.click();
    await expect(page.getByText(/You can bring .+ back with its data for 24 hours/)).toBeVisible();
    await page.getByRole('button', { name: 'Go ahead' }).click();
    await expect(page.getByText('The service was deleted.', { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'No services yet' })).toBeVisible();
  });

  await test.step('brought back from the deleted ones', async () => {
    await page.goto(`${BASE}/services?status=deleted`);
    await page.getByRole('button', { name: /^Bring .+ back$/ }).click();
    await expect(page.getByText('The service is back. Start it to continue.')).toBeVisible();
    await page.goto(`${BASE}/services`);
    await expect(page.getByRole('row').filter({ hasText: 'Offline' })).toBeVisible();
  });
});
