import { currentUser } from '#shared/features/auth/contract.ts';
import type { Desktop, Handler } from '../../context.ts';
import { activeAccount, labelAccount, mustActiveAccount } from '../accounts/accounts.ts';
import { sessionSecret } from '../secret-store/index.ts';
import { removeSshConfig } from '../ssh-config/index.ts';
import type { Tunnels } from '../tunnels/tunnels.ts';

export const readSession: Handler<'session.read'> = async ({ settings, secrets }) => {
  const account = activeAccount(settings);
  const key = account ? await secrets.read(sessionSecret(account.id)) : null;
  return { key, ...(await secrets.about()) };
};

/** Keeps the key a page was given at sign-in, and learns whose it is for the list of accounts. */
export const writeSession: Handler<'session.write'> = async (desktop, { key }) => {
  const { id } = mustActiveAccount(desktop.settings);
  await desktop.secrets.write(sessionSecret(id), key);
  desktop.emit('session.changed', { key });
  void desktop.api
    .call(currentUser)
    .then((user) => labelAccount(desktop, id, user.email_address))
    .catch(() => undefined);
  return null;
};

/** Forgets the key and what only a signed-in person has: tunnels and the ssh configuration. */
export async function clearSession(desktop: Desktop, tunnels: Tunnels): Promise<void> {
  const { id } = mustActiveAccount(desktop.settings);
  tunnels.closeAll();
  await desktop.secrets.remove(sessionSecret(id));
  await removeSshConfig(desktop, id);
  desktop.emit('session.changed', { key: null });
}
