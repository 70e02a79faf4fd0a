import type { Account } from '#shared/desktop/calls/accounts.ts';
import { preferencesSchema } from '#shared/desktop/calls/settings.ts';
import type { Desktop, Handler } from '../../context.ts';
import { DesktopError } from '../../errors.ts';
import { sessionSecret } from '../secret-store/index.ts';
import type { SettingsData } from '../settings/schema.ts';

type StoredAccount = SettingsData['accounts'][number];

export function activeAccount({ data }: Desktop['settings']): StoredAccount | null {
  return data.accounts.find(({ id }) => id === data.activeAccountId) ?? null;
}

/** @throws DesktopError `unavailable` before a server was chosen */
export function mustActiveAccount(settings: Desktop['settings']): StoredAccount {
  const account = activeAccount(settings);
  if (!account) throw new DesktopError('unavailable', 'No server is chosen yet.');
  return account;
}

export const listAccounts: Handler<'accounts.list'> = async ({ settings }) => listed(settings.data);

/**
 * The origin a person means: https unless they wrote http, which is for this computer and private networks.
 * @throws DesktopError `invalid`
 */
function originFrom(address: string): string {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `https://${address}`);
  const fits = url && ['http:', 'https:'].includes(url.protocol) && url.hostname && !url.username && !url.password;
  if (!fits) throw new DesktopError('invalid', 'This is no address of a server.');
  return url.origin;
}

/** Adds an account at a server, or returns to the signed-out one there. */
export async function addAccount(desktop: Desktop, input: { address: string }): Promise<Account> {
  const origin = originFrom(input.address);
  for (const account of desktop.settings.data.accounts) {
    if (account.origin !== origin || (await desktop.secrets.read(sessionSecret(account.id)))) continue;
    await activate(desktop, account.id);
    return account;
  }
  const account: StoredAccount = {
    id: crypto.randomUUID(),
    origin,
    label: null,
    preferences: preferencesSchema.parse({}),
  };
  await desktop.settings.change((data) => ({
    ...data,
    accounts: [...data.accounts, account],
    activeAccountId: account.id,
  }));
  return account;
}

/** @throws DesktopError `not_found` */
export async function activate(desktop: Desktop, id: string): Promise<void> {
  if (!desktop.settings.data.accounts.some((account) => account.id === id)) {
    throw new DesktopError('not_found', 'There is no such account.');
  }
  await desktop.settings.change((data) => ({ ...data, activeAccountId: id }));
}

/** Removes an account and its session; another one, if there is one, becomes active. */
export async function removeAccount(desktop: Desktop, id: string): Promise<void> {
  await desktop.secrets.remove(sessionSecret(id));
  await desktop.settings.change((data) => {
    const accounts = data.accounts.filter((account) => account.id !== id);
    const activeAccountId = data.activeAccountId === id ? (accounts[0]?.id ?? null) : data.activeAccountId;
    return { ...data, accounts, activeAccountId };
  });
}

/** Remembers who is signed in, for the menu and the list of accounts. */
export async function labelAccount(desktop: Desktop, id: string, label: string | null): Promise<void> {
  await desktop.settings.change((data) => ({
    ...data,
    accounts: data.accounts.map((account) => (account.id === id ? { ...account, label } : account)),
  }));
}

export function listed({ accounts, activeAccountId }: SettingsData): { accounts: Account[]; activeId: string | null } {
  return { accounts: accounts.map(({ id, origin, label }) => ({ id, origin, label })), activeId: activeAccountId };
}
