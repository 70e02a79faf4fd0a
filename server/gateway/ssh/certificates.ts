import { createPublicKey, randomBytes, verify } from 'node:crypto';
import ssh2, { type ParsedKey } from 'ssh2';
import { MINUTE, SECOND } from '../../platform/clock.ts';

/** What OpenSSH calls a user certificate (PROTOCOL.certkeys), as far as we issue it. */
export interface Certificate {
  /** The certified key as `ssh-ed25519 AAAA…`. */
  publicKey: string;
  serial: bigint;
  /** For people: shown by `ssh-keygen -L`. */
  keyId: string;
  /** Whom it was issued to. No name of a login: another server that trusts our authority lets nobody in with it. */
  principal: string;
}

interface Form {
  /** The certified key's own type. */
  key: string;
  /** Fields of the key after its type. */
  fields: number;
  /** The type of its signatures. */
  signature: string;
  hash: string | null;
  /** Bytes of each half of an ECDSA signature. */
  half?: number;
}

const SUFFIX = '-cert-v01@openssh.com';
const ecdsa = (bits: number, hash: string): Form => {
  const key = `ecdsa-sha2-nistp${bits}`;
  return { key, fields: 2, signature: key, hash, half: Math.ceil(bits / 8) };
};
const FORMS: readonly Form[] = [
  { key: 'ssh-ed25519', fields: 1, signature: 'ssh-ed25519', hash: null },
  ecdsa(256, 'sha256'),
  ecdsa(384, 'sha384'),
  ecdsa(521, 'sha512'),
  // Not with SHA-1, whose signatures are named like the key.
  { key: 'ssh-rsa', fields: 2, signature: 'rsa-sha2-256', hash: 'sha256' },
  { key: 'ssh-rsa', fields: 2, signature: 'rsa-sha2-512', hash: 'sha512' },
];
/** By the name of the algorithm a client asks with. */
const BY_ALGORITHM = new Map(FORMS.map((form) => [`${form.signature}${SUFFIX}`, form]));

const USER = 1;
const AUTHORITY = 'ssh-ed25519';
/** What every session may do here; without them, other programs would show that it may not. */
const EXTENSIONS = ['permit-agent-forwarding', 'permit-port-forwarding', 'permit-pty'];
/** Clocks differ. */
const EARLIER_MS = MINUTE;

/** @param authority an OpenSSH private key; @returns `ssh-ed25519-cert-v01@openssh.com AAAA…` */
export function signCertificate(
  authority: string,
  { publicKey, serial, keyId, principal }: Certificate,
  { from, until }: { from: Date; until: Date },
): string {
  const signer = parsed(authority);
  const fields = createFields(Buffer.from(publicKey.split(' ')[1] ?? '', 'base64'));
  const type = `${fields.text()}${SUFFIX}`;
  const body = Buffer.concat([
    text(type),
    text(randomBytes(32)),
    fields.rest(),
    number64(serial),
    number32(USER),
    text(keyId),
    text(text(principal)),
    number64(seconds(from.getTime() - EARLIER_MS)),
    number64(seconds(until.getTime())),
    // Critical options, extensions with empty values, and what is reserved.
    text(''),
    text(Buffer.concat(EXTENSIONS.flatMap((name) => [text(name), text('')]))),
    text(''),
    text(signer.getPublicSSH()),
  ]);
  const signature = text(Buffer.concat([text(AUTHORITY), text(signer.sign(body))]));
  return `${type} ${Buffer.concat([body, signature]).toString('base64')}`;
}

/**
 * What a client offers as a certificate, if it is one that our authority signed for a user and that is valid now. Any
 * critical option makes it useless, because we issue none and would have to enforce it.
 * @param authority the public key, `ssh-ed25519 AAAA…`
 */
export function readCertificate(algorithm: string, blob: Buffer, authority: string, now: Date): Certificate | null {
  const form = BY_ALGORITHM.get(algorithm);
  if (!form) return null;
  try {
    return read(form, blob, authority, now);
  } catch {
    return null;
  }
}

/** @throws Error if the bytes are no certificate */
function read(form: Form, blob: Buffer, authority: string, now: Date): Certificate | null {
  const fields = createFields(blob);
  const type = fields.text();
  fields.bytes();
  const keyFields = Array.from({ length: form.fields }, () => text(fields.bytes()));
  const serial = fields.number64();
  const kind = fields.number32();
  const keyId = fields.text();
  const principals = createFields(fields.bytes());
  const principal = principals.text();
  const [from, until] = [fields.number64(), fields.number64()];
  const criticalOptions = fields.bytes();
  fields.bytes();
  fields.bytes();
  const signedBy = fields.bytes();
  const signed = blob.subarray(0, fields.at());
  const signature = createFields(fields.bytes());
  const isWhole = fields.isDone() && principals.isDone() && criticalOptions.length === 0;
  const time = seconds(now.getTime());
  if (type !== `${form.key}${SUFFIX}` || kind !== USER || !isWhole || time < from || time >= until) return null;
  const signer = parsed(authority);
  if (!signer.getPublicSSH().equals(signedBy) || signature.text() !== AUTHORITY) return null;
  const bytes = signature.bytes();
  if (!signature.isDone() || signer.verify(signed, bytes) !== true) return null;
  const publicKey = `${form.key} ${Buffer.concat([text(form.key), ...keyFields]).toString('base64')}`;
  return { publicKey, serial, keyId, principal };
}

/** Did the holder of the certified key sign this? The signature names its own type, never that of a certificate. */
export function isSignedBy(
  { publicKey }: Pick<Certificate, 'publicKey'>,
  algorithm: string,
  data: Buffer,
  signature: Buffer,
): boolean {
  const form = BY_ALGORITHM.get(algorithm);
  if (!form) return false;
  try {
    const fields = createFields(signature);
    if (fields.text() !== form.signature) return false;
    const bytes = fields.bytes();
    if (!fields.isDone()) return false;
    const key = createPublicKey(parsed(publicKey).getPublicPEM());
    return verify(form.hash, data, { key, dsaEncoding: 'ieee-p1363' }, form.half ? halves(bytes, form.half) : bytes);
  } catch {
    return false;
  }
}

/** Two numbers of any length → two of the same. @throws Error if they have more digits */
function halves(signature: Buffer, length: number): Buffer {
  const fields = createFields(signature);
  const [r, s] = [fields.bytes(), fields.bytes()].map((each) => {
    const bytes = each[0] === 0 ? each.subarray(1) : each;
    return Buffer.concat([Buffer.alloc(length - bytes.length), bytes]);
  });
  return Buffer.concat([r ?? signature, s ?? signature]);
}

/** @throws Error if it isn't a key */
function parsed(key: string): ParsedKey {
  const found = ssh2.utils.parseKey(key);
  if (found instanceof Error) throw found;
  return found;
}

/** Reads what follows one another. All but `at` and `isDone` throw a RangeError at the end. */
function createFields(data: Buffer) {
  let position = 0;
  const take = (length: number) => {
    if (position + length > data.length) throw new RangeError('too short');
    position += length;
    return data.subarray(position - length, position);
  };
  const bytes = () => take(take(4).readUInt32BE());
  return {
    bytes,
    text: () => bytes().toString('utf8'),
    number32: () => take(4).readUInt32BE(),
    number64: () => take(8).readBigUInt64BE(),
    rest: () => take(data.length - position),
    at: () => position,
    isDone: () => position === data.length,
  };
}

function text(content: string | Buffer): Buffer {
  const bytes = Buffer.from(content as string);
  return Buffer.concat([number32(bytes.length), bytes]);
}

function number32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function number64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(value);
  return bytes;
}

const seconds = (ms: number) => BigInt(Math.floor(ms / SECOND));
