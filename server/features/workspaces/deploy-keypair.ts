import { generateKeyPairSync, randomBytes } from 'node:crypto';

export interface KeyPair {
  /** `ssh-ed25519 AAAA… comment`, one line. */
  publicKey: string;
  /** In OpenSSH's own format, as `ssh -i` reads it. */
  privateKey: string;
}

const TYPE = 'ssh-ed25519';
const BLOCK_BYTES = 8;

/** A new Ed25519 key without a passphrase (form: OpenSSH's PROTOCOL.key). */
export function newDeployKeyPair(comment: string): KeyPair {
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const [seed, point] = [Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')];
  const publicPart = Buffer.concat([field(TYPE), field(point)]);
  const check = randomBytes(4);
  const secret = Buffer.concat([check, check, publicPart, field(Buffer.concat([seed, point])), field(comment)]);
  const missing = (BLOCK_BYTES - (secret.length % BLOCK_BYTES)) % BLOCK_BYTES;
  const padding = Buffer.from(Array.from({ length: missing }, (_, index) => index + 1));
  const one = Buffer.from([0, 0, 0, 1]);
  const whole = Buffer.concat([
    Buffer.from('openssh-key-v1\0'),
    field('none'),
    field('none'),
    field(''),
    one,
    field(publicPart),
    field(Buffer.concat([secret, padding])),
  ]);
  const lines = whole.toString('base64').match(/.{1,70}/g) ?? [];
  return {
    publicKey: `${TYPE} ${publicPart.toString('base64')} ${comment}`,
    privateKey: `-----BEGIN OPENSSH PRIVATE KEY-----\n${lines.join('\n')}\n-----END OPENSSH PRIVATE KEY-----\n`,
  };
}

/** A four-byte length, then the bytes. */
function field(content: string | Buffer): Buffer {
  const bytes = Buffer.from(content);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
