import { expect } from 'playwright/test';
import { BASE, choose, logIn, mailedLink, newPerson, publicKey, rareAction, signUp, ssh } from './person.ts';
import { test } from './test.ts';

test('sign up, pay, add a key, and work in a real workspace', async ({ page, context }) => {
  const person = await newPerson();

  await test.step('sign up, log in by way of the mail, and confirm the address', async () => {
    await signUp(page, person);
    await page.goto(await mailedLink(page, person, /confirm/i));
    await page.getByRole('link', { name: 'Login' }).click();
    await page.waitForURL('**/login?redirect=%2Fusers%2Fconfirmemail*');
    await logIn(page, person, 'Wrong-password-1!');
    await expect(page.getByRole('alert')).toContainText("The username/password combination entered doesn't match.");
    await logIn(page, person);
    await page.getByRole('button', { name: 'Confirm email address' }).dblclick();
    await expect(page.getByText('Your email has been confirmed.')).toBeVisible();
  });

  await test.step('be led into the wizard', async () => {
    await page.getByRole('link', { name: 'Login' }).click();
    await page.waitForURL('**/wizard/step1');
    await page.goto(`${BASE}/workspaces`);
    await page.waitForURL('**/wizard/step1');
    await page.goto(`${BASE}/wizard/step3`);
    await page.waitForURL('**/wizard/step1');
  });

  await test.step('step 1: profile and survey', async () => {
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
  });

  await test.step('step 2: a declined card, then a good one', async () => {
    await page.getByLabel('Card number').fill('4000 0000 0000 0002');
    await page.getByLabel('Expires (MM / YY)').fill('04 / 35');
    await page.getByLabel('Security code').fill('123');
    const pay = page.getByRole('button', { name: /^Pay .* and continue/ });
    await pay.click();
    await expect(page.getByRole('alert').filter({ hasText: /declined/i })).toBeVisible();
    await page.getByLabel('Card number').fill('4242 4242 4242 4242');
    await pay.click();
    await page.waitForURL('**/wizard/step3');
  });

  await test.step('step 3: a private key is refused, the public one is taken', async () => {
    await page.getByRole('button', { name: 'Add SSH Key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Laptop');
    await dialog.getByLabel('Public key').fill('-----BEGIN OPENSSH PRIVATE KEY-----');
    await expect(dialog.getByText(/private key/i).first()).toBeVisible();
    await dialog.getByLabel('Public key').fill(publicKey(person));
    await dialog.getByRole('button', { name: 'Add SSH Key' }).click();
    await expect(page.getByText(/SHA256:/).first()).toBeVisible();
    await page.getByRole('button', { name: /continue/i }).click();
    await page.waitForURL('**/wizard/step4');
  });

  await test.step('step 4: the first workspace', async () => {
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Harbour Office');
    await choose(page, 'Language', /^Node\.js 24/);
    await choose(page, 'Database', 'PostgreSQL');
    await page.getByRole('button', { name: 'Create workspace' }).click();
    await page.waitForURL('**/workspaces?tour=true');
    await expect(page.getByRole('dialog', { name: 'Welcome to Slipway' })).toBeVisible();
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByText('Your workspaces', { exact: true })).toBeVisible();
    await page.getByText('Skip tour', { exact: true }).click();
    await page.waitForURL((address) => address.pathname === '/workspaces' && address.search === '');
    const card = page.getByRole('listitem').or(page.getByRole('article')).filter({ hasText: 'Harbour Office' }).first();
    await expect(card).toContainText('Active', { timeout: 600_000 });
    await page.getByRole('link', { name: 'Edit Harbour Office' }).click();
    await page.waitForURL('**/workspaces/edit/*');
  });

  const url = await page.getByRole('link', { name: /^http:\/\/harbour-office\./ }).getAttribute('href');
  const slug = new URL(url ?? '').hostname.split('.')[0] ?? '';

  await test.step('work over SSH, with the exit code and the database', async () => {
    expect(await ssh(person, slug, 'whoami; exit 7')).toEqual({ code: 7, stdout: 'dev\n', stderr: '' });
    const query = await ssh(person, slug, 'bash -lc \'psql -Atc "select 6*7"\'');
    expect(query.stdout.trim()).toBe('42');
    await ssh(person, slug, 'echo "written over ssh" > ~/project/notes.txt');
  });

  await test.step('work in the terminal of the page; the same shell is there after a reload', async () => {
    await page.getByRole('tab', { name: 'Connect' }).click();
    await page.getByRole('button', { name: 'Open terminal' }).click();
    await expect(page.locator('[data-terminal=open]')).toBeVisible();
    await page.keyboard.type('word=kept; cat notes.txt\n');
    await expect(page.locator('.xterm-rows')).toContainText('written over ssh');
    await page.reload();
    await expect(page.locator('.xterm-rows')).toContainText('written over ssh');
    await page.getByRole('textbox', { name: 'Terminal' }).focus();
    await page.keyboard.type('echo "[$word]"\n');
    await expect(page.locator('.xterm-rows')).toContainText('[kept]');
    await page.keyboard.type('sleep 300\n');
    await page.getByRole('button', { name: 'Keep awake until done' }).click();
    await expect(page.getByText('“sleep 300” keeps it awake until it finishes.')).toBeVisible();
    await page.getByRole('button', { name: 'Allow it to sleep' }).click();
    await expect(page.getByRole('button', { name: 'Keep awake until done' })).toBeVisible();
    await page.getByRole('button', { name: 'Hide' }).click();
  });

  await test.step('a secret reaches the running workspace, and leaves it', async () => {
    const profile = await context.newPage();
    await profile.goto(`${BASE}/profile`);
    await profile.getByRole('button', { name: 'Add secret' }).click();
    const dialog = profile.getByRole('dialog');
    await dialog.getByLabel('Name').fill('PATH');
    await dialog.getByLabel('Value').fill('planted-5d1f');
    await dialog.getByRole('button', { name: 'Add secret' }).click();
    await expect(dialog.getByText('This name is used by the system.')).toBeVisible();
    await dialog.getByLabel('Name').fill('API_KEY');
    await dialog.getByRole('button', { name: 'Add secret' }).click();
    await expect(dialog).toHaveCount(0);
    const value = async () => (await ssh(person, slug, 'printenv API_KEY')).stdout;
    await expect.poll(value, { timeout: 60_000 }).toBe('planted-5d1f\n');
    await profile.reload();
    const secrets = profile.getByRole('region', { name: 'Secrets' });
    await expect(secrets.getByRole('listitem')).toContainText(
      /API_KEY.*changed by Nora Quist.*last used.*All repositories/s,
    );
    expect(await profile.content()).not.toContain('planted-5d1f');
    await secrets.getByRole('button', { name: 'Delete API_KEY' }).click();
    await expect(profile.getByText(/^This workspace loses it: /)).toBeVisible();
    await profile.getByRole('button', { name: 'Delete', exact: true }).last().click();
    await expect(secrets.getByText('No secrets yet.')).toBeVisible();
    await expect.poll(value, { timeout: 60_000 }).toBe('');
    await profile.close();
  });

  await test.step('work in VS Code in the browser', async () => {
    const ide = await context.newPage();
    await ide.emulateMedia({ colorScheme: 'dark' });
    await ide.goto(url ?? '');
    await expect(ide).toHaveTitle('Harbour Office · Slipway');
    await expect(ide.getByRole('heading', { name: 'Opening Harbour Office' })).toBeVisible();
    await expect(ide.locator('.monaco-workbench')).toBeVisible({ timeout: 120_000 });
    await expect(ide.getByRole('link', { name: 'Slipway' })).toHaveAttribute('href', /\/workspaces\/edit\/[^/]+$/);
    await ide.getByRole('treeitem', { name: 'notes.txt' }).dblclick({ timeout: 120_000 });
    const text = ide.locator('.editor-instance .view-lines').first();
    await expect(text).toContainText('written over ssh');
    await expect(ide).toHaveTitle(/^Harbour Office\b.*notes\.txt/);
    await expect(ide.locator('.monaco-workbench')).toHaveClass(/\bvs-dark\b/);
    await text.click();
    await ide.keyboard.press('Control+End');
    await ide.keyboard.type('and in the browser');
    await ide.keyboard.press('Control+s');
    await expect(async () => {
      const file = await ssh(person, slug, 'cat ~/project/notes.txt');
      expect(file.stdout).toContain('and in the browser');
    }).toPass({ timeout: 120_000 });
    await ide.close();
  });

  await test.step('a stranger does not get in', async () => {
    const stranger = await context.browser()?.newContext();
    const other = await stranger?.newPage();
    await other?.goto(url ?? '');
    await other?.waitForURL('**/login?redirect=*');
    await stranger?.close();
    const somebody = await newPerson();
    const refused = await ssh(somebody, slug, 'true');
    expect(refused.code).toBe(255);
    expect(refused.stderr).toContain('Permission denied');
  });

  await test.step('stop and start: the file is still there', async () => {
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await expect(page.getByText('Offline').first()).toBeVisible({ timeout: 120_000 });
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(page.getByText('Active').first()).toBeVisible({ timeout: 120_000 });
    await expect(async () => {
      const file = await ssh(person, slug, 'cat ~/project/notes.txt');
      expect(file.stdout).toBe('written over ssh\nand in the browser');
    }).toPass({ timeout: 120_000 });
  });

  await test.step('delete with confirmation', async () => {
    await (await rareAction(page, 'Delete')).click();
    await page.getByRole('button', { name: 'Go ahead' }).click();
    await page.waitForURL((address) => address.pathname === '/workspaces');
    await expect(page.getByText('The workspace was deleted.')).toBeVisible();
    await expect(page.getByText('No workspaces yet')).toBeVisible();
  });

  await test.step('and had back from where the deletion was said, once its files are saved', async () => {
    const undo = page.getByRole('button', { name: /^(Undo|Try again)$/ });
    const card = page.getByRole('article');
    await expect(async () => {
      if (await undo.isVisible()) await undo.click();
      await expect(card).toContainText('Offline', { timeout: 3000 });
    }).toPass({ timeout: 120_000 });
  });
});
