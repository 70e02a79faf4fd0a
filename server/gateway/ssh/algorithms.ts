import type { Algorithms } from 'ssh2';

/**
 * Only what is beyond doubt today. Ciphers are AES-GCM alone: OpenSSH would prefer ChaCha20, which costs several times
 * the processor time here, and every client of the last ten years knows GCM. The MACs serve no cipher of this list but
 * clients insist on a common one.
 */
export const ALGORITHMS: Algorithms = {
  kex: [
    'curve25519-sha256',
    'curve25519-sha256@libssh.org',
    'ecdh-sha2-nistp256',
    'ecdh-sha2-nistp384',
    'ecdh-sha2-nistp521',
    'diffie-hellman-group16-sha512',
    'diffie-hellman-group18-sha512',
  ],
  serverHostKey: ['ssh-ed25519', 'ecdsa-sha2-nistp256'],
  cipher: ['aes128-gcm@openssh.com', 'aes256-gcm@openssh.com'],
  hmac: ['hmac-sha2-256-etm@openssh.com', 'hmac-sha2-512-etm@openssh.com'],
  compress: ['none'],
};
