import { hashPassword, verifyPassword } from 'better-auth/crypto';

export { hashPassword };

/** The hash of a password nobody has, made once at first need. */
let decoy: Promise<string> | undefined;

/**
 * Checks a password against better-auth's scrypt hash. Without a hash (unknown user, no password yet) it does the same
 * work and answers false, so that the time taken tells nothing.
 */
export async function checkPassword(password: string, hash: string | null): Promise<boolean> {
  decoy ??= hashPassword(crypto.randomUUID());
  const matches = await verifyPassword({ hash: hash ?? (await decoy), password });
  return matches && hash !== null;
}
