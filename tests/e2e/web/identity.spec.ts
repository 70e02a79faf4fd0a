import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Secret, TOTP } from 'otpauth';
import { expect, type Page } from 'playwright/test';
import { violations } from './accessible.ts';
import { BASE, logIn, mailedLink, PASSWORD } from './person.ts';
import { enter, type Settled, settle, until } from './settle.ts';
import { test } from './test.ts';

test('two-factor, and what was typed when the session ended', async ({ page, request }) => {
  const person = await settle(request);
  let seed = '';
  let recoveryCodes: string[] = [];

  await test.step('set up with an authenticator', async () => {
    await enter(page, person);
    await page.goto(`${BASE}/profile`);
    await page.getByRole('button', { name: 'Set up two-factor authentication' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Current password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
    seed = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
    await dialog.getByLabel('Six-digit code').fill(codeOf(seed, 0));
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await expect(dialog.getByText("they won't be shown again")).toBeVisible();
    recoveryCodes = await dialog.getByRole('listitem').allInnerTexts();
    expect(recoveryCodes).toHaveLength(10);
    await dialog.getByRole('button', { name: "I've saved my codes" }).click();
    await expect(page.getByText('10 recovery codes left.')).toBeVisible();
  });

  await test.step('log in with the code of the app', async () => {
    await page.goto(`${BASE}/logout`);
    await page.waitForURL('**/login');
    await logIn(page, person);
    await page.getByLabel('Six-digit code').fill(codeOf(seed, 1));
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL('**/workspaces');
  });

  await test.step('signed out, the address of a workspace leads through login and code into the workspace', async () => {
    await until(request, person, `/workspaces/${person.workspaceId}`, 'workspace_status');
    const { url } = await (
      await request.get(`${BASE}/api/workspaces/${person.workspaceId}`, { headers: { 'X-Session-Key': person.key } })
    ).json();
    await page.goto(`${BASE}/logout`);
    await page.waitForURL('**/login');
    await page.goto(url);
    await page.waitForURL('**/login?redirect=%2Fopen*');
    await logIn(page, person);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(recoveryCodes[1] ?? '');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.locator('.monaco-workbench')).toBeVisible({ timeout: 120_000 });
    expect(new URL(page.url()).origin).toBe(new URL(url).origin);
  });

  await test.step('so it does without the session cookie; nobody is led elsewhere', async () => {
    await page.context().clearCookies();
    await page.goto(`${BASE}/login?redirect=${encodeURIComponent('/open?host=evil.example&path=//evil.example')}`);
    await expect(page.getByRole('heading', { name: 'Workspace not found' })).toBeVisible();
    expect(new URL(page.url()).origin).toBe(BASE);
    await page.getByRole('link', { name: 'Go to your workspaces' }).click();
    await page.getByRole('link', { name: 'First', exact: true }).click();
    const opens = page.getByRole('link', { name: 'Open First in a new tab' });
    await page.goto((await opens.getAttribute('href')) ?? '');
    await expect(page.locator('.monaco-workbench')).toBeVisible({ timeout: 120_000 });
  });

  await test.step('what was typed is there again after the session ended and a login with a recovery code', async () => {
    await page.goto(`${BASE}/workspaces/add`);
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Half typed');
    await endSessionsElsewhere(page, person);
    await page.waitForURL('**/login?redirect=%2Fworkspaces%2Fadd');
    await logIn(page, person);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL('**/workspaces/add');
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Half typed');
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Half typed');
  });
});

test('a session that ended before its page was connected leads to the login as well', async ({ page, request }) => {
  const person = await settle(request);
  await enter(page, person);
  const { promise: ended, resolve: goOn } = Promise.withResolvers<void>();
  await page.routeWebSocket(/\/socket\.io\//, async (socket) => {
    await ended;
    socket.connectToServer();
  });
  // Nothing else is asked for then, which would find out.
  await page.goto(`${BASE}/groups`, { waitUntil: 'networkidle' });
  await endSessionsElsewhere(page, person);
  goOn();
  // Not only when the page asks for something a minute later.
  await page.waitForURL('**/login?redirect=%2Fgroups', { timeout: 30_000 });
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
});

test('an administrator acts as a user, sees so all the time, and returns', async ({ page, browser, request }) => {
  const admin = await settle(request, { email: 'iris@example.com', firstName: 'Iris', unconfirmed: true });
  const person = await settle(request, { firstName: 'Paula', organization: 'Paula & Sons' });
  await enter(page, admin);
  await page.goto(await mailedLink(page, admin, /confirm/i));
  await page.getByRole('button', { name: 'Confirm email address' }).click();
  await expect(page.getByText('Your email has been confirmed.')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Become an administrator' }).click();
  await page.waitForURL('**/workspaces');
  await page.goto(`${BASE}/workspaces`);
  await page.getByRole('button', { name: 'Switch User' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Organization').fill('Paula & S');
  await page.getByRole('option', { name: 'Paula & Sons' }).click();
  await dialog.getByLabel('User', { exact: true }).click();
  await page.getByRole('option', { name: new RegExp(person.email) }).click();
  await dialog.getByLabel('Reason').fill('Ticket 4711: a workspace does not start');
  await dialog.getByRole('button', { name: 'Switch' }).click();

  const banner = page.getByRole('region', { name: 'Acting as another user' });
  await expect(banner).toContainText('Iris Quist, you are acting as Paula Quist');
  await expect(banner.getByRole('timer')).toContainText(/5\d:\d\d left/);
  await page.goto(`${BASE}/profile`);
  await page.getByRole('button', { name: 'New token' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Back door');
  await page.getByRole('dialog').getByLabel('Current password').fill('not needed to be refused');
  await page.getByRole('dialog').getByRole('button', { name: 'Create token' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('You’re acting as another user');
  await page.keyboard.press('Escape');
  await banner.getByRole('link', { name: 'Return' }).click();
  await page.waitForURL('**/workspaces');
  await expect(page.getByRole('button', { name: 'Switch User' })).toBeVisible();
  await expect(banner).toBeHidden();

  const theirs = await (await browser.newContext()).newPage();
  await enter(theirs, person);
  await theirs.goto(`${BASE}/profile`);
  await expect(theirs.getByRole('region', { name: 'Support access' })).toContainText('Ticket 4711');
});

test('a secret and a token that were deleted are had back, from the toast or from below their list', async ({
  page,
  playwright,
}) => {
  const request = await playwright.request.newContext();
  const person = await settle(request);
  await request.dispose();
  await enter(page, person);
  await page.goto(`${BASE}/profile`);
  const dialog = page.getByRole('dialog');
  const undo = page.getByRole('button', { name: 'Undo', exact: true });

  await test.step('a secret', async () => {
    const panel = page.getByRole('region', { name: 'Secrets' });
    await panel.getByRole('button', { name: 'Add secret' }).click();
    await dialog.getByLabel('Name').fill('API_KEY');
    await dialog.getByLabel('Value').fill('planted');
    await dialog.getByRole('button', { name: 'Add secret' }).click();
    const remove = panel.getByRole('button', { name: 'Delete API_KEY' });
    const confirm = async () => {
      await remove.click();
      await expect(
        page.getByText(/You can undo this for 24 hours. After that, API_KEY is gone for good/),
      ).toBeVisible();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
      await expect(panel.getByText('No secrets yet.')).toBeVisible();
    };
    await confirm();
    await undo.click();
    await confirm();
    await panel.getByRole('button', { name: 'Undo the deletion of API_KEY' }).click();
    await expect(remove).toBeVisible();
    await expect(panel.getByText('Recently deleted')).toHaveCount(0);
  });

  await page.reload();
  await test.step('a token', async () => {
    const panel = page.getByRole('region', { name: 'API tokens' });
    await panel.getByRole('button', { name: 'New token' }).click();
    await dialog.getByLabel('Name').fill('Nightly build');
    await dialog.getByLabel('Current password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Create token' }).click();
    await dialog.getByRole('button', { name: "I've copied it" }).click();
    const revoke = panel.getByRole('button', { name: 'Revoke Nightly build' });
    await revoke.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
    await expect(panel.getByText('Recently deleted')).toBeVisible();
    await undo.click();
    await expect(revoke).toBeVisible();
    await expect(panel.getByText('Recently deleted')).toHaveCount(0);
  });
});

test('a program is connected from its link, through the login, with what the person chose', async ({
  page,
  request,
}) => {
  const person = await settle(request);
  const program = await listenForAnswer();
  const registration = { client_name: 'Harbour agent', redirect_uris: [program.address] };
  const { client_id } = await (await request.post(`${BASE}/oauth/register`, { data: registration })).json();
  await request.dispose();
  const query = new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri: program.address,
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
    state: 'from-the-agent',
    scope: 'read use money',
  });

  await test.step('refused, nothing is given', async () => {
    await page.goto(`${BASE}/authorize?${query}`);
    await logIn(page, person);
    await expect(page.getByRole('heading', { name: 'Harbour agent wants to connect' })).toBeVisible();
    await expect(page.getByText(`${new URL(program.address).host}, a program on this computer`)).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Refuse' }).click();
    await expect(page.getByText('Back at the agent')).toBeVisible();
    expect(program.answers.at(-1)).toMatchObject({ error: 'access_denied', state: 'from-the-agent' });
  });

  await test.step('allowed, it is sent a code', async () => {
    await page.goto(`${BASE}/authorize?${query}`);
    for (const [scope, checked] of Object.entries({ Read: true, 'Use workspaces': true, Money: false }))
      await expect(page.getByRole('checkbox', { name: scope })).toBeChecked({ checked });
    await expect(page.getByRole('checkbox')).toHaveCount(3);
    await page.getByRole('button', { name: 'Allow' }).click();
    await expect(page.getByText('This field is required.')).toBeVisible();
    await page.getByLabel('Current password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Allow' }).click();
    await expect(page.getByText('Back at the agent')).toBeVisible();
    expect(program.answers.at(-1)).toEqual({ code: expect.any(String), state: 'from-the-agent', iss: BASE });
  });

  await test.step('a foreign address is never opened', async () => {
    query.set('redirect_uri', 'https://evil.example.com/callback');
    await page.goto(`${BASE}/authorize?${query}`);
    await expect(page.getByText('an address it didn’t register')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Allow' })).toHaveCount(0);
  });
  program.close();
});

/** A program on this computer, which waits for the browser to come back. */
async function listenForAnswer() {
  const answers: Record<string, string>[] = [];
  const server = createServer((incoming, answer) => {
    const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://127.0.0.1');
    if (pathname === '/callback') answers.push(Object.fromEntries(searchParams));
    answer.setHeader('content-type', 'text/html').end('<p>Back at the agent</p>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { answers, address: `http://127.0.0.1:${port}/callback`, close: () => server.close() };
}

/** The code that an authenticator shows so many steps of 30 s from now; each one is good once. */
function codeOf(seed: string, steps: number): string {
  return new TOTP({ secret: Secret.fromBase32(seed) }).generate({ timestamp: Date.now() + steps * 30_000 });
}

/** From another device: the session of the page is gone. */
async function endSessionsElsewhere(page: Page, person: Settled): Promise<void> {
  const answer = await page.request.post(`${BASE}/api/profile/sessions/end-others`, {
    headers: { 'X-Session-Key': person.key },
  });
  expect(answer.ok()).toBe(true);
}
