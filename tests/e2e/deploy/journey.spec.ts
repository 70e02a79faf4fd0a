import { readFile } from 'node:fs/promises';
import { expect, type LaunchOptions, type Page, test } from 'playwright/test';
import { BASE, choose, logIn, newPerson, type Person, publicKey, signUp, ssh } from '../web/person.ts';
import { PACKAGE, PORTS, resolverRules, WORKSPACES } from './addresses.ts';
import { watchConsole } from './console.ts';
import { linkMailedTo } from './mail-sink.ts';

const TWO_YEARS = 'max-age=63072000; includeSubDomains';

test('behind Caddy and nginx: sign up, pay, and work in a workspace over https and SSH', async ({
  page,
  context,
  playwright,
  launchOptions,
}) => {
  const person = await newPerson();
  const complaints = watchConsole(context);

  await test.step('the UI says that it is only for https', async () => {
    const answer = await page.goto(`${BASE}/login`);
    expect(answer?.headers()['strict-transport-security']).toBe(TWO_YEARS);
    expect(await answer?.securityDetails()).toMatchObject({ protocol: 'TLS 1.3' });
  });

  await test.step('sign up, and confirm the address by the mail', async () => {
    await signUp(page, person);
    await page.goto(await mailedLink(person));
    await page.getByRole('link', { name: 'Login' }).click();
    await logIn(page, person);
    await expect(page.getByRole('button', { name: 'Confirm email address' })).toBeVisible();
    // Chromium reports what strangers are told: log in first.
    expect(complaints.splice(0).filter((each) => !/status of 401 .*\/api\/users\//.test(each))).toEqual([]);
    await page.getByRole('button', { name: 'Confirm email address' }).click();
    await expect(page.getByText('Your email has been confirmed.')).toBeVisible();
    await page.getByRole('link', { name: 'Login' }).click();
    await page.waitForURL('**/wizard/step1');
  });

  await test.step('pay, and add a key', () => payAndAddKey(page, person));

  await test.step('what the API answers is compressed', async () => {
    const document = await context.newPage();
    const answer = await document.goto(`${BASE}/api/openapi.json`);
    expect(answer?.headers()['content-encoding']).toMatch(/zstd|gzip/);
    await document.close();
  });

  const address = await test.step('create a workspace', () => createWorkspace(page, 'Harbour Office'));
  const slug = new URL(address).hostname.split('.')[0] ?? '';

  await test.step('VS Code opens over https, with a cookie that belongs to its host alone', async () => {
    const ide = await context.newPage();
    const answer = await ide.goto(address);
    await expect(ide.locator('.monaco-workbench')).toBeVisible({ timeout: 120_000 });
    expect(await answer?.securityDetails()).toMatchObject({ protocol: 'TLS 1.3' });
    await ide.close();
    const cookies = await context.cookies([BASE, address]);
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies)
      expect(cookie, cookie.name).toMatchObject({ secure: true, httpOnly: true, path: '/' });
    const ticket = cookies.find(({ domain }) => domain === new URL(address).hostname);
    expect(ticket?.name).toBe('__Host-slipway_ticket');
  });

  await test.step('SSH, past the proxy', async () => {
    expect(await ssh(person, slug, 'whoami; exit 7')).toEqual({ code: 7, stdout: 'dev\n', stderr: '' });
  });

  await test.step('the desktop app can be downloaded', async () => {
    await page.goto(`${BASE}/desktop`);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: PACKAGE }).click();
    expect((await download).suggestedFilename()).toBe(PACKAGE);
    expect(await readFile(await (await download).path(), 'utf8')).toBe(PACKAGE);
  });

  await test.step('the same behind nginx, and a page for an unknown workspace', async () => {
    const browser = await playwright.chromium.launch(behind(launchOptions, PORTS.nginx.https));
    const nginx = await browser.newContext({ storageState: await context.storageState() });
    const after = watchConsole(nginx);
    const other = await nginx.newPage();
    const answer = await other.goto(`${BASE}/workspaces`);
    expect(answer?.headers()['strict-transport-security']).toBe(TWO_YEARS);
    expect(answer?.headers().server).toMatch(/^nginx/);
    await expect(other.getByRole('link', { name: 'Edit Harbour Office' })).toBeVisible();
    await other.goto(address);
    await expect(other.locator('.monaco-workbench')).toBeVisible({ timeout: 120_000 });
    expect(after).toEqual([]);
    const unknown = await other.goto(`https://nobody-has-this-name.${WORKSPACES}`);
    expect(unknown?.status()).toBe(404);
    await expect(other.getByRole('heading')).toHaveText('Workspace not found');
    await browser.close();
  });

  expect(complaints).toEqual([]);
});

/** A browser for which both domains are at another proxy. */
function behind({ args = [], ...options }: LaunchOptions, httpsPort: number): LaunchOptions {
  const others = args.filter((each) => !each.startsWith('--host-resolver-rules='));
  return { ...options, args: [...others, `--host-resolver-rules=${resolverRules(httpsPort)}`] };
}

async function mailedLink(person: Person): Promise<string> {
  let link: string | null = null;
  await expect(async () => {
    link = await linkMailedTo(person.email, '/users/confirmemail');
    expect(link).not.toBeNull();
  }).toPass();
  return link ?? '';
}

async function payAndAddKey(page: Page, person: Person): Promise<void> {
  await choose(page, 'Industry', /./);
  await page.getByLabel('Street address').fill('1 Long Wharf');
  await page.getByLabel('City').fill('Boston');
  await choose(page, 'State', 'Massachusetts');
  await page.getByLabel('Postal code').fill('02110');
  await choose(page, 'How did you hear about us?', 'Friend');
  await page.getByLabel('Where exactly? (link or name)').fill('A colleague');
  await page.getByLabel('What matters most to you in a development environment?').fill('That it starts quickly');
  await page.getByRole('button', { name: /continue/i }).click();
  await page.waitForURL('**/wizard/step2');
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByLabel('Expires (MM / YY)').fill('04 / 35');
  await page.getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: /^Pay .* and continue/ }).click();
  await page.waitForURL('**/wizard/step3');
  await page.getByRole('button', { name: 'Add SSH Key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Laptop');
  await dialog.getByLabel('Public key').fill(publicKey(person));
  await dialog.getByRole('button', { name: 'Add SSH Key' }).click();
  await page.getByRole('button', { name: /continue/i }).click();
  await page.waitForURL('**/wizard/step4');
}

/** Returns the address of its web IDE. */
async function createWorkspace(page: Page, name: string): Promise<string> {
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await choose(page, 'Language', /^Node\.js 24/);
  await page.getByRole('button', { name: 'Create workspace' }).click();
  await page.waitForURL('**/workspaces?tour=true');
  await page.getByText('Skip tour', { exact: true }).click();
  const card = page.getByRole('listitem').or(page.getByRole('article')).filter({ hasText: name }).first();
  await expect(card).toContainText('Active', { timeout: 600_000 });
  await page.getByRole('link', { name: `Edit ${name}` }).click();
  const link = page.getByRole('link', { name: /^https:\/\/[a-z-]+\.slipway-workspaces\.test/ });
  return (await link.getAttribute('href')) ?? '';
}
