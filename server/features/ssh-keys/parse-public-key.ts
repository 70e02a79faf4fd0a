import { createHash, createPublicKey } from 'node:crypto';
import ssh2 from 'ssh2';
import { ValidationError } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';

export interface PublicKey {
  /** OpenSSH form on one line: type, base64, and a comment if there is one. */
  publicKey: string;
  /** `SHA256:…` without padding, as ssh-keygen prints it. */
  fingerprint: string;
}

const RSA_MIN_BITS = 2048;
const TYPES = new Set(['ssh-ed25519', 'ssh-rsa', 'ecdsa-sha2-nistp256', 'ecdsa-sha2-nistp384', 'ecdsa-sha2-nistp521']);

const REASONS = {
  notAKey: say('sshKeys.notPublicKey'),
  privateKey: say('sshKeys.privateKey'),
  dsa: 'DSA keys are too weak. Please make an Ed25519 key: ssh-keygen -t ed25519',
  rsa: (bits: number) => say('sshKeys.rsaTooWeak', { bits, minimum: RSA_MIN_BITS }),
  hardware: say('sshKeys.securityKeyUnsupported'),
  certificate: say('sshKeys.certificate'),
};

/**
 * Parses and normalizes an OpenSSH public key.
 * @throws ValidationError on `public_key` with the reason; the text itself is in no message, log or error
 */
export function parsePublicKey(text: string): PublicKey {
  if (/PRIVATE KEY|PuTTY-User-Key-File/i.test(text)) throw refuse(REASONS.privateKey);
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('#'));
  const [type = '', encoded = '', ...comment] = (lines[0] ?? '').split(/\s+/);
  if (type === 'ssh-dss') throw refuse(REASONS.dsa);
  if (/-cert-v0\d@/.test(type)) throw refuse(REASONS.certificate);
  if (type.startsWith('sk-')) throw refuse(REASONS.hardware);
  const blob = Buffer.from(encoded, 'base64');
  const canonical = blob.toString('base64');
  if (lines.length !== 1 || !TYPES.has(type) || canonical !== encoded) throw refuse(REASONS.notAKey);
  const bits = usableBits(type, `${type} ${canonical}`);
  if (bits === null) throw refuse(REASONS.notAKey);
  if (type === 'ssh-rsa' && bits < RSA_MIN_BITS) throw refuse(REASONS.rsa(bits));
  const note = printable(comment.join(' '));
  return {
    publicKey: note ? `${type} ${canonical} ${note}` : `${type} ${canonical}`,
    fingerprint: `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`,
  };
}

/** RSA modulus length (0 for other types); null if the bytes aren't a key of this type. */
function usableBits(type: string, line: string): number | null {
  const parsed = ssh2.utils.parseKey(line);
  if (parsed instanceof Error || parsed.type !== type || parsed.isPrivateKey()) return null;
  try {
    return createPublicKey(parsed.getPublicPEM()).asymmetricKeyDetails?.modulusLength ?? 0;
  } catch {
    return null;
  }
}

function printable(comment: string): string {
  return comment.replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, '').slice(0, 200);
}

function refuse(reason: string): ValidationError {
  return new ValidationError({ public_key: reason });
}
