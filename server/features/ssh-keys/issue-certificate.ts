import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { loadCertificateAuthority } from '../../gateway/ssh/certificate-authority.ts';
import { signCertificate } from '../../gateway/ssh/certificates.ts';
import { MINUTE } from '../../platform/clock.ts';
import { record } from '../audit/index.ts';
import { holdSession, principalOf } from '../auth/index.ts';
import type { Context } from '../context.ts';
import { users } from '../people/tables.ts';
import { parsePublicKey } from './parse-public-key.ts';

/**
 * Certifies a public key for as long as asked, and never beyond the end of the session or token. What it opens is
 * decided when it is used. @throws ValidationError on `public_key`
 */
export async function issueCertificate(
  context: Context,
  input: { publicKey: string; minutes: number },
): Promise<{ certificate: string; until: Date }> {
  const { actor, clock, db } = context;
  const { publicKey, fingerprint } = parsePublicKey(input.publicKey);
  const authority = await loadCertificateAuthority(context);
  const serial = randomBytes(8).readBigUInt64BE();
  const from = clock.now();
  return db.transaction(async (tx) => {
    const end = await holdSession(tx, actor);
    const until = new Date(Math.min(from.getTime() + input.minutes * MINUTE, end?.getTime() ?? Infinity));
    const [person] = await tx.select({ username: users.username }).from(users).where(eq(users.id, actor.userId));
    const keyId = `${actor.apiToken ? `token ${actor.apiToken.name}` : 'session'} of ${person?.username}`;
    const certified = { publicKey, serial, keyId, principal: principalOf(actor) };
    const details = { fingerprint, serial: String(serial), until: until.toISOString() };
    await record(tx, context, { action: 'ssh-keys.issue-certificate', details });
    return { certificate: signCertificate(authority, certified, { from, until }), until };
  });
}
