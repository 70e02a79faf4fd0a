import { createPrivateKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import ssh2 from 'ssh2';
import sshpk from 'sshpk';
import { DesktopError } from '../../errors.ts';
import { text as say } from '../../text.ts';
import { isPpk, unsealPpk } from './ppk.ts';

export type PrivateKey = sshpk.PrivateKey;

const makePair = promisify(generateKeyPair);
const RSA_BITS = 4096;
const MIN_RSA_BITS = 2048;
/** An sshpk format that its type declarations leave out. */
const PUTTY = 'putty' as 'auto';

/** A new ed25519 or RSA (4096 bits) key. */
export async function makePrivateKey(type: 'ed25519' | 'rsa', comment: string): Promise<PrivateKey> {
  const { privateKey } =
    type === 'rsa' ? await makePair('rsa', { modulusLength: RSA_BITS }) : await makePair('ed25519', undefined);
  return withComment(sshpk.parsePrivateKey(pkcs8(privateKey), 'pkcs8'), comment);
}

/**
 * Reads private keys of OpenSSH, PEM (PKCS#1, PKCS#8, SEC1) and PuTTY.
 * @throws DesktopError `passphrase` if one is needed or wrong, `invalid` if it isn't a key, or a weak one
 */
export async function readPrivateKey(text: string, passphrase: string | undefined): Promise<PrivateKey> {
  const cipher = isOpenSsh(text) ? openSshCipher(text) : null;
  if (cipher !== null && !READABLE.test(cipher))
    throw new DesktopError('invalid', say('failure.keyCipher', { cipher }));
  const sealed = isSealed(text);
  if (sealed && !passphrase) throw new DesktopError('passphrase', 'This key has a passphrase.');
  const key = await parse(text, passphrase, sealed);
  const weak = key.type === 'dsa' || (key.type === 'rsa' && key.size < MIN_RSA_BITS);
  if (weak)
    throw new DesktopError('invalid', 'This key is too weak: use ed25519, ECDSA or RSA with 2048 bits or more.');
  return key;
}

async function parse(text: string, passphrase: string | undefined, sealed: boolean): Promise<PrivateKey> {
  try {
    if (isPpk(text)) return sshpk.parsePrivateKey(await unsealPpk(text, passphrase), PUTTY);
    const key = createPrivateKey({ key: isOpenSsh(text) ? pemOf(text, passphrase) : text, passphrase });
    return sshpk.parsePrivateKey(pkcs8(key), 'pkcs8');
  } catch (error) {
    if (error instanceof DesktopError) throw error;
    if (sealed) throw new DesktopError('passphrase', 'The passphrase is wrong.');
    throw new DesktopError('invalid', 'This is no private key that the app can read.');
  }
}

/** sshpk throws an uncatchable error on an encrypted key with a wrong passphrase, so ssh2 and Node open those. */
function pemOf(text: string, passphrase: string | undefined): string {
  const key = ssh2.utils.parseKey(text, passphrase);
  if (key instanceof Error) throw key;
  return key.getPrivatePEM();
}

function pkcs8(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** Ciphers of encrypted keys that ssh2 reads. */
const READABLE = /^(none|3des-cbc|aes(128|192|256)-(cbc|ctr|gcm(@openssh\.com)?))$/;

/** The cipher an OpenSSH key is encrypted with (PROTOCOL.key): the first string after the magic word. Null if damaged. */
function openSshCipher(text: string): string | null {
  const body = /-----BEGIN OPENSSH PRIVATE KEY-----([^-]*)-----END/.exec(text)?.[1] ?? '';
  const blob = Buffer.from(body, 'base64');
  const at = 'openssh-key-v1\0'.length;
  if (blob.length < at + 4) return null;
  return blob.toString('latin1', at + 4, at + 4 + blob.readUInt32BE(at));
}

function isOpenSsh(text: string): boolean {
  return text.includes('-----BEGIN OPENSSH PRIVATE KEY-----');
}

/** Does this text need a passphrase? */
export function isSealed(text: string): boolean {
  if (isPpk(text)) return !/^Encryption: none\s*$/m.test(text);
  if (/^Proc-Type: 4,ENCRYPTED|-----BEGIN ENCRYPTED PRIVATE KEY-----/m.test(text)) return true;
  if (!isOpenSsh(text)) return false;
  const key = ssh2.utils.parseKey(text);
  return key instanceof Error && /encrypted/i.test(key.message);
}

/** The key in OpenSSH's format, encrypted (aes256-ctr, bcrypt) if there is a passphrase. */
export function writePrivateKey(key: PrivateKey, passphrase: string | undefined): string {
  const text = key.toString('ssh-private', passphrase ? { passphrase } : {});
  return text.endsWith('\n') ? text : `${text}\n`;
}

export interface PublicParts {
  type: string;
  publicKey: string;
  fingerprint: string;
}

export function publicParts(key: PrivateKey, comment: string): PublicParts {
  return partsOf(withComment(key, comment).toPublic().toString('ssh'));
}

/** What an OpenSSH public key line says. */
export function partsOf(line: string): PublicParts {
  const [type = '', blob = '', ...comment] = line.trim().split(/\s+/);
  return {
    type,
    publicKey: [type, blob, comment.join(' ')].filter(Boolean).join(' '),
    fingerprint: sshpk.parseKey(`${type} ${blob}`, 'ssh').fingerprint('sha256').toString(),
  };
}

function withComment(key: PrivateKey, comment: string): PrivateKey {
  key.comment = comment.replace(/\s+/g, ' ');
  return key;
}
