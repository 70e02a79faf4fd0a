import path from 'node:path';
import type { Desktop } from '../../context.ts';
import { sshFolder } from '../accounts/active-account.ts';
import { type KeyStore, openKeyStore } from './key-store.ts';

const stores = new Map<string, KeyStore>();

/** The keys of an account, the active one if none is named. One store per folder, so that changes are written one after another. */
export function keyStore(desktop: Desktop, accountId?: string): KeyStore {
  const folder = path.join(sshFolder(desktop, accountId), 'keys');
  const store = stores.get(folder) ?? openKeyStore(folder);
  stores.set(folder, store);
  return store;
}
