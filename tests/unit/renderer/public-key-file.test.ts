import { describe, expect, it } from 'vitest';
import { commentOf, looksPrivate, readPublicKeyFile } from '#renderer/features/ssh-keys/public-key-file.ts';

describe('a key that is pasted, dropped or picked', () => {
  it.each(['-----BEGIN OPENSSH PRIVATE KEY-----\nabc', '-----BEGIN RSA PRIVATE KEY-----', 'PuTTY-User-Key-File-3: x'])(
    'knows %j for a private one',
    (text) => {
      expect(looksPrivate(text)).toBe(true);
    },
  );

  it('takes a public key for what it is', () => {
    expect(looksPrivate('ssh-ed25519 AAAAC3Nz ada@laptop')).toBe(false);
  });

  it('finds the comment, spaces included', () => {
    expect(commentOf('ssh-ed25519 AAAAC3Nz ada on laptop\n')).toBe('ada on laptop');
    expect(commentOf('ssh-ed25519 AAAAC3Nz')).toBe('');
  });

  it('does not read a file too large to be a key', async () => {
    expect(await readPublicKeyFile(new File(['x'.repeat(30_000)], 'big.pub'))).toBeNull();
    expect(await readPublicKeyFile(new File(['ssh-ed25519 AAAA\n'], 'id.pub'))).toBe('ssh-ed25519 AAAA');
  });
});
