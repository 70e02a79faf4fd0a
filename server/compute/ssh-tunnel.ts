import { connect } from 'node:net';
import { type Duplex, pipeline } from 'node:stream';
import { Client, type ClientChannel, type TcpConnectionDetails } from 'ssh2';
import { EngineError } from './engine-error.ts';

export interface SshLogin {
  host: string;
  port: number;
  user: string;
  /** OpenSSH or PEM. */
  privateKey: string;
  /** The machine's expected host key, as `SHA256:…`. */
  hostKey: string;
}

const READY_TIMEOUT_MS = 15_000;
const ALIVE_EVERY_MS = 10_000;
const OPEN_TIMEOUT_MS = 10_000;
const LOOPBACK = '127.0.0.1';

/** Streams to ports on a machine's loopback interface, all through one SSH connection, opened on demand. */
export interface SshTunnel {
  /** Throws `unreachable`, or `port-not-listening` if the machine refuses. */
  open(port: number): Promise<Duplex>;
  /** The reverse: while `use` runs, a port on the machine's loopback interface leads to ours. */
  lend<T>(port: number, use: (theirPort: number) => Promise<T>): Promise<T>;
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
        let late = false;
        const timer = setTimeout(() => {
          late = true;
          reject(new EngineError('timeout', `${where}: no answer within ${OPEN_TIMEOUT_MS} ms`));
        }, OPEN_TIMEOUT_MS);
        client.forwardOut(LOOPBACK, 0, LOOPBACK, port, (error, channel) => {
          clearTimeout(timer);
          if (error) return reject(new EngineError('offline', `${where}: ${error.message}`, { cause: error }));
          channel.on('error', () => undefined);
          if (late) channel.destroy();
          else resolve(channel);
        });
      });
    },
    async lend(port, use) {
      return lendPort(await connected(), port, use);
    },
    close() {
      void connection?.then((client) => client.end()).catch(() => undefined);
    },
  };
}

async function lendPort<T>(client: Client, port: number, use: (theirPort: number) => Promise<T>): Promise<T> {
  const theirPort = await new Promise<number>((resolve, reject) => {
    client.forwardIn(LOOPBACK, 0, (cause, chosen) => {
      if (cause) reject(new EngineError('other', `the machine lends no port: ${cause.message}`, { cause }));
      else resolve(chosen);
    });
  });
  const answer = ({ destPort }: TcpConnectionDetails, accept: () => ClientChannel) => {
    if (destPort !== theirPort) return;
    const [channel, socket] = [accept(), connect(port, LOOPBACK)];
    // When either end breaks, so does the other; the engine reports it.
    pipeline(channel, socket, channel, () => undefined);
  };
  client.on('tcp connection', answer);
  try {
    return await use(theirPort);
  } finally {
    client.off('tcp connection', answer);
    // A broken connection has closed the port as well.
    await new Promise<void>((resolve) => {
      try {
        client.unforwardIn(LOOPBACK, theirPort, () => resolve());
      } catch {
        resolve();
      }
    });
  }
}

/** A connection to a machine with the expected host key. Throws `unreachable`. */
export function connectSsh({ host, port, user, privateKey, hostKey }: SshLogin): Promise<Client> {
  return new Promise((resolve, reject) => {
    const client = new Client();
    client.once('ready', () => resolve(client));
    // Several can arrive, even from a connection that never got ready.
    client.on('error', (cause) => {
      reject(new EngineError('unreachable', `ssh to ${host}:${port}: ${cause.message}`, { cause }));
      client.destroy();
    });
    client.once('close', () =>
      reject(new EngineError('unreachable', `ssh to ${host}:${port}: the connection was closed`)),
    );
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
