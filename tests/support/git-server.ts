import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import ssh2 from 'ssh2';
import { newKeyPair } from './ssh-key.ts';

export interface GitServer {
  port: number;
  /** Public keys that may read; none at first. */
  keys: Set<string>;
  /** Does it leave out what nobody asked for, as the large providers do? */
  filters: boolean;
  close(): Promise<void>;
}

/** Serves the repositories of a folder over ssh, as a provider does: `ssh://git@<address>:<port>/<name>`. */
export async function startGitServer(folder: string, address = '127.0.0.1'): Promise<GitServer> {
  const server = new ssh2.Server({ hostKeys: [newKeyPair('ed25519', 256).private] });
  const open = new Set<ssh2.Connection>();
  const running: GitServer = {
    port: 0,
    keys: new Set(),
    filters: true,
    close: async () => {
      for (const connection of open) connection.end();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  server.on('connection', (connection) => {
    open.add(connection);
    connection.on('error', () => undefined).on('close', () => open.delete(connection));
    connection.on('authentication', (attempt) => {
      const isKnown =
        attempt.method === 'publickey' &&
        [...running.keys].some((key) => key.split(' ')[1] === attempt.key.data.toString('base64'));
      if (isKnown) attempt.accept();
      else attempt.reject(['publickey']);
    });
    connection.on('session', (accept) => serveSession(accept(), folder, running));
  });
  server.listen(0, address);
  await once(server, 'listening');
  running.port = (server.address() as AddressInfo).port;
  return running;
}

function serveSession(session: ssh2.Session, folder: string, server: GitServer): void {
  const environment: Record<string, string> = {};
  session.on('env', (accept, _reject, { key, val }) => {
    if (key === 'GIT_PROTOCOL') environment[key] = val;
    accept?.();
  });
  session.on('exec', (accept, reject, { command }) => {
    const [, asked] = /^git-upload-pack '([^']+)'$/.exec(command) ?? [];
    if (!asked) return reject();
    const stream = accept();
    const repository = path.join(folder, path.basename(asked));
    const child = spawn('git', ['-c', `uploadpack.allowFilter=${server.filters}`, 'upload-pack', repository], {
      env: { PATH: process.env.PATH, ...environment },
    });
    child.stdin.on('error', () => undefined);
    stream.pipe(child.stdin);
    child.stdout.pipe(stream, { end: false });
    child.stderr.pipe(stream.stderr, { end: false });
    child.on('close', (code) => {
      stream.exit(code ?? 1);
      stream.end();
    });
  });
}
