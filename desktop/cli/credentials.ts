import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { createKeychainStore, type Keytar, proveKeychain } from '../main/features/secret-store/keychain-store.ts';
import type { SecretStore } from '../main/features/secret-store/secret-store.ts';
import { writeAtomically } from '../main/features/settings/atomic-write.ts';
import { appFolder } from './place.ts';

export interface Credentials {
  /** Origin of the server. */
  server: string;
  token: string;
  keptIn: 'environment' | 'keychain' | 'file';
}

/** What `cli.json` holds. The token is there only if the system has no keychain. */
interface Kept {
  server: string;
  token?: string;
}

const PROBE_MS = 5_000;
export const credentialsFile = () => path.join(appFolder(), 'cli.json');
const secretName = (server: string) => `cli:${server}`;

/** Who is logged in: from the environment, for programs, else from the last login; null if nobody is. */
export async function readCredentials(environment = process.env): Promise<Credentials | null> {
  const kept = await readKept();
  const server = environment.SLIPWAY_URL?.replace(/\/+$/, '') || kept?.server;
  if (!server) return null;
  if (environment.SLIPWAY_TOKEN) return { server, token: environment.SLIPWAY_TOKEN, keptIn: 'environment' };
  if (kept?.server !== server) return null;
  if (kept.token) return { server, token: kept.token, keptIn: 'file' };
  const token = await (await keychain())?.read(secretName(server));
  return token ? { server, token, keptIn: 'keychain' } : null;
}

/** Keeps a login in the system's keychain, or in a file that only this person can read. */
export async function keepCredentials(server: string, token: string): Promise<Credentials['keptIn']> {
  const store = await keychain();
  await store?.write(secretName(server), token);
  const kept: Kept = store ? { server } : { server, token };
  await writeAtomically(credentialsFile(), `${JSON.stringify(kept, null, 2)}\n`, 0o600);
  return store ? 'keychain' : 'file';
}

export async function forgetCredentials(server: string): Promise<void> {
  await (await keychain())?.remove(secretName(server));
  await rm(credentialsFile(), { force: true });
}

async function readKept(): Promise<Kept | null> {
  const text = await readFile(credentialsFile(), 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    const kept = JSON.parse(text) as Partial<Kept>;
    return typeof kept.server === 'string' ? { server: kept.server, ...(kept.token && { token: kept.token }) } : null;
  } catch {
    return null;
  }
}

/** keytar is optional, and works only where the system has a keychain that answers. */
async function keychain(): Promise<SecretStore | null> {
  try {
    const name = 'keytar';
    const loaded = (await import(name)) as { default: Keytar };
    await proveKeychain(loaded.default, PROBE_MS);
    return createKeychainStore(loaded.default);
  } catch {
    return null;
  }
}
