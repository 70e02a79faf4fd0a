import { createDecipheriv, createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { argon2dAsync, argon2iAsync, argon2idAsync } from '@noble/hashes/argon2.js';
import { DesktopError } from '../../errors.ts';

/**
 * PuTTY's private key files, versions 2 and 3 (PuTTY manual, appendix C). sshpk can't read encrypted ones of version 3,
 * and checks no MAC: here the MAC is checked, and encrypted keys are decrypted for it.
 */
interface Ppk {
  version: 2 | 3;
  algorithm: string;
  encryption: string;
  comment: string;
  publicBlob: Buffer;
  privateBlob: Buffer;
  mac: Buffer;
  headers: Map<string, string>;
}

const MAX_ARGON2_KIB = 1024 * 1024;
const MAX_ARGON2_PASSES = 200;
const ARGON2 = { argon2d: argon2dAsync, argon2i: argon2iAsync, argon2id: argon2idAsync };

export function isPpk(text: string): boolean {
  return /^PuTTY-User-Key-File-\d+:/.test(text.trimStart());
}

/**
 * The same key as an unencrypted PPK text.
 * @throws DesktopError `passphrase` if one is needed or wrong, `invalid` if the file is damaged
 */
export async function unsealPpk(text: string, passphrase: string | undefined): Promise<string> {
  const ppk = parse(text);
  const sealed = ppk.encryption !== 'none';
  if (sealed && !passphrase) throw new DesktopError('passphrase', 'This key has a passphrase.');
  const { plain, macKey } = ppk.version === 3 ? await openVersion3(ppk, passphrase) : openVersion2(ppk, passphrase);
  const mac = createHmac(ppk.version === 3 ? 'sha256' : 'sha1', macKey)
    .update(Buffer.concat([ppk.algorithm, ppk.encryption, ppk.comment, ppk.publicBlob, plain].map(lengthPrefixed)))
    .digest();
  if (mac.length !== ppk.mac.length || !timingSafeEqual(mac, ppk.mac)) {
    if (sealed) throw new DesktopError('passphrase', 'The passphrase is wrong.');
    throw new DesktopError('invalid', 'This PuTTY key file is damaged.');
  }
  return write(ppk, plain);
}

function openVersion2({ encryption, privateBlob }: Ppk, passphrase = ''): { plain: Buffer; macKey: Buffer } {
  const sha1 = (...parts: (string | Buffer)[]) =>
    createHash('sha1')
      .update(Buffer.concat(parts.map((part) => Buffer.from(part))))
      .digest();
  const sealed = encryption !== 'none';
  const macKey = sha1('putty-private-key-file-mac-key', sealed ? passphrase : '');
  if (!sealed) return { plain: privateBlob, macKey };
  const key = Buffer.concat([sha1(Buffer.from([0, 0, 0, 0]), passphrase), sha1(Buffer.from([0, 0, 0, 1]), passphrase)]);
  return { plain: decrypt(privateBlob, key.subarray(0, 32), Buffer.alloc(16)), macKey };
}

async function openVersion3(ppk: Ppk, passphrase = ''): Promise<{ plain: Buffer; macKey: Buffer }> {
  if (ppk.encryption === 'none') return { plain: ppk.privateBlob, macKey: Buffer.alloc(0) };
  const derive = ARGON2[header(ppk.headers, 'Key-Derivation').toLowerCase() as keyof typeof ARGON2];
  const memoryKib = Number(header(ppk.headers, 'Argon2-Memory'));
  const passes = Number(header(ppk.headers, 'Argon2-Passes'));
  const lanes = Number(header(ppk.headers, 'Argon2-Parallelism'));
  // The file says how much work decryption takes: a malicious one must not use up the computer's memory.
  const bearable = memoryKib <= MAX_ARGON2_KIB && passes <= MAX_ARGON2_PASSES && lanes <= 16;
  if (!derive || !bearable) throw new DesktopError('invalid', 'This PuTTY key file asks for too much work.');
  const salt = Buffer.from(header(ppk.headers, 'Argon2-Salt'), 'hex');
  const derived = Buffer.from(await derive(passphrase, salt, { t: passes, m: memoryKib, p: lanes, dkLen: 80 }));
  return {
    plain: decrypt(ppk.privateBlob, derived.subarray(0, 32), derived.subarray(32, 48)),
    macKey: derived.subarray(48),
  };
}

function decrypt(sealed: Buffer, key: Buffer, iv: Buffer): Buffer {
  if (sealed.length % 16 !== 0) throw new DesktopError('invalid', 'This PuTTY key file is damaged.');
  const decipher = createDecipheriv('aes-256-cbc', key, iv).setAutoPadding(false);
  return Buffer.concat([decipher.update(sealed), decipher.final()]);
}

function parse(text: string): Ppk {
  const lines = text.trim().split(/\r\n|\r|\n/);
  const headers = new Map<string, string>();
  const blobs = new Map<string, Buffer>();
  for (let at = 0; at < lines.length; at++) {
    const match = /^([^:]+): ?(.*)$/.exec(lines[at] ?? '');
    if (!match) throw new DesktopError('invalid', 'This PuTTY key file is damaged.');
    const [, name = '', value = ''] = match;
    headers.set(name.toLowerCase(), value);
    if (!/-Lines$/i.test(name)) continue;
    const count = Number(value);
    if (!Number.isInteger(count) || count < 0 || count > lines.length) {
      throw new DesktopError('invalid', 'This PuTTY key file is damaged.');
    }
    blobs.set(name.toLowerCase(), Buffer.from(lines.slice(at + 1, at + 1 + count).join(''), 'base64'));
    at += count;
  }
  const version = headers.has('putty-user-key-file-3') ? 3 : headers.has('putty-user-key-file-2') ? 2 : null;
  const publicBlob = blobs.get('public-lines');
  const privateBlob = blobs.get('private-lines');
  const encryption = header(headers, 'Encryption');
  if (!version || !publicBlob || !privateBlob || !['none', 'aes256-cbc'].includes(encryption)) {
    throw new DesktopError('invalid', 'The app does not know this kind of PuTTY key file.');
  }
  return {
    version,
    algorithm: header(headers, `PuTTY-User-Key-File-${version}`),
    encryption,
    comment: header(headers, 'Comment'),
    publicBlob,
    privateBlob,
    mac: Buffer.from(header(headers, 'Private-MAC'), 'hex'),
    headers,
  };
}

function header(headers: Map<string, string>, name: string): string {
  const value = headers.get(name.toLowerCase());
  if (value === undefined) throw new DesktopError('invalid', `This PuTTY key file has no ${name}.`);
  return value;
}

function lengthPrefixed(part: string | Buffer): Buffer {
  const bytes = Buffer.from(part);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

function write({ algorithm, comment, publicBlob }: Ppk, plain: Buffer): string {
  const block = (name: string, blob: Buffer) => {
    const lines = blob.toString('base64').match(/.{1,64}/g) ?? [];
    return [`${name}: ${lines.length}`, ...lines];
  };
  return [
    `PuTTY-User-Key-File-3: ${algorithm}`,
    'Encryption: none',
    `Comment: ${comment}`,
    ...block('Public-Lines', publicBlob),
    ...block('Private-Lines', plain),
    '',
  ].join('\n');
}
