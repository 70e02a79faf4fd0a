import type { Duplex } from 'node:stream';
import { Client } from 'ssh2';
import { EngineError } from './engine-error.ts';

export interface SshLogin {
  host: string;
  port: number;
  user: string;
  /** OpenSSH or PEM. */
  privateKey: string;
  /** What the machine's host key must be, as `SHA256:…`. */
  hostKey: string;
}

const READY_TIMEOUT_MS = 15_000;
const ALIVE_EVERY_MS = 10_000;
const OPEN_TIMEOUT_MS = 10_000;

/** Streams to ports on the loopback interface of a machine, all through one SSH connection that is made when needed. */
export interface SshTunnel {
  /** Throws `unreachable`, or `port-not-listening` when the machine refuses. */
  open(port: number): Promise<Duplex>;
  close(): void;
}

export function createSshTunnel(login: SshLogin): SshTunnel {
  let connection: Promise<Client> | null = null;
  const connected = () => {
    connection ??= connectSsh(login).then((client) => {
      client.once('close', () => {
        connection = null;
      });
      return client;
    });
    connection.catch(() => {
      connection = null;
    });
    return connection;
  };
  return {
    async open(port) {
      const client = await connected();
      return new Promise((resolve, reject) => {
        const where = `port ${port} of ${login.host}`;
        const timer = setTimeout(() => {
          reject(new EngineError('timeout', `${where}: no answer within ${OPEN_TIMEOUT_MS} ms`));
        }, OPEN_TIMEOUT_MS);
        client.forwardOut('127.0.0.1', 0, '127.0.0.1', port, (error, channel) => {
          clearTimeout(timer);
          if (error) reject(new EngineError('offline', `${where}: ${error.message}`, { cause: error }));
          else resolve(channel);
        });
      });
    },
    close() {
      void connection?.then((client) => client.end()).catch(() => undefined);
    },
  };
}

/** A connection whose host key is the expected one. Throws `unreachable`. */
export function connectSsh({ host, port, user, privateKey, hostKey }: SshLogin): Promise<Client> {
  return new Promise((resolve, reject) => {
    const client = new Client();
    client.once('ready', () => {
      client.removeAllListeners('error');
      client.on('error', () => client.destroy());
      resolve(client);
    });
    client.once('error', (cause) => {
      reject(new EngineError('unreachable', `ssh to ${host}:${port}: ${cause.message}`, { cause }));
    });
    client.connect({
      host,
      port,
      username: user,
      privateKey,
      hostHash: 'sha256',
      hostVerifier: (hash: string) => `SHA256:${toBase64(hash)}` === hostKey,
      readyTimeout: READY_TIMEOUT_MS,
      keepaliveInterval: ALIVE_EVERY_MS,
    });
  });
}

/** As `ssh-keygen -l` prints it. */
function toBase64(hash: string): string {
  return Buffer.from(hash, 'hex').toString('base64').replace(/=+$/, '');
}
