import { expect, test } from 'playwright/test';
import { BASE } from './person.ts';
import { enter, settle } from './settle.ts';

test('a task works in a copy of a running workspace; discarded by mistake, it comes back with its changes', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const person = await settle(page.request);
  await enter(page, person);

  await test.step('begun from the empty page, by keyboard', async () => {
    await page.goto(`${BASE}/workspaces/edit/${person.workspaceId}`);
    await expect(page.getByText('Active', { exact: true }).first()).toBeVisible({ timeout: 120_000 });
    await page.goto(`${BASE}/tasks`);
    await page.getByRole('button', { name: 'New task' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Write the notes down');
    await page.getByRole('dialog').getByLabel('Workspace').first().fill('Fir');
    await page.getByRole('option', { name: 'First' }).click();
    await page.getByRole('textbox', { name: 'Command' }).fill('echo noted; echo tide >notes.txt');
    await page.getByRole('button', { name: 'Begin task' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Write the notes down' })).toBeVisible();
  });

  await test.step('its log and its changes are there when it waits', async () => {
    await expect(page.getByText('The command finished.')).toBeVisible({ timeout: 180_000 });
    await expect(page.getByRole('log')).toHaveText('noted');
    await page.getByRole('button', { name: 'notes.txt Added' }).click();
    await expect(page.getByRole('region', { name: 'notes.txt' }).last()).toContainText('+tide');
  });

  await test.step('discarded, it still shows them, and Undo brings it back', async () => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'Go ahead' }).click();
    await expect(page.getByText('Discarded', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'notes.txt Added' })).toBeVisible();
    await expect(async () => {
      await page.getByRole('main').getByRole('button', { name: 'Undo' }).click();
      await expect(page.getByText('The copy is stopped')).toBeVisible({ timeout: 3000 });
    }).toPass();
  });

  await test.step('on a phone its page and the columns fit', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    for (const path of ['', '/tasks']) {
      if (path) await page.goto(BASE + path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    }
    await expect(page.getByRole('article')).toContainText('Waiting for you');
  });
});
