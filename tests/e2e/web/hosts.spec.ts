import { expect } from 'playwright/test';
import { BASE } from './person.ts';
import { addHost, enter, settle } from './settle.ts';
import { test } from './test.ts';

test('hosts are deleted together once their names are typed, and kept after all', async ({ page }) => {
  const owner = await settle(page.request);
  await addHost(page.request, owner);
  await enter(page, owner);
  await page.goto(`${BASE}/hosts`);
  const row = page.getByRole('row').filter({ hasText: 'Rig' });
  await page.getByRole('checkbox', { name: 'Select Rig' }).check();
  await page.getByRole('button', { name: 'Delete 1' }).click();
  const question = page.getByRole('dialog');
  const goAhead = question.getByRole('button', { name: 'Go ahead' });
  await expect(question).toContainText('at the end of the billing period');
  await expect(goAhead).toBeDisabled();
  await question.getByLabel('Type Rig to confirm').fill('Rig');
  await goAhead.click();
  await expect(row).toContainText('Pending Deletion');
  await expect(page.getByRole('checkbox', { name: 'Select Rig' }), 'there is nothing more to delete').toHaveCount(0);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(row).toContainText('Active');
});
