import { readFile } from 'node:fs/promises';
import path from 'node:path';
import ssh2 from 'ssh2';
import type { Config } from '../../platform/config.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import type { Logger } from '../../platform/logger.ts';
import { holdNamedLock } from '../../platform/named-lock.ts';
import type { SecretBox } from '../../platform/secrets.ts';
import { gatewayHostKeys } from '../tables.ts';
import { shownHostKeys } from './shown-host-keys.ts';

interface Needed {
  db: Database;
  secrets: SecretBox;
  log: Logger;
  config: Pick<Config, 'dataDir' | 'newHostKeys'>;
}

type KeyType = 'ed25519' | 'ecdsa';

const SHOWN_AS: Record<KeyType, string> = { ed25519: 'ssh-ed25519 ', ecdsa: 'ecdsa-sha2-nistp256 ' };

/** Best first. ECDSA is for clients that know no other. No RSA, because ssh2 would sign with SHA-1 for anyone who asks. */
const TYPES: readonly KeyType[] = ['ed25519', 'ecdsa'];

/**
 * The host keys that all gateways of the installation share, encrypted in the database and made once.
 * @throws Error where clients know others, whose private halves are neither in the database nor in the data folder
 */
export async function loadHostKeys(needed: Needed): Promise<string[]> {
  return needed.db.transaction(async (tx) => {
    await holdNamedLock(tx, 'host keys');
    const kept = await keptKeys(tx, needed.secrets);
    const missing = TYPES.filter((type) => !kept.has(type));
    const shown = missing.length > 0 ? await shownHostKeys(tx) : [];
    for (const type of missing) {
      const key = (await fromFolder(needed, type, shown)) ?? make(needed, type, shown);
      await tx.insert(gatewayHostKeys).values({ type, privateKey: needed.secrets.seal(key) });
      kept.set(type, key);
    }
    return TYPES.flatMap((type) => kept.get(type) ?? []);
  });
}

/** Takes the keys over that earlier releases kept in the data folder, whatever roles run here. */
export async function importHostKeys(needed: Needed): Promise<void> {
  const shown = await shownHostKeys(needed.db);
  const inFolder = await Promise.all(TYPES.map((type) => fromFolder(needed, type, shown)));
  if (inFolder.every((key) => key !== null)) await loadHostKeys(needed);
}

async function keptKeys(tx: Transaction, secrets: SecretBox): Promise<Map<KeyType, string>> {
  const rows = await tx.select().from(gatewayHostKeys);
  return new Map(
    rows.flatMap(({ type, privateKey }) => (type === 'user-ca' ? [] : [[type, secrets.open(privateKey)] as const])),
  );
}

/** Null if the folder has none, or another one than clients know. */
async function fromFolder({ config }: Needed, type: KeyType, shown: string[]): Promise<string | null> {
  const key = await readFile(path.join(config.dataDir, 'ssh', `host_${type}`), 'utf8').catch(() => null);
  if (!key || ssh2.utils.parseKey(key) instanceof Error) return null;
  const known = knownKeys(type, shown);
  return known.length === 0 || known.includes(publicHostKeys([key])[0] ?? '') ? key : null;
}

const knownKeys = (type: KeyType, shown: string[]) => shown.filter((key) => key.startsWith(SHOWN_AS[type]));

/** @throws Error if clients know another one */
function make({ config, log }: Needed, type: KeyType, shown: string[]): string {
  if (knownKeys(type, shown).length > 0 && !config.newHostKeys) {
    throw new Error(
      `The SSH gateway’s host keys are not in the database yet: an earlier release keeps them in the folder "ssh" of SLIPWAY_DATA_DIR. Start this release once on the machine that has them, or copy that folder to ${config.dataDir}. If they are lost for good, set SLIPWAY_NEW_HOST_KEYS=true; clients then warn that the server has changed.`,
    );
  }
  log.info({ type }, 'made a host key of the SSH gateway');
  if (type === 'ed25519') return makeEd25519Key();
  return readable(() => ssh2.utils.generateKeyPairSync('ecdsa', { bits: 256 }).private);
}

/** An OpenSSH private key. */
export function makeEd25519Key(): string {
  return readable(() => ssh2.utils.generateKeyPairSync('ed25519').private);
}

/** ssh2 occasionally writes a key it can't read again; make a new one then. */
function readable(make: () => string): string {
  for (;;) {
    const key = make();
    if (!(ssh2.utils.parseKey(key) instanceof Error)) return key;
  }
}

/** The public halves as `ssh-ed25519 AAAA…`, for a client to pin. @throws Error if one isn't a private key */
export function publicHostKeys(privateKeys: string[]): string[] {
  return privateKeys.map((privateKey) => {
    const parsed = ssh2.utils.parseKey(privateKey);
    if (parsed instanceof Error) throw parsed;
    return `${parsed.type} ${parsed.getPublicSSH().toString('base64')}`;
  });
}
