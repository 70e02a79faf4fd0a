import { eq } from 'drizzle-orm';
import type { Database } from '../../platform/database.ts';
import type { Logger } from '../../platform/logger.ts';
import { holdNamedLock } from '../../platform/named-lock.ts';
import type { SecretBox } from '../../platform/secrets.ts';
import { gatewayHostKeys } from '../tables.ts';
import { makeEd25519Key } from './host-keys.ts';

const TYPE = 'user-ca';

/** The private key that signs people's certificates: one for the installation, encrypted beside the host keys, and made once. */
export async function loadCertificateAuthority(needed: {
  db: Database;
  secrets: SecretBox;
  log: Logger;
}): Promise<string> {
  const { db, secrets, log } = needed;
  return db.transaction(async (tx) => {
    await holdNamedLock(tx, 'host keys');
    const [kept] = await tx.select().from(gatewayHostKeys).where(eq(gatewayHostKeys.type, TYPE));
    if (kept) return secrets.open(kept.privateKey);
    const made = makeEd25519Key();
    await tx.insert(gatewayHostKeys).values({ type: TYPE, privateKey: secrets.seal(made) });
    log.info('made the key that signs SSH certificates');
    return made;
  });
}
