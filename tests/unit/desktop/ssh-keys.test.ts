import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keyStore } from '../../../desktop/main/features/ssh-keys/folder.ts';
import {
  exportKey,
  generateKey,
  importKey,
  listCandidates,
  listKeys,
  removeKey,
} from '../../../desktop/main/features/ssh-keys/index.ts';
import { readPrivateKey, writePrivateKey } from '../../../desktop/main/features/ssh-keys/private-key.ts';
import { createTestDesktop, type TestDesktop } from './support/test-desktop.ts';

const fixtures = path.join(import.meta.dirname, 'fixtures');
const PASSPHRASE = 'open sesame';
const folder = mkdtempSync(path.join(os.tmpdir(), 'slipway-keys-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function sshKeygen(...args: string[]): string {
  return execFileSync('ssh-keygen', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}

/** What ssh-keygen itself says the public part of a private key file is. */
function publicOf(file: string, passphrase = ''): string {
  return sshKeygen('-y', '-P', passphrase, '-f', file).split(' ').slice(0, 2).join(' ');
}

test('a key sealed with a cipher that can’t be read is named as such, with what to do', async () => {
  const file = path.join(folder, 'chacha');
  sshKeygen('-q', '-t', 'ed25519', '-Z', 'chacha20-poly1305@openssh.com', '-N', PASSPHRASE, '-f', file);
  await expect(readPrivateKey(readFileSync(file, 'utf8'), PASSPHRASE)).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringMatching(/chacha20-poly1305@openssh\.com.*ssh-keygen -p -Z aes256-ctr/),
  });
  sshKeygen('-q', '-p', '-Z', 'aes256-ctr', '-P', PASSPHRASE, '-N', PASSPHRASE, '-f', file);
  await expect(readPrivateKey(readFileSync(file, 'utf8'), PASSPHRASE)).resolves.toMatchObject({ type: 'ed25519' });
});

describe('PuTTY keys', () => {
  const files = [
    'ed25519-v2',
    'ed25519-v3',
    'ed25519-v2-sealed',
    'ed25519-v3-sealed',
    'rsa-v2-sealed',
    'rsa-v3-sealed',
    'ecdsa-v3-sealed',
  ];
  test.each(files)('%s becomes the same key in OpenSSH form', async (name) => {
    const key = await readPrivateKey(readFileSync(path.join(fixtures, `${name}.ppk`), 'utf8'), PASSPHRASE);
    const file = path.join(folder, name);
    writeFileSync(file, writePrivateKey(key, undefined), { mode: 0o600 });
    const expected = readFileSync(path.join(fixtures, `${name.split('-')[0]}.pub`), 'utf8');
    expect(publicOf(file)).toBe(expected.split(' ').slice(0, 2).join(' '));
  });

  test.each(['ed25519-v2-sealed', 'ed25519-v3-sealed'])(
    '%s asks for its passphrase and knows a wrong one',
    async (name) => {
      const text = readFileSync(path.join(fixtures, `${name}.ppk`), 'utf8');
      await expect(readPrivateKey(text, undefined)).rejects.toMatchObject({ code: 'passphrase' });
      await expect(readPrivateKey(text, 'wrong')).rejects.toMatchObject({ code: 'passphrase' });
    },
  );

  test('a changed comment or MAC is noticed', async () => {
    const text = readFileSync(path.join(fixtures, 'ed25519-v3.ppk'), 'utf8');
    await expect(readPrivateKey(text.replace('test ed25519', 'other'), undefined)).rejects.toMatchObject({
      code: 'invalid',
    });
  });

  test('a file that asks for endless work is refused', async () => {
    const text = readFileSync(path.join(fixtures, 'ed25519-v3-sealed.ppk'), 'utf8');
    const hostile = text.replace('Argon2-Memory: 1024', 'Argon2-Memory: 99999999');
    await expect(readPrivateKey(hostile, PASSPHRASE)).rejects.toMatchObject({ code: 'invalid' });
  });
});

describe('OpenSSH and PEM keys made by ssh-keygen', () => {
  const kinds: [string, string[]][] = [
    ['OpenSSH ed25519', ['-t', 'ed25519']],
    ['OpenSSH RSA', ['-t', 'rsa', '-b', '2048']],
    ['PEM RSA', ['-t', 'rsa', '-b', '2048', '-m', 'PEM']],
    ['PKCS#8 RSA', ['-t', 'rsa', '-b', '2048', '-m', 'PKCS8']],
    ['PEM ECDSA', ['-t', 'ecdsa', '-b', '384', '-m', 'PEM']],
  ];
  for (const passphrase of ['', PASSPHRASE]) {
    test.each(kinds)(`%s ${passphrase ? 'with' : 'without'} a passphrase`, async (kind, args) => {
      const file = path.join(folder, `${kind.replace(/\W/g, '-')}${passphrase ? '-sealed' : ''}`);
      sshKeygen('-q', ...args, '-N', passphrase, '-C', 'test', '-f', file);
      const text = readFileSync(file, 'utf8');
      if (passphrase) {
        await expect(readPrivateKey(text, undefined)).rejects.toMatchObject({ code: 'passphrase' });
        await expect(readPrivateKey(text, 'wrong')).rejects.toMatchObject({ code: 'passphrase' });
      }
      const key = await readPrivateKey(text, passphrase || undefined);
      const again = `${file}-again`;
      writeFileSync(again, writePrivateKey(key, passphrase || undefined), { mode: 0o600 });
      expect(publicOf(again, passphrase)).toBe(publicOf(file, passphrase));
    });
  }

  test('what is no key, and a weak key, is refused', async () => {
    await expect(readPrivateKey('hello', undefined)).rejects.toMatchObject({ code: 'invalid' });
    const file = path.join(folder, 'weak');
    sshKeygen('-q', '-t', 'rsa', '-b', '1024', '-N', '', '-f', file);
    await expect(readPrivateKey(readFileSync(file, 'utf8'), undefined)).rejects.toMatchObject({ code: 'invalid' });
  });
});

describe('the keys of an account', () => {
  let desktop: TestDesktop;
  beforeAll(async () => {
    desktop = await createTestDesktop();
  });
  afterAll(() => desktop.close());

  test('a generated key is sealed, readable by its owner only, and its passphrase is in the keychain', async () => {
    const key = await generateKey(desktop, { name: 'laptop', type: 'ed25519', passphrase: PASSPHRASE, upload: false });
    const file = keyStore(desktop).privateFile(key.id);
    if (process.platform !== 'win32') {
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
    }
    expect(publicOf(file, PASSPHRASE)).toBe(key.publicKey.split(' ').slice(0, 2).join(' '));
    expect(() => publicOf(file, 'wrong')).toThrow();
    expect(await desktop.secrets.read(`passphrase:${key.id}`)).toBe(PASSPHRASE);
    expect(sshKeygen('-l', '-f', `${file}.pub`)).toContain(key.fingerprint);
    expect(key.publicKey).toMatch(/ laptop$/);

    desktop.answers.saveFile = path.join(desktop.folder, 'exported');
    expect(await exportKey(desktop, { id: key.id })).toEqual({ saved: true });
    expect(publicOf(desktop.answers.saveFile, PASSPHRASE)).toBe(publicOf(file, PASSPHRASE));

    await removeKey(desktop, { id: key.id });
    expect(await desktop.secrets.read(`passphrase:${key.id}`)).toBeNull();
    expect((await listKeys(desktop, null)).keys).toEqual([]);
    expect(() => statSync(file)).toThrow();
  });

  test('RSA keys have 4096 bits', async () => {
    const key = await generateKey(desktop, { name: 'rsa', type: 'rsa', upload: false });
    expect(sshKeygen('-l', '-f', `${keyStore(desktop).privateFile(key.id)}.pub`)).toMatch(/^4096 /);
  });

  test('keys of ~/.ssh are found by what they are, and imported once', async () => {
    const file = path.join(desktop.home, '.ssh', 'work');
    sshKeygen('-q', '-t', 'ed25519', '-N', '', '-C', 'work', '-f', file);
    writeFileSync(path.join(desktop.home, '.ssh', 'notes'), 'nothing secret');
    expect((await listCandidates(desktop, null)).home).toEqual([{ file: 'work' }]);
    const input = { name: 'work', source: { from: 'home', file: 'work' }, upload: false } as const;
    const key = await importKey(desktop, input);
    expect(publicOf(keyStore(desktop).privateFile(key.id))).toBe(publicOf(file));
    await expect(importKey(desktop, input)).rejects.toThrow('“work”');
  });

  test('a page can’t make the app read outside ~/.ssh', async () => {
    const source = { from: 'home', file: '../../etc/passwd' } as const;
    await expect(importKey(desktop, { name: 'x', source, upload: false })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('a key of the ssh-agent is kept by its public part only', async () => {
    const file = path.join(folder, 'in-agent');
    sshKeygen('-q', '-t', 'ed25519', '-N', '', '-C', 'from the agent', '-f', file);
    const socket = path.join(folder, 'agent.sock');
    const output = execFileSync('ssh-agent', ['-a', socket], { encoding: 'utf8' });
    const pid = Number(/SSH_AGENT_PID=(\d+)/.exec(output)?.[1]);
    try {
      execFileSync('ssh-add', ['-q', file], { env: { ...process.env, SSH_AUTH_SOCK: socket } });
      desktop.environment.SSH_AUTH_SOCK = socket;
      const { agent } = await listCandidates(desktop, null);
      expect(agent).toMatchObject([{ comment: 'from the agent', type: 'ssh-ed25519' }]);
      const source = { from: 'agent', fingerprint: agent[0]!.fingerprint } as const;
      const key = await importKey(desktop, { name: 'agent key', source, upload: false });
      expect(key.kept).toBe('agent');
      expect(() => statSync(keyStore(desktop).privateFile(key.id))).toThrow();
    } finally {
      process.kill(pid);
    }
  });
});
