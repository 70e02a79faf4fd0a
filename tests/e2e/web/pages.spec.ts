import { type APIRequestContext, expect, type Page } from 'playwright/test';
import { colourViolations, type Violations, violations } from './accessible.ts';
import { englishLeft } from './english-left.ts';
import { BASE, logIn, mailedLink, newPerson, PASSWORD, signUp } from './person.ts';
import { addHost, enter, type Settled, settle } from './settle.ts';
import { shifted, watchShifts } from './shifts.ts';
import { test } from './test.ts';

let person: Settled;

test.beforeAll(async ({ playwright }) => {
  const request = await playwright.request.newContext();
  person = await settle(request);
  await request.dispose();
});

test('a protected page leads to the login and back', async ({ page }) => {
  await page.goto(`${BASE}/sshkeys`);
  await page.waitForURL((url) => url.pathname === '/login' && url.searchParams.get('redirect') === '/sshkeys');
  await logIn(page, person);
  await page.waitForURL('**/sshkeys');
  await expect(page.getByText('Laptop')).toBeVisible();
});

test('the login leads to the place of the page that a link named', async ({ page }) => {
  const there = `/workspaces/edit/${person.workspaceId}/settings?from=mail#ports`;
  await page.goto(`${BASE}${there}`);
  await page.waitForURL((url) => url.pathname === '/login' && url.searchParams.get('redirect') === there);
  await logIn(page, person);
  await page.waitForURL(`${BASE}${there}`);
  await expect(page.getByRole('tab', { name: 'Settings' })).toHaveAttribute('aria-selected', 'true');
});

test('a badge in a README leads through the login to a form with its repository', async ({ page }) => {
  const badge = await page.request.get(`${BASE}/open-in-slipway.svg`);
  expect(badge.headers()['content-type']).toMatch(/^image\/svg\+xml/);
  const git = 'https://example.com/harbour/tide-tables.git';
  await page.goto(`${BASE}/workspaces/add?git_url=${encodeURIComponent(git)}&language=python`);
  await page.waitForURL('**/login?*');
  await logIn(page, person);
  await expect(page.getByLabel('Name')).toHaveValue('tide-tables');
  await expect(page.getByLabel('Git repository')).toHaveValue(git);
  await expect(page.getByRole('combobox', { name: 'Language' })).toHaveValue(/Python/);
});

test('a repository fills in what nobody typed; one that cannot be looked into hinders nothing', async ({ page }) => {
  await enter(page, person);
  const found = {
    ...{ name: 'tides', ref: { kind: 'branch', name: 'main', commit: 'a'.repeat(40) }, default_branch: 'main' },
    ...{ languages: [{ value: 'go-1.24', text: 'Go 1.24' }], database: null },
    ...{ cpu_cores: null, memory_gb: null, disk_gb: null, missing_secrets: ['TIDE_KEY'] },
    devcontainer: {
      ...{ file: '.devcontainer/devcontainer.json', followed: ['forwardPorts'] },
      notes: ['Ignored in workspaces: image.'],
    },
  };
  await page.route('**/workspaces/look-at-repository', (route) => route.fulfill({ json: found }));
  await page.goto(`${BASE}/workspaces/add`);
  await page.getByLabel('Name').fill('mine');
  await page.getByLabel('Git repository').fill('https://example.com/harbour/tides.git');
  await expect(page.getByText('Found: branch main · Go 1.24 · devcontainer.json')).toBeVisible();
  const language = page.getByRole('combobox', { name: 'Language' });
  await expect(language).toHaveValue(/^Go/);
  await expect(page.getByLabel('Name')).toHaveValue('mine');
  await page.getByText('What the workspace takes from').click();
  await expect(page.getByText('Ignored in workspaces: image.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Add TIDE_KEY' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Value').fill('planted');
  await dialog.getByRole('button', { name: 'Add secret' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(/asks for the secret TIDE_KEY/)).toHaveCount(0);
  await expect(page.getByLabel('Name')).toHaveValue('mine');
  await page.unroute('**/workspaces/look-at-repository');
  await page.getByLabel('Git repository').fill('https://127.0.0.1/harbour/tides.git');
  await expect(page.getByText(/127\.0\.0\.1 is on a private network/)).toBeVisible();
  await expect(language).toHaveValue(/^Node\.js/);
  await expect(page.getByLabel('Name')).toHaveValue('mine');
  await expect(page.getByRole('button', { name: 'Create workspace' })).toBeEnabled();
});

test('the login does not lead to another site', async ({ page }) => {
  await page.goto(`${BASE}/login?redirect=https://example.com/`);
  await logIn(page, person);
  await page.waitForURL(`${BASE}/workspaces`);
});

test('an address that is not there says so', async ({ page }) => {
  for (const path of ['/h404', '/no/such/page']) {
    await page.goto(BASE + path);
    await expect(page.getByText("Sorry, this page wasn't found")).toBeVisible();
    await expect(page.getByRole('link', { name: /workspaces/i })).toHaveAttribute('href', '/workspaces');
  }
});

test('a forgotten password is set anew, once', async ({ page }) => {
  const somebody = await newPerson();
  await signUp(page, somebody);
  await page.goto(`${BASE}/forgotpassword`);
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(somebody.email);
  await page.getByRole('button', { name: 'Send Reset Link' }).click();
  await expect(page.getByRole('alert').or(page.getByRole('status')).filter({ hasText: 'junk folder' })).toBeVisible();
  const link = await mailedLink(page, somebody, /password/i);
  const password = 'Different-kettle-92!';
  await page.goto(link);
  await page.getByLabel(/^New password/).fill(password);
  await page.getByLabel('Repeat new password').fill(password);
  await page.getByRole('button', { name: 'Save password' }).click();
  await page.waitForURL('**/login?message=reset');
  await expect(page.getByText('Your password has been updated. Now you can login!')).toBeVisible();
  await logIn(page, somebody, password);
  await page.waitForURL('**/wizard/step1');
  await page.goto(link);
  await expect(page.getByRole('link', { name: 'Send a new reset link' })).toBeVisible();
});

test('sign-up says what is taken and what is missing', async ({ page }) => {
  await page.goto(`${BASE}/signup`);
  await expect(page.getByLabel('First name')).toBeFocused();
  await page.getByLabel('Email').fill('ada@');
  await page.keyboard.press('Tab');
  await expect(page.getByText('Please enter a valid email address.')).toBeVisible();
  await page.getByLabel('Username').fill(person.username);
  await expect(page.getByText('This username is taken.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign Up' })).toBeDisabled();
  await page.getByLabel('Username').fill(`${person.username}-free`);
  await expect(page.getByText('Available.')).toBeVisible();
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByText('Please accept the terms & conditions and privacy policy.')).toBeVisible();
  await expect(page.getByText('Please enter a password.')).toBeVisible();
  await expect(page.getByLabel('First name')).toBeFocused();
});

test('signing out in one tab signs the other out', async ({ page, context }) => {
  await page.goto(`${BASE}/login`);
  await logIn(page, person);
  await page.waitForURL('**/workspaces');
  const other = await context.newPage();
  await other.goto(`${BASE}/sshKeys`);
  await expect(other.getByText('Laptop')).toBeVisible();
  await page.goto(`${BASE}/logout`);
  await page.waitForURL('**/login**');
  await other.waitForURL('**/login**');
});

test('a workspace that can’t be launched leads back to the list, with the reason', async ({ page }) => {
  await enter(page, person);
  await page.goto(`${BASE}/workspaces/add`);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Broken');
  await page.getByLabel('Git repository').fill('https://127.0.0.1:1/nothing.git');
  await page.getByRole('button', { name: 'Create workspace' }).click();
  await page.waitForURL('**/workspaces/pending/*');
  await page.waitForURL('**/workspaces?message=error', { timeout: 90_000 });
  await expect(page.getByRole('alert').filter({ hasText: 'NodeJS' })).toBeVisible();
  await expect(page.getByText('Broken')).toHaveCount(0);
});

/** Every page that anybody may open. */
const PUBLIC = [
  '/login',
  '/signup',
  '/forgotpassword',
  '/users/updatepassword?token=none',
  '/users/switchBack',
  '/users/confirmemail?token=none',
  '/betaQuestionnaire',
  '/desktop/login',
  '/terms',
  '/privacy',
  '/h404',
];

test.describe('every page', () => {
  let inside: string[];

  test.beforeAll(async ({ playwright }) => {
    const request = await playwright.request.newContext();
    inside = await pagesOf(request, person);
    await request.dispose();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(colorScheme, () => {
      test.use({ colorScheme });

      // What differs between the themes is colour, so that the second look is at the words too.
      const look = colorScheme === 'light' ? audit : auditColoursAndWords;
      const language = colorScheme === 'light' ? 'en' : 'ja';
      const title =
        colorScheme === 'light' ? 'is as wide as a phone' : 'says nothing in English to a reader of Japanese';
      test(`is accessible, and ${title}`, async ({ page }) => {
        await page.addInitScript((chosen) => localStorage.setItem('slipway-language', chosen), language);
        await watchShifts(page);
        for (const path of PUBLIC) await look(page, path);
        await enter(page, person);
        for (const path of inside) await look(page, path);
      });
    });
  }
});

/** Every page that an owner may open, with a host, a service and a group to look at. */
async function pagesOf(request: APIRequestContext, owner: Settled): Promise<string[]> {
  const headers = { 'X-Session-Key': owner.key };
  const get = async (path: string) => (await request.get(`${BASE}/api${path}`, { headers })).json();
  const post = async (path: string, data: object) => {
    const answer = await request.post(`${BASE}/api${path}`, { headers, data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.json();
  };
  const { id: me } = await get('/users/current');
  const host = await addHost(request, owner);
  const { groupID: group } = await post('/groups/add', { name: 'Docs team', admin_users: [me], users: [] });
  const adminer = { name: 'Look in', service_id: 'adminer', server_id: host, user_id: me };
  const { id: service } = await post('/services/add', adminer);
  const [invoice] = (await get('/organization/invoices')).rows;
  return [
    ...['/wizard/step1', '/wizard/step2', '/wizard/step3', '/wizard/step4'],
    ...['/workspaces', '/workspaces?ui=table', '/workspaces/add', '/workspaces/snapshots', '/workspaces/edit/none'],
    ...['edit', 'pending', 'terminal'].map((page) => `/workspaces/${page}/${owner.workspaceId}`),
    ...['/hosts', '/hosts/add', `/hosts/edit/${host}`, `/hosts/pending/${host}`, '/hosts/edit/none'],
    ...['/services', '/services/browse', '/services/add?service_id=rabbitmq', '/services/edit/none'],
    ...[`/services/pending/${service}`, `/services/edit/${service}`, `/services/edit/${service}/settings`],
    ...['connect', 'activity', 'settings'].map((tab) => `/workspaces/edit/${owner.workspaceId}/${tab}`),
    ...[
      '/users',
      '/users/add',
      '/users/add/several',
      '/users/welcome',
      `/users/edit/${me}`,
      `/users/delete/${me}`,
      '/users/edit/none',
      '/users/beta',
      '/machines',
    ],
    ...['/groups', '/groups/add', `/groups/edit/${group}`, '/groups/edit/none'],
    ...['/templates', '/templates/add', '/templates/edit/none', '/tasks', '/tasks/none'],
    ...['/organization/edit', '/organization/share', '/organization/billing', '/organization/audit'],
    ...['/organization/invoices', `/organization/invoices/${invoice.id}`],
    ...[
      '/profile',
      '/device',
      '/authorize',
      '/sshKeys',
      '/desktop',
      '/desktop/tunnels',
      '/profile/access',
      '/users/confirmemail?token=none',
      '/users/acceptinvite?token=none',
      '/hosts/restore/none',
    ],
  ];
}

/** Loads the page in a window as narrow as a phone, makes it wide, and asks axe. */
async function audit(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, path);
  const width = () => page.evaluate(() => document.scrollingElement?.scrollWidth);
  await expect.soft.poll(width, `${path} scrolls sideways`).toBe(390);
  expect.soft(await shifted(page), `${path} moves while it loads`).toBeLessThan(0.02);
  await page.setViewportSize({ width: 1280, height: 800 });
  expectNothingSerious(path, await violations(page));
}

/** In a window in Japanese. */
async function auditColoursAndWords(page: Page, path: string): Promise<void> {
  await open(page, path);
  expect.soft(await englishLeft(page), path).toEqual([]);
  if (/\/(?:workspaces|services|hosts|users)\/add/.test(path)) {
    for (const list of await page.locator('main input[aria-haspopup=listbox]:enabled').all()) {
      await list.click();
      expect.soft(await englishLeft(page), `a list of ${path}`).toEqual([]);
      await list.press('Escape');
    }
  }
  expectNothingSerious(path, await colourViolations(page));
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(BASE + path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByTestId('page-skeleton')).toHaveCount(0);
}

function expectNothingSerious(path: string, all: Violations): void {
  const serious = all.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const found = serious.map(({ id, nodes }) => `${path}: ${id} at ${nodes.map((node) => node.target).join(', ')}`);
  expect.soft(found).toEqual([]);
}

test('the password is not in the address, the storage or the page after login', async ({ page }) => {
  await page.goto(`${BASE}/login`);
  await logIn(page, person);
  await page.waitForURL('**/workspaces');
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie);
  expect(kept).not.toContain(PASSWORD);
});
