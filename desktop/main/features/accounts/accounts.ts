import type { Account } from '#shared/desktop/calls/accounts.ts';
import { preferencesSchema } from '#shared/desktop/calls/settings.ts';
import type { Desktop, Handler } from '../../context.ts';
import { DesktopError } from '../../errors.ts';
import { sessionSecret } from '../secret-store/index.ts';
import type { SettingsData } from '../settings/schema.ts';
import type { StoredAccount } from './active-account.ts';
import { mustBeSlipway } from './must-be-slipway.ts';
import { serverAddress } from './server-address.ts';

export const listAccounts: Handler<'accounts.list'> = async ({ settings }) => listed(settings.data);

/**
 * Adds an account at a server, or returns to the signed-out one there.
 * @throws DesktopError as `serverAddress` and `mustBeSlipway` do
 */
export async function addAccount(desktop: Desktop, input: { address: string }): Promise<Account> {
  const origin = await serverAddress(desktop, input.address);
  await mustBeSlipway(desktop, origin);
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
    agentHosts: [],
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

/** Takes an account off the list; another one, if there is one, becomes active. */
export async function removeAccount(desktop: Desktop, id: string): Promise<void> {
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
