import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import ssh2, { type AuthContext, type PublicKeyAuthContext } from 'ssh2';
import type { AllowedKey, GatewayDirectory, GatewayTarget } from '../directory.ts';

export interface Login {
  target: GatewayTarget;
  userId: string;
  fingerprint: string;
}

/** Stands in for the workspace of an unknown name, so that the same work is done for it. */
const NO_WORKSPACE = '00000000-0000-0000-0000-000000000000';
/** No refusal comes sooner, so timing doesn't reveal whether the name exists or how many keys it has. */
const REFUSAL_MS = 60;
/** RSA with SHA-1 is refused; the plain name stands for it. */
const SHA1_RSA = 'ssh-rsa';

export interface Attempts {
  directory: Pick<GatewayDirectory, 'find' | 'allowedKeys'>;
  /** False for a key that failed too often: refused without checking. */
  mayTry(fingerprint: string): boolean;
  /** Called right before the person is in. */
  onLogin(login: Login): void;
  /** The connection has ended. */
  signal: AbortSignal;
}

/**
 * Decides one attempt. A key is first offered without a signature (`accept` then asks for one), then used with it.
 * @returns whether the key opens the workspace, so that only a signature is missing
 */
export async function authenticate(attempts: Attempts, attempt: AuthContext): Promise<{ isKnown: boolean }> {
  const { directory, mayTry, onLogin, signal } = attempts;
  // Other methods are refused at once: every client starts by asking which methods exist.
  if (attempt.method !== 'publickey') {
    attempt.reject(['publickey']);
    return { isKnown: false };
  }
  const refusal = pause(REFUSAL_MS);
  const login = mayTry(fingerprintOf(attempt)) ? await findLogin(directory, attempt) : null;
  if (signal.aborted) return { isKnown: login !== null };
  if (login) {
    if (attempt.signature) onLogin(login);
    attempt.accept();
    return { isKnown: true };
  }
  await refusal;
  if (!signal.aborted) attempt.reject(['publickey']);
  return { isKnown: false };
}

function fingerprintOf({ key }: PublicKeyAuthContext): string {
  return createHash('sha256').update(key.data).digest('base64');
}

async function findLogin(
  directory: Pick<GatewayDirectory, 'find' | 'allowedKeys'>,
  attempt: PublicKeyAuthContext,
): Promise<Login | null> {
  if (attempt.key.algo === SHA1_RSA && !attempt.hashAlgo) return null;
  const target = await directory.find(attempt.username.toLowerCase());
  const keys = await directory.allowedKeys(target?.workspaceId ?? NO_WORKSPACE);
  const found = keys.map((key) => matches(key, attempt)).find((key) => key !== null);
  if (!target || !found) return null;
  return { target, userId: found.userId, fingerprint: found.fingerprint };
}

function matches(key: AllowedKey, attempt: PublicKeyAuthContext): AllowedKey | null {
  const parsed = ssh2.utils.parseKey(key.publicKey);
  if (parsed instanceof Error || !parsed.getPublicSSH().equals(attempt.key.data)) return null;
  if (!attempt.signature) return key;
  return attempt.blob && parsed.verify(attempt.blob, attempt.signature, attempt.hashAlgo) === true ? key : null;
}
