import ssh2 from 'ssh2';

/** A key pair in OpenSSH form. ssh2 occasionally creates one it can't read itself; then another one is made. */
export function newKeyPair(type: 'ed25519' | 'rsa' | 'ecdsa', bits: number): { public: string; private: string } {
  for (;;) {
    const pair = ssh2.utils.generateKeyPairSync(type as 'rsa', { bits });
    if (!(ssh2.utils.parseKey(pair.public) instanceof Error)) return pair;
  }
}

export function newPublicKey(): string {
  return newKeyPair('ed25519', 256).public;
}
