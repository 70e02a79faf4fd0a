import { currentUser } from '#shared/features/auth/contract.ts';
import type { Desktop, Handler } from '../../context.ts';
import { labelAccount } from '../accounts/accounts.ts';
import { activeAccount, mustActiveAccount } from '../accounts/active-account.ts';
import { sessionSecret } from '../secret-store/index.ts';
import { removeSshConfig } from '../ssh-config/index.ts';
import type { Tunnels } from '../tunnels/tunnels.ts';

export const readSession: Handler<'session.read'> = async (desktop) => ({
  key: await activeSession(desktop),
  ...(await desktop.secrets.about()),
});

/** The key of the active account; null if nobody is signed in. */
export async function activeSession({ settings, secrets }: Desktop): Promise<string | null> {
  const account = activeAccount(settings);
  return account && secrets.read(sessionSecret(account.id));
}

/** Stores the key a page received at sign-in, and looks up whose it is for the list of accounts. */
export const writeSession: Handler<'session.write'> = async (desktop, { key }) => {
  await keepSession(desktop, mustActiveAccount(desktop.settings).id, key);
  return null;
};

/** Stores a key of the active account, tells the pages, and looks up in the background whose it is. */
export async function keepSession(desktop: Desktop, accountId: string, key: string): Promise<void> {
  await desktop.secrets.write(sessionSecret(accountId), key);
  desktop.emit('session.changed', { key });
  void desktop.api
    .call(currentUser)
    .then((user) => labelAccount(desktop, accountId, user.email_address))
    .catch(() => undefined);
}

/** Deletes the key and what only a signed-in person has: tunnels and the ssh configuration. */
export async function clearSession(desktop: Desktop, tunnels: Tunnels): Promise<void> {
  const { id } = mustActiveAccount(desktop.settings);
  tunnels.closeAll();
  await desktop.secrets.remove(sessionSecret(id));
  await removeSshConfig(desktop, id);
  desktop.emit('session.changed', { key: null });
}
