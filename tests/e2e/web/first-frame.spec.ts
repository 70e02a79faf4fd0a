import { expect, type Page, test } from 'playwright/test';
import { BASE } from './person.ts';
import { enter, settle } from './settle.ts';

/** The page as it is until its scripts have come. */
async function withoutScripts(page: Page, path: string): Promise<void> {
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto(BASE + path);
  await expect(page.locator('.first-frame-name')).toBeVisible();
}

async function withScripts(page: Page, path: string): Promise<void> {
  await page.unroute('**/assets/*.js');
  await page.goto(BASE + path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('.first-frame')).toHaveCount(0);
}

const boxOf = (page: Page, selector: string) => page.locator(selector).first().boundingBox();

test('before the scripts come, the login has its card where it will be, in the chosen theme', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await withoutScripts(page, '/login');
  await expect(page.locator('.first-frame')).toHaveCSS('background-color', 'rgb(18, 22, 28)');
  const before = await boxOf(page, '.first-frame-card');
  await withScripts(page, '/login');
  const card = await boxOf(page, 'main h1 >> xpath=ancestor::*[contains(@class, "Paper")]');
  const near = (value = 0) => expect.closeTo(value, 0);
  expect(before).toMatchObject({ x: near(card?.x), y: near(card?.y), width: near(card?.width) });
  await page.emulateMedia({ colorScheme: 'light' });
  await withoutScripts(page, '/login');
  await expect(page.locator('.first-frame')).toHaveCSS('background-color', 'rgb(247, 248, 250)');
});

test('before the scripts come, a page behind the login has its bars where they will be', async ({ page }) => {
  await enter(page, await settle(page.request));
  await withoutScripts(page, '/workspaces');
  const before = [await boxOf(page, '.first-frame-side'), await boxOf(page, '.first-frame-top')];
  await withScripts(page, '/workspaces');
  expect(before).toEqual([await boxOf(page, 'aside'), await boxOf(page, 'header')]);
});
