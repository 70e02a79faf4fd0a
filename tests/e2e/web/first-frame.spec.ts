import { expect, type Page } from 'playwright/test';
import { BASE } from './person.ts';
import { enter, settle } from './settle.ts';
import { test } from './test.ts';

const SCRIPTS = '**/assets/*.js';

/** The page as it is until its scripts have come. */
async function withoutScripts(page: Page, path: string): Promise<void> {
  await page.route(SCRIPTS, () => {});
  await page.goto(BASE + path, { waitUntil: 'commit' });
  await expect(page.locator('.first-frame-name')).toBeVisible();
}

async function withScripts(page: Page, path: string): Promise<void> {
  await page.unroute(SCRIPTS);
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

test('a page whose scripts are cut off loads once more by itself, and else offers it', async ({ page }) => {
  let cut = 1;
  let loads = 0;
  await page.route(SCRIPTS, (route) => {
    // One file that is cut off is enough to begin with nothing.
    if (!/\/index-/.test(route.request().url()) || cut === 0) return route.continue();
    cut -= 1;
    return route.abort('connectionreset');
  });
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  await page.goto(`${BASE}/login`);
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  expect(loads).toBe(2);
  // It has done so a moment ago: now a person decides.
  cut = 1;
  await page.reload();
  const failed = page.getByRole('alert');
  await expect(failed).toContainText('Reloading usually fixes this.');
  expect(loads).toBe(3);
  await failed.getByRole('button').click();
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
});

test('a page whose own code is cut off loads once more by itself', async ({ page }) => {
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  await page.route('**/assets/SignupPage-*.js', (route) => (loads > 1 ? route.continue() : route.abort()));
  await page.goto(`${BASE}/login`);
  await page.getByRole('link', { name: 'Sign up' }).click();
  await expect(page.getByRole('button', { name: 'Sign Up' })).toBeVisible();
  expect(loads).toBe(2);
});

test('what the list needs is asked for before the scripts have run, and taken by the page', async ({ page }) => {
  await enter(page, await settle(page.request));
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/(users\/current|workspaces|workspaces\/user-options)$/.test(pathname)) asked.push(pathname);
  });
  await withoutScripts(page, '/workspaces');
  const early = ['/api/users/current', '/api/workspaces', '/api/workspaces/user-options'];
  await expect.poll(() => [...asked].sort()).toEqual(early);
  await withScripts(page, '/workspaces');
  await expect(page.locator('main').getByRole('link', { name: 'First', exact: true })).toBeVisible();
  // The page's own calls took every one.
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'slipwayEarly')?.answers.size ?? 0)).toBe(0);
});

test('an answer that was cut off is asked for again, and a signed-out person asks for nothing', async ({ page }) => {
  const person = await settle(page.request);
  const asked: string[] = [];
  let cut = true;
  await page.route('**/api/users/current', (route) => {
    asked.push(route.request().url());
    if (!cut) return route.continue();
    cut = false;
    return route.abort('connectionreset');
  });
  await withScripts(page, '/login');
  expect(asked).toEqual([]);
  await enter(page, person);
  await withScripts(page, '/workspaces');
  expect(asked.length).toBeGreaterThan(1);
});
