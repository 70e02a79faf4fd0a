import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { startEmbeddedPostgres } from '#server/dev/embedded-postgres.ts';
import { loadHostKeys } from '#server/gateway/ssh/host-keys.ts';
import { migrateDatabase, openDatabase } from '#server/platform/database.ts';
import { createLogger } from '#server/platform/logger.ts';
import { createSecretBox } from '#server/platform/secrets.ts';
import { background, engine, listening, startContainer, type TestContainer } from '#tests/gateway/container.ts';
import { createSshClient, type Identity, type SshClient } from '#tests/gateway/ssh-client.ts';

export const HTTP_PORT = 15_551;
export const SSH_PORT = 15_552;
export const HOST = `box.workspaces.localhost:${HTTP_PORT}`;

/** What the gateway's benchmarks stand on: a container with the small program in it, and the gateways beside this process. */
export interface Stage {
  container: TestContainer;
  /** Where the container's ports are without any gateway. */
  address: string;
  /** `Cookie` header of the person who may open the workspace. */
  cookie: string;
  ssh: SshClient;
  me: Identity;
  gatewayPid: number;
  folder: string;
  close(): Promise<void>;
}

export async function setStage(): Promise<Stage> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'slipway-bench-'));
  await chmod(folder, 0o755);
  const postgres = await startEmbeddedPostgres(path.join(folder, 'postgres'));
  await migrateDatabase(postgres.url, path.resolve(import.meta.dirname, '../../migrations'));
  const container = await startContainer();
  const program = await readFile(path.join(import.meta.dirname, 'inside-program.mjs'), 'utf8');
  await background(container.id, ['node', '--input-type=module', '-e', program]);
  await listening(container.id, 7080);
  const address = Object.values((await engine.inspect(container.id)).ipAddresses)[0] ?? '';
  const hostKeys = await makeHostKeys(postgres.url, folder);
  const ssh = await createSshClient(SSH_PORT, hostKeys);
  const me = await ssh.makeKey();
  const gateway = spawn(
    process.execPath,
    [path.join(import.meta.dirname, 'gateway-process.ts'), container.id, me.key.publicKey, JSON.stringify(hostKeys)],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: {
        ...process.env,
        DATABASE_URL: postgres.url,
        SLIPWAY_DATA_DIR: folder,
        SLIPWAY_GATEWAY_PORT: String(HTTP_PORT),
        SLIPWAY_SSH_PORT: String(SSH_PORT),
        WORKSPACE_DOMAIN: 'workspaces.localhost',
      },
    },
  );
  const [way] = (await once(createInterface({ input: gateway.stdout }), 'line')) as [string];
  return {
    container,
    address,
    cookie: await takeTicket(way),
    ssh,
    me,
    gatewayPid: gateway.pid ?? 0,
    folder,
    async close() {
      await ended(gateway);
      await Promise.all([ssh.remove(), container.remove(), postgres.stop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function makeHostKeys(url: string, dataDir: string): Promise<string[]> {
  const { db, close } = openDatabase(url, 1);
  const [secrets, log] = [createSecretBox('of the benchmarks'), createLogger('warn')];
  try {
    return await loadHostKeys({ db, secrets, log, config: { dataDir, newHostKeys: false } });
  } finally {
    await close();
  }
}

async function takeTicket(way: string): Promise<string> {
  const { pathname, search } = new URL(way);
  const { request } = await import('node:http');
  const asked = request({ port: HTTP_PORT, host: '127.0.0.1', path: pathname + search, headers: { host: HOST } }).end();
  const [response] = (await once(asked, 'response')) as [import('node:http').IncomingMessage];
  response.resume();
  return response.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
}

async function ended(child: ChildProcess): Promise<void> {
  child.stdin?.end();
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
