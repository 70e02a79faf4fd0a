import type { Preferences } from '#shared/desktop/calls/settings.ts';
import type { Handler } from '../../context.ts';
import { mustActiveAccount } from '../accounts/active-account.ts';
import { allowAgent, listedHosts, renewSshConfig } from '../ssh-config/index.ts';

export const readPreferences: Handler<'settings.read'> = async ({ settings }) =>
  mustActiveAccount(settings).preferences;

export const updatePreferences: Handler<'settings.update'> = async (desktop, change) => {
  const { settings } = desktop;
  const { id, preferences } = mustActiveAccount(settings);
  const next: Preferences = { ...preferences, ...change };
  await settings.change((data) => ({
    ...data,
    accounts: data.accounts.map((account) => (account.id === id ? { ...account, preferences: next } : account)),
  }));
  if (next.forwardAgent !== preferences.forwardAgent) {
    for (const host of await listedHosts(desktop)) await allowAgent(desktop, host);
    await renewSshConfig(desktop);
  }
  return next;
};
