import type { Algorithms } from 'ssh2';

/**
 * Best first. AES-GCM comes before all: OpenSSH would prefer ChaCha20, which costs several times the processor time here.
 * Counter mode is for clients without GCM (paramiko, libssh2, dropbear, net-ssh, JSch), the plain MAC for those of them
 * without encrypt-then-MAC. JSch 0.1 and FIPS systems have no curve but NIST's and no host key but ECDSA. No group 18: 13 ms
 * for whoever asks, and every client has a curve.
 */
export const ALGORITHMS: Algorithms = {
  kex: [
    'curve25519-sha256',
    'curve25519-sha256@libssh.org',
    'ecdh-sha2-nistp256',
    'ecdh-sha2-nistp384',
    'ecdh-sha2-nistp521',
    'diffie-hellman-group16-sha512',
  ],
  serverHostKey: ['ssh-ed25519', 'ecdsa-sha2-nistp256'],
  cipher: ['aes128-gcm@openssh.com', 'aes256-gcm@openssh.com', 'aes128-ctr', 'aes192-ctr', 'aes256-ctr'],
  hmac: ['hmac-sha2-256-etm@openssh.com', 'hmac-sha2-512-etm@openssh.com', 'hmac-sha2-256', 'hmac-sha2-512'],
  compress: ['none'],
};
