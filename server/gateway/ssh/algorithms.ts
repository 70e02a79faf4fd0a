import type { Algorithms } from 'ssh2';

/**
 * Best first. AES-GCM leads: OpenSSH would prefer ChaCha20, which costs several times the CPU here. Counter mode is for
 * clients without GCM (paramiko, libssh2, dropbear, net-ssh, JSch), the plain MAC for those without encrypt-then-MAC.
 * JSch 0.1 and FIPS systems know no curves but NIST's and no host key but ECDSA. No group 18: it costs 13 ms per attempt.
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
