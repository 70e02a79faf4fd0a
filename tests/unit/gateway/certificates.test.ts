import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import ssh2 from 'ssh2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isSignedBy, readCertificate, signCertificate } from '#server/gateway/ssh/certificates.ts';
import { publicHostKeys } from '#server/gateway/ssh/host-keys.ts';
import { fc } from '#tests/support/fast-check.ts';

/** `-t` of ssh-keygen, `-b`, and the name of the algorithm that a client asks with. */
const KINDS: [type: string, bits: string, algorithm: string][] = [
  ['ed25519', '256', 'ssh-ed25519-cert-v01@openssh.com'],
  ['ecdsa', '256', 'ecdsa-sha2-nistp256-cert-v01@openssh.com'],
  ['ecdsa', '384', 'ecdsa-sha2-nistp384-cert-v01@openssh.com'],
  ['ecdsa', '521', 'ecdsa-sha2-nistp521-cert-v01@openssh.com'],
  ['rsa', '2048', 'rsa-sha2-256-cert-v01@openssh.com'],
  ['rsa', '2048', 'rsa-sha2-512-cert-v01@openssh.com'],
];
const ED25519 = 'ssh-ed25519-cert-v01@openssh.com';
const FROM = new Date('2030-01-02T03:04:05Z');
const UNTIL = new Date('2030-01-02T03:19:05Z');
const DURING = new Date('2030-01-02T03:10:00Z');

let folder: string;
let authority: string;
let authorityFile: string;
let publicAuthority: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'slipway-certificates-'));
  authorityFile = makeKey('ca');
  authority = readFileSync(authorityFile, 'utf8');
  publicAuthority = publicHostKeys([authority])[0]!;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function keygen(...args: string[]): string {
  return execFileSync('ssh-keygen', args, { encoding: 'utf8', env: { ...process.env, TZ: 'UTC' } });
}

/** RSA keys take long to make: one name is one key. */
function makeKey(name: string, type = 'ed25519', bits = '256'): string {
  const file = path.join(folder, name);
  if (existsSync(file)) return file;
  keygen('-q', '-t', type, '-b', bits, '-N', '', '-C', '', '-f', file);
  return file;
}

const publicKeyOf = (file: string) => readFileSync(`${file}.pub`, 'utf8').trim();
const blobOf = (line: string) => Buffer.from(line.split(' ')[1]!, 'base64');
const about = (publicKey: string) => ({ publicKey, serial: 7n, keyId: 'token “nightly” of ada', principal: 'token:1' });
const during = (blob: Buffer, algorithm = ED25519) => readCertificate(algorithm, blob, publicAuthority, DURING);

/** What ssh-keygen itself signs, in UTC. */
function signedByOpenssh(key: string, ...options: string[]): Buffer {
  const file = makeKey(`${key}-${options.join('').replace(/\W/g, '')}`);
  keygen('-q', '-s', authorityFile, '-I', 'somebody', ...options, `${file}.pub`);
  return blobOf(readFileSync(`${file}-cert.pub`, 'utf8'));
}
const VALID = ['-V', '20300102030405:20300102031905'];

test('ssh-keygen reads what is issued', () => {
  const line = signCertificate(authority, about(publicKeyOf(makeKey('shown'))), { from: FROM, until: UNTIL });
  const file = path.join(folder, 'shown-cert.pub');
  writeFileSync(file, line);
  const shown = keygen('-L', '-f', file);
  expect(shown).toContain(`Type: ${ED25519} user certificate`);
  expect(shown).toContain('Serial: 7');
  expect(shown).toContain('Valid: from 2030-01-02T03:03:05 to 2030-01-02T03:19:05');
  expect(shown).toMatch(/Principals: \n\s+token:1\n/);
  expect(shown).toContain('Critical Options: (none)');
  expect(shown).toMatch(/Extensions: \n\s+permit-agent-forwarding\n\s+permit-port-forwarding\n\s+permit-pty\n/);
  expect(shown).toContain(keygen('-l', '-f', `${authorityFile}.pub`).split(' ')[1]);
});

test.each(KINDS)(
  '%s %s, %s: read as it was issued, and the holder’s signature counts alone',
  (type, bits, algorithm) => {
    const file = makeKey(`${type}${bits}-holder`, type, bits);
    const publicKey = publicKeyOf(file);
    const blob = blobOf(signCertificate(authority, about(publicKey), { from: FROM, until: UNTIL }));
    const read = during(blob, algorithm)!;
    expect(read).toEqual(about(publicKey));
    expect(KINDS.filter(([, , other]) => during(blob, other)).map(([other]) => other)).toEqual(
      KINDS.filter(([other, size]) => other === type && size === bits).map(([other]) => other),
    );

    const data = Buffer.from('what was agreed on');
    const signature = signatureOf(file, algorithm, data);
    expect(isSignedBy(read, algorithm, data, signature)).toBe(true);
    expect(isSignedBy(read, algorithm, Buffer.from('something else'), signature)).toBe(false);
    const stranger = makeKey(`${type}${bits}-stranger`, type, bits);
    expect(isSignedBy(read, algorithm, data, signatureOf(stranger, algorithm, data))).toBe(false);
  },
);

/** As an SSH client sends it. */
function signatureOf(file: string, algorithm: string, data: Buffer): Buffer {
  const key = ssh2.utils.parseKey(readFileSync(file));
  if (key instanceof Error) throw key;
  const named = algorithm.replace('-cert-v01@openssh.com', '');
  const hash = { 'rsa-sha2-256': 'sha256', 'rsa-sha2-512': 'sha512' }[named];
  const made = key.sign(data, hash) as Buffer;
  return Buffer.concat([string(Buffer.from(named)), string(named.startsWith('ecdsa') ? fromDer(made) : made)]);
}

function string(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** Both numbers of a DER sequence. */
function fromDer(der: Buffer): Buffer {
  let at = der[1]! & 0x80 ? 3 : 2;
  const number = () => {
    const length = der[at + 1]!;
    at += 2 + length;
    return string(der.subarray(at - length, at));
  };
  return Buffer.concat([number(), number()]);
}

test('one that OpenSSH signed with our authority is read, however it was made', () => {
  const line = signedByOpenssh('openssh', '-n', 'token:2', '-z', '18446744073709551615', ...VALID);
  expect(during(line)).toMatchObject({ principal: 'token:2', serial: 18_446_744_073_709_551_615n, keyId: 'somebody' });
});

test.each<[string, () => Buffer]>([
  ['a host’s', () => signedByOpenssh('host', '-h', '-n', 'token:1', ...VALID)],
  ['one for everybody', () => signedByOpenssh('everybody', ...VALID)],
  ['one for two', () => signedByOpenssh('two', '-n', 'token:1,token:2', ...VALID)],
  [
    'one that is limited to an address',
    () => signedByOpenssh('a', '-n', 'x', '-O', 'source-address=10.0.0.0/8', ...VALID),
  ],
  ['one that is limited to a command', () => signedByOpenssh('c', '-n', 'x', '-O', 'force-command=true', ...VALID)],
  ['one that isn’t valid yet', () => signedByOpenssh('early', '-n', 'x', '-V', '20300102031001:20300102031905')],
  ['one that isn’t valid any more', () => signedByOpenssh('late', '-n', 'x', '-V', '20300102030405:20300102031000')],
  ['a plain key', () => blobOf(publicKeyOf(makeKey('plain')))],
])('%s opens nothing', (_, make) => {
  expect(during(make())).toBeNull();
});

test('of another authority, or of none', () => {
  const other = makeKey('other-ca');
  const signed = signCertificate(readFileSync(other, 'utf8'), about(publicKeyOf(other)), { from: FROM, until: UNTIL });
  expect(during(blobOf(signed))).toBeNull();
  expect(readCertificate(ED25519, blobOf(signed), '', DURING)).toBeNull();
});

test('no other bytes are a certificate: cut short, longer, changed, or made up', () => {
  const blob = blobOf(signCertificate(authority, about(publicKeyOf(authorityFile)), { from: FROM, until: UNTIL }));
  expect(during(blob)).not.toBeNull();
  const at = fc.nat(blob.length - 1);
  const changed = fc.tuple(at, fc.integer({ min: 1, max: 255 })).map(([index, bits]) => {
    const copy = Buffer.from(blob);
    copy[index]! ^= bits;
    return copy;
  });
  const bytes = fc.uint8Array().map((array) => Buffer.from(array));
  const cut = at.map((length) => blob.subarray(0, length));
  const longer = bytes.filter(({ length }) => length > 0).map((more) => Buffer.concat([blob, more]));
  const any = fc.oneof(changed, cut, longer, bytes);
  fc.assert(fc.property(any, (hostile) => during(hostile) === null));
  const read = during(blob)!;
  fc.assert(fc.property(bytes, (signature) => !isSignedBy(read, ED25519, Buffer.from('data'), signature)));
});

test('what is issued is read again, whatever it says', () => {
  const publicKey = publicKeyOf(authorityFile);
  const texts = fc.string({ unit: 'grapheme', minLength: 0, maxLength: 200 });
  const serials = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
  fc.assert(
    fc.property(texts, texts, serials, (keyId, principal, serial) => {
      const certificate = { publicKey, keyId, principal, serial };
      expect(during(blobOf(signCertificate(authority, certificate, { from: FROM, until: UNTIL })))).toEqual(
        certificate,
      );
    }),
    { numRuns: 50 },
  );
});
