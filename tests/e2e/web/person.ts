import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Locator, Page } from 'playwright/test';
import { expect } from 'playwright/test';

const run = promisify(execFile);

export const BASE = process.env.SLIPWAY_E2E_URL ?? 'http://localhost:14400';
export const PASSWORD = 'Copper-kettle-91!';

export interface Person {
  username: string;
  email: string;
  /** Folder with the key pair `id` and `id.pub`. */
  home: string;
}

let counter = 0;

/** Somebody new, with a key pair made by the real ssh-keygen. */
export async function newPerson(): Promise<Person> {
  counter += 1;
  const username = `person-${process.pid}-${counter}`;
  const home = mkdtempSync(path.join(os.tmpdir(), 'slipway-e2e-person-'));
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', username, '-f', path.join(home, 'id')]);
  return { username, email: `${username}@example.com`, home };
}

export function publicKey(person: Person): string {
  return readFileSync(path.join(person.home, 'id.pub'), 'utf8');
}

/** Fills the sign-up form and sends it. */
export async function signUp(page: Page, person: Person): Promise<void> {
  await page.goto(`${BASE}/signup`);
  await page.getByLabel('Username').fill(person.username);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('First name').fill('Nora');
  await page.getByLabel('Last name').fill('Quist');
  await page.getByLabel('Organization name').fill(`Quist & Co ${person.username}`);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
}

/** The link in the newest mail to this person. */
export async function mailedLink(page: Page, person: Person, subject: RegExp): Promise<string> {
  const mail = page.getByRole('row').filter({ hasText: person.email }).getByRole('link', { name: subject });
  await expect(async () => {
    await page.goto(`${BASE}/dev/outbox`);
    await expect(mail.first()).toBeVisible({ timeout: 1000 });
  }).toPass();
  await mail.first().click();
  return (await page.getByRole('link', { name: /^http/ }).getAttribute('href')) ?? '';
}

export async function logIn(page: Page, person: Person, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email or username').fill(person.username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

/** Chooses an entry of a drop-down list. */
export async function choose(page: Page, label: string, text: string | RegExp): Promise<void> {
  await page
    .getByRole('combobox', { name: label })
    .or(page.getByRole('textbox', { name: label }))
    .first()
    .click();
  await page.getByRole('option', { name: text }).first().click();
}

/** One of the actions behind the three dots of a page, whose menu it opens. */
export async function rareAction(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: 'More actions' }).click();
  return page.getByRole('menuitem', { name, exact: true });
}

/** Runs a command in the workspace with the real OpenSSH client. */
export async function ssh(
  person: Person,
  slug: string,
  command: string,
): Promise<{ code: number; stdout: string; stderr: string }> {
  const options = [
    ['-p', process.env.SLIPWAY_E2E_SSH_PORT ?? '14422'],
    ['-i', path.join(person.home, 'id')],
    ['-o', 'IdentitiesOnly=yes'],
    ['-o', 'StrictHostKeyChecking=no'],
    ['-o', `UserKnownHostsFile=${path.join(person.home, 'known_hosts')}`],
    ['-o', 'LogLevel=ERROR'],
  ].flat();
  try {
    const { stdout, stderr } = await run('ssh', [...options, `${slug}@localhost`, command]);
    return { code: 0, stdout, stderr };
  } catch (error) {
    const failed = error as { code?: number; stdout?: string; stderr?: string };
    return { code: failed.code ?? -1, stdout: failed.stdout ?? '', stderr: failed.stderr ?? '' };
  }
}
