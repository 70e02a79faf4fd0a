import { expect, type Page } from 'playwright/test';
import { BASE } from './person.ts';
import { enter, type Settled, settle } from './settle.ts';
import { test } from './test.ts';

let owner: Settled;

test.beforeAll(async ({ playwright }) => {
  const request = await playwright.request.newContext();
  owner = await settle(request);
  await request.dispose();
});
test.beforeEach(({ page }) => enter(page, owner));

async function fillCard(page: Page, number: string): Promise<void> {
  const card = page.getByRole('region', { name: 'Card' });
  await card.getByLabel('Card number').fill(number);
  await card.getByLabel('Expires (MM / YY)').fill('0435');
  await card.getByLabel('Security code').fill('123');
  await card.getByRole('button', { name: 'Save card' }).click();
}

test('an owner reads what was charged and what comes, and keeps the invoice', async ({ page }) => {
  await page.goto(`${BASE}/organization/billing`);
  const upcoming = page.getByRole('region', { name: 'Upcoming invoice' });
  await expect(upcoming).toContainText('$35.00');
  await page.getByRole('row').filter({ hasText: 'Prorated' }).getByRole('link', { name: 'View' }).click();
  await expect(page.getByRole('heading', { name: 'View Invoice' })).toBeVisible();
  await expect(page.getByText('Quist & Co')).not.toHaveCount(0);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download PDF' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^invoice-.*\.pdf$/i);
});

test('a refused card says why and changes nothing; a good one is charged from then on', async ({ page }) => {
  await page.goto(`${BASE}/organization/edit`);
  await page.getByRole('button', { name: 'Update Payment Method' }).click();
  await fillCard(page, '4000000000000002');
  await expect(page.getByRole('alert')).toContainText('declined');
  await fillCard(page, '5555555555554444');
  await expect(page.getByText('Mastercard ending in 4444')).toBeVisible();
});

test('a card whose bank asks at every charge pays for a user once it is confirmed, and not when refused', async ({
  page,
}) => {
  await page.goto(`${BASE}/organization/edit`);
  await page.getByRole('button', { name: 'Update Payment Method' }).click();
  await fillCard(page, '4000002760003184');
  await page.getByRole('button', { name: 'Complete' }).click();
  await expect(page.getByText('Visa ending in 3184')).toBeVisible();
  await page.goto(`${BASE}/users/add`);
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('asked@example.com');
  await page.getByLabel('First name').fill('Asta');
  await page.getByLabel('Last name').fill('Asked');
  const bank = page.getByRole('dialog', { name: 'Confirm with your bank' });
  for (const choice of ['Decline', 'Confirm']) {
    await page.getByRole('button', { name: 'Add User' }).click();
    await page.getByRole('button', { name: 'Go ahead' }).click();
    await bank.getByRole('button', { name: choice }).click();
    if (choice === 'Decline') await expect(page.getByText("The payment wasn't confirmed.")).toBeVisible();
  }
  await expect(page.getByRole('heading', { name: 'Asta Asked' })).toBeVisible();
  await page.goto(`${BASE}/organization/edit`);
  await page.getByRole('button', { name: 'Update Payment Method' }).click();
  await fillCard(page, '5555555555554444');
  await expect(page.getByText('Mastercard ending in 4444')).toBeVisible();
});

test('a cap is set and refuses the next licence with the figures', async ({ page }) => {
  await page.goto(`${BASE}/organization/billing`);
  await page.getByRole('button', { name: 'Set a cap' }).click();
  await page.getByLabel('Monthly limit').fill('40');
  await page.getByRole('button', { name: 'Save cap' }).click();
  await expect(page.getByRole('region', { name: 'Spending cap' })).toContainText('$40 a month');
  await page.goto(`${BASE}/users/add`);
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('capped@example.com');
  await page.getByLabel('First name').fill('Carl');
  await page.getByLabel('Last name').fill('Capped');
  await page.getByRole('button', { name: 'Add User' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'exceeds the spending cap of $40' })).toBeVisible();
  await page.goto(`${BASE}/organization/billing`);
  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByRole('button', { name: 'Remove cap' }).click();
  await expect(page.getByText('No spending cap set.')).toBeVisible();
});

test('the account is deleted at the end of the period, and restored', async ({ page }) => {
  await page.goto(`${BASE}/organization/edit`);
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await expect(page.getByRole('button', { name: 'Go ahead' })).toBeDisabled();
  await page.getByLabel('Type Quist & Co to confirm').fill('Quist & Co');
  await page.getByRole('button', { name: 'Go ahead' }).click();
  await expect(page.getByRole('button', { name: 'Restore Account' })).toBeVisible();
  await page.getByRole('button', { name: 'Restore Account' }).click();
  await expect(page.getByRole('button', { name: 'Delete Account' })).toBeVisible();
});
