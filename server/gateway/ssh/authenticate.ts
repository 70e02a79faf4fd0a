import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import ssh2, { type AuthContext, type PublicKeyAuthContext } from 'ssh2';
import type { Clock } from '../../platform/clock.ts';
import type { AllowedKey, GatewayDirectory, GatewayTarget } from '../directory.ts';
import { type Certificate, isSignedBy, readCertificate } from './certificates.ts';

export interface Login {
  target: GatewayTarget;
  userId: string;
  /** The person's key, or whom the certificate was issued to. */
  by: { fingerprint: string } | { principal: string };
}

/** What is asked about whoever comes. */
export type EntryDirectory = Pick<GatewayDirectory, 'find' | 'allowedKeys' | 'certifiedUser' | 'noteCertificate'>;

/** Stands in for the workspace of an unknown name, so that the same work is done for it. */
const NO_WORKSPACE = '00000000-0000-0000-0000-000000000000';
/** No refusal comes sooner, so timing doesn't reveal whether the name exists or how many keys it has. */
const REFUSAL_MS = 60;
/** RSA with SHA-1 is refused; the plain name stands for it. */
const SHA1_RSA = 'ssh-rsa';

export interface Attempts {
  directory: EntryDirectory;
  clock: Clock;
  /** The public key of whoever signs certificates; null if nobody does. */
  certificateAuthority: string | null;
  /** Where the connection comes from. */
  address: string;
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
  const { mayTry, onLogin, signal } = attempts;
  // Other methods are refused at once: every client starts by asking which methods exist.
  if (attempt.method !== 'publickey') {
    attempt.reject(['publickey']);
    return { isKnown: false };
  }
  const refusal = pause(REFUSAL_MS);
  const login = mayTry(fingerprintOf(attempt)) ? await findLogin(attempts, attempt) : null;
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

/** May this connection stay? Asked again whenever rights change. */
export async function mayStay(
  directory: Pick<GatewayDirectory, 'allowedKeys' | 'certifiedUser'>,
  { target, userId, by }: Login,
): Promise<boolean> {
  if ('principal' in by) return (await directory.certifiedUser(by.principal, target.workspaceId)) === userId;
  const keys = await directory.allowedKeys(target.workspaceId);
  return keys.some((key) => key.userId === userId && key.fingerprint === by.fingerprint);
}

async function findLogin(attempts: Attempts, attempt: PublicKeyAuthContext): Promise<Login | null> {
  if (attempt.key.algo === SHA1_RSA && !attempt.hashAlgo) return null;
  const { directory, clock, certificateAuthority } = attempts;
  const target = await directory.find(attempt.username.toLowerCase());
  const workspaceId = target?.workspaceId ?? NO_WORKSPACE;
  const { algo, data } = attempt.key;
  const certificate = certificateAuthority && readCertificate(algo, data, certificateAuthority, clock.now());
  const found = certificate
    ? await byCertificate(attempts, attempt, certificate, workspaceId)
    : await byKey(directory, attempt, workspaceId);
  return target && found && { target, ...found };
}

type Found = Omit<Login, 'target'> | null;

async function byKey(directory: EntryDirectory, attempt: PublicKeyAuthContext, workspaceId: string): Promise<Found> {
  const keys = await directory.allowedKeys(workspaceId);
  const found = keys.map((key) => matches(key, attempt)).find((key) => key !== null);
  return found ? { userId: found.userId, by: { fingerprint: found.fingerprint } } : null;
}

/** Its use is in the audit log before it opens anything. */
async function byCertificate(
  { directory, address }: Attempts,
  { key, blob, signature }: PublicKeyAuthContext,
  certificate: Certificate,
  workspaceId: string,
): Promise<Found> {
  const { principal, serial } = certificate;
  const userId = await directory.certifiedUser(principal, workspaceId);
  if (!userId) return null;
  if (signature) {
    if (!blob || !isSignedBy(certificate, key.algo, blob, signature)) return null;
    await directory.noteCertificate({ principal, serial: String(serial), workspaceId, ipAddress: address });
  }
  return { userId, by: { principal } };
}

function matches(key: AllowedKey, attempt: PublicKeyAuthContext): AllowedKey | null {
  const parsed = ssh2.utils.parseKey(key.publicKey);
  if (parsed instanceof Error || !parsed.getPublicSSH().equals(attempt.key.data)) return null;
  if (!attempt.signature) return key;
  return attempt.blob && parsed.verify(attempt.blob, attempt.signature, attempt.hashAlgo) === true ? key : null;
}
