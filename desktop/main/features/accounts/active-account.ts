import path from 'node:path';
import type { Desktop } from '../../context.ts';
import { DesktopError } from '../../errors.ts';
import type { SettingsData } from '../settings/schema.ts';

export type StoredAccount = SettingsData['accounts'][number];
type Accounts = Pick<Desktop['settings'], 'data'>;

export function activeAccount({ data }: Accounts): StoredAccount | null {
  return data.accounts.find(({ id }) => id === data.activeAccountId) ?? null;
}

/** @throws DesktopError `unavailable` before a server was chosen */
export function mustActiveAccount(settings: Accounts): StoredAccount {
  const account = activeAccount(settings);
  if (!account) throw new DesktopError('unavailable', 'No server is chosen yet.');
  return account;
}

/** Folder for one account's SSH files: keys, configuration, known hosts. */
export function sshFolder(
  desktop: Pick<Desktop, 'folder'> & { settings: Accounts },
  accountId = mustActiveAccount(desktop.settings).id,
): string {
  return path.join(desktop.folder, 'ssh', accountId);
}
