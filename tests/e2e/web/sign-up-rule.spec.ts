import { expect, type Page } from 'playwright/test';
import { BASE } from './person.ts';
import { test } from './test.ts';

/** The server answers as one whose operator lets these people sign up. */
async function withRule(page: Page, rule: { sign_up: string; sign_up_domains: string[] }): Promise<void> {
  await page.route('**/api/users/providers', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), ...rule } });
  });
}

test('the login leads newcomers to what they can do', async ({ page }) => {
  const link = page.getByRole('link', { name: 'Sign up' });
  const invited = page.getByText('Ask a colleague with an account to invite you.');
  await page.goto(`${BASE}/login`);
  await expect(link).toBeVisible();
  await expect(invited).toBeHidden();
  await withRule(page, { sign_up: 'invited', sign_up_domains: [] });
  await page.reload();
  await expect(invited).toBeVisible();
  await expect(link).toBeHidden();
});
