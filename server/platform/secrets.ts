import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts with AES-256-GCM what must be readable again (database passwords, TOTP seeds). */
export interface SecretBox {
  seal(plain: string): string;
  /** Throws if the text was changed or encrypted with another key. */
  open(sealed: string): string;
}

const VERSION = 'v1';

/**
 * A password that every process with the same secret can derive, and that reveals nothing about the secret. `purpose`
 * separates passwords.
 */
export function derivePassword(secret: string, purpose: string): string {
  return Buffer.from(hkdfSync('sha256', secret, '', `slipway ${purpose}`, 32)).toString('base64url');
}

export function createSecretBox(secret: string): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'slipway secret box', 32));
  return {
    seal(plain) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return `${VERSION}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    open(sealed) {
      const [version, encoded] = sealed.split('.');
      if (version !== VERSION || !encoded) throw new Error('Unknown form of a sealed secret');
      const bytes = Buffer.from(encoded, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
  };
}
