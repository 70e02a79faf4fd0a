import { expect } from 'playwright/test';
import { BASE } from './person.ts';
import { test } from './test.ts';

test('an error stays where it is until the next answer, so that a double click hits one button', async ({ page }) => {
  await page.goto(`${BASE}/login`);
  await page.getByLabel('Email or username').fill('nobody');
  await page.getByLabel('Password', { exact: true }).fill('wrong-password');
  const button = page.getByRole('button', { name: 'Login' });
  await button.click();
  const error = page.getByRole('alert');
  await expect(error).toBeVisible();
  const place = await button.boundingBox();
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/users/login', async (route) => {
    await answer.promise;
    await route.continue();
  });
  const sent = page.waitForRequest('**/api/users/login');
  await button.click();
  await sent;
  await expect(error).toBeVisible();
  expect(await button.boundingBox()).toEqual(place);
  answer.resolve();
  await expect(button).toBeEnabled();
  await expect(error).toBeVisible();
});
