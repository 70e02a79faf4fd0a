import { expect } from 'playwright/test';
import { BASE, choose, rareAction } from './person.ts';
import { enter, settle } from './settle.ts';
import { test } from './test.ts';

test('a workspace becomes a template, and the next one starts from it', async ({ page }) => {
  const person = await settle(page.request);
  await enter(page, person);

  await test.step('there is none yet', async () => {
    await page.goto(`${BASE}/templates`);
    await expect(page.getByText('No templates yet')).toBeVisible();
  });

  await test.step('saved from the menu of a workspace', async () => {
    await page.goto(`${BASE}/workspaces/edit/${person.workspaceId}`);
    await (await rareAction(page, 'Save as template…')).click();
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('First');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Web shop');
    await choose(page, 'Port 3030', 'tcp');
    await page.getByLabel('Names of secrets').first().fill('NPM_TOKEN');
    await page.getByRole('button', { name: 'Save template' }).click();
    await expect(page.getByRole('row', { name: /Web shop/ })).toBeVisible();
  });

  await test.step('on a phone its form fits', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole('link', { name: 'Web shop' }).first().click();
    await expect(page.getByRole('button', { name: 'Save changes' })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('chosen at the top of a new workspace, by keyboard', async () => {
    await page.goto(`${BASE}/workspaces/add`);
    const template = page
      .getByRole('combobox', { name: 'Template' })
      .or(page.getByRole('textbox', { name: 'Template' }));
    await template.first().fill('Web');
    await expect(page.getByRole('option', { name: /^No template/ })).toHaveCount(0);
    await expect(page.getByRole('option', { name: /^Web shop/ })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(template.first()).toHaveValue(/^Web shop/);
    await expect(page.getByText("Version 1. What it sets can't be changed here.")).toBeVisible();
    await expect(page.getByText(/needs the secret NPM_TOKEN/)).toBeVisible();
    const port = page.getByLabel('Port 3030').first();
    await expect(port).toBeDisabled();
    await expect(port).toHaveValue('tcp');
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Second');
    await page.getByRole('button', { name: 'Add NPM_TOKEN' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Name')).toHaveValue('NPM_TOKEN');
    await dialog.getByLabel('Value').fill('planted');
    await dialog.getByRole('button', { name: 'Add secret' }).click();
    await expect(page.getByText(/needs the secret NPM_TOKEN/)).toHaveCount(0);
    await expect(dialog).toHaveCount(0);
    await expect(name, 'the form was neither sent nor emptied').toHaveValue('Second');
    await expect(template.first()).toHaveValue(/^Web shop/);
    await page.getByRole('button', { name: 'Create workspace' }).click();
    await page.waitForURL(/\/workspaces\/edit\//, { timeout: 120_000 });
    await expect(page.getByText('From template Web shop, version 1', { exact: true })).toBeVisible();
  });
  const second = page.url();

  await test.step('changed, deleted and brought back, it leaves the workspace alone', async () => {
    await page.goto(`${BASE}/templates`);
    await page.getByRole('link', { name: 'Web shop' }).first().click();
    await choose(page, 'Port 3000', 'Disabled');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText(/^Version 2\./)).toBeVisible();
    await page.goto(second);
    await expect(page.getByText('From template Web shop, version 1; a newer one is there')).toBeVisible();
    await page.goto(`${BASE}/templates`);
    await page.getByRole('link', { name: 'Web shop' }).first().click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Go ahead' }).click();
    await expect(page.getByText('No templates yet')).toBeVisible();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    const row = page.getByRole('row', { name: /Web shop/ });
    await expect(row).toBeVisible();
    await expect(page.getByText('Recently deleted')).toHaveCount(0);
    await page.getByRole('checkbox', { name: 'Select Web shop' }).check();
    await page.getByRole('button', { name: 'Delete 1' }).click();
    await expect(page.getByText('Web shop will be deleted. Workspaces made from it stay.')).toBeVisible();
    await page.getByRole('button', { name: 'Go ahead' }).click();
    await page.getByRole('button', { name: 'Undo the deletion of Web shop' }).click();
    await expect(row).toBeVisible();
  });
});
