import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { freePort } from './free-port.ts';

export interface PgBouncer {
  /** The database through it. */
  url: string;
  close(): Promise<void>;
}

/** The real PgBouncer in transaction mode before one database. */
export async function startPgBouncer(databaseUrl: string): Promise<PgBouncer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'slipway-pgbouncer-'));
  const [target, port] = [new URL(databaseUrl), await freePort()];
  const name = target.pathname.slice(1);
  const file = path.join(folder, 'pgbouncer.ini');
  await writeFile(
    file,
    `[databases]
${name} = host=${target.hostname} port=${target.port || 5432} dbname=${name} user=${decodeURIComponent(target.username)} password=${decodeURIComponent(target.password)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
max_client_conn = 100
`,
  );
  await chmod(folder, 0o755);
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const server = spawn('/usr/sbin/pgbouncer', [...user, file], { stdio: ['ignore', 'ignore', 'pipe'] });
  await said(server, 'process up');
  return {
    url: `postgres://anybody@127.0.0.1:${port}/${name}`,
    async close() {
      server.kill('SIGTERM');
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function said(child: ChildProcess, words: string): Promise<void> {
  let all = '';
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`PgBouncer ended: ${all}`)));
    child.stderr?.on('data', (data) => {
      all += String(data);
      if (all.includes(words)) resolve();
    });
  });
}
