import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { registryName } from '#server/compute/registry/own-place.ts';
import { startEmbeddedPostgres } from '#server/dev/embedded-postgres.ts';
import type { Dependencies } from '#server/features/context.ts';
import { INSTALLATION_LABEL } from '#server/features/instances/names.ts';
import { sshKeys } from '#server/features/people/tables.ts';
import { systemClock } from '#server/platform/clock.ts';
import { openDatabase } from '#server/platform/database.ts';
import { newId } from '#server/platform/ids.ts';
import { engine } from '#tests/gateway/container.ts';
import { createSshClient } from '#tests/gateway/ssh-client.ts';
import { type MintedUser, mintOrganization } from '#tests/support/mint.ts';

export const API_PORT = 15_580;
const ROOT = path.resolve(import.meta.dirname, '../..');

/** The whole server as people start it, in a process of its own, and an owner who is signed in. */
export interface ServerStage {
  owner: MintedUser;
  organizationId: string;
  sshKeyId: string;
  databaseUrl: string;
  /** The process id of the server as it runs now. */
  pid(): number;
  /** Calls the API as the owner. @throws Error when it does not answer 200 */
  call<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T>;
  /** Kills the server as a power cut would, and starts it again. @returns the new one's process id when it answers */
  killAndRestart(): Promise<number>;
  close(): Promise<void>;
}

export async function startServerStage(settings: Record<string, string> = {}): Promise<ServerStage> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'slipway-bench-server-'));
  await chmod(folder, 0o755);
  const postgres = await startEmbeddedPostgres(path.join(folder, 'postgres'));
  const start = () =>
    spawn(process.execPath, [path.join(ROOT, 'server/dev/main.ts')], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules/.cache/node'),
        ...process.env,
        DATABASE_URL: postgres.url,
        SLIPWAY_DATA_DIR: folder,
        SLIPWAY_PORT: String(API_PORT),
        SLIPWAY_GATEWAY_PORT: String(API_PORT + 1),
        SLIPWAY_SSH_PORT: String(API_PORT + 2),
        SLIPWAY_STRIPE_EMULATOR_PORT: String(API_PORT + 3),
        SLIPWAY_METRICS_PORT: '0',
        SLIPWAY_LOG_LEVEL: 'error',
        // What is reserved is not used: eight at once fit into any machine that a bench runs on.
        SLIPWAY_SHARED_MEMORY_MB: '100000',
        ...settings,
      },
    });
  let server = start();
  await untilItAnswers(server);
  const { db, sql, close } = openDatabase(postgres.url, 2);
  const { owner, organizationId } = await mintOrganization({ db, clock: systemClock } as Dependencies);
  const ssh = await createSshClient(API_PORT + 2, []);
  const { publicKey, fingerprint } = (await ssh.makeKey('ed25519', owner.userId)).key;
  const sshKeyId = newId();
  await db.insert(sshKeys).values({ id: sshKeyId, userId: owner.userId, name: 'bench', publicKey, fingerprint });
  return {
    owner,
    organizationId,
    sshKeyId,
    databaseUrl: postgres.url,
    pid: () => server.pid ?? 0,
    async call<T>(method: 'GET' | 'POST', url: string, body?: object) {
      const response = await fetch(`http://127.0.0.1:${API_PORT}/api${url}`, {
        method,
        headers: { 'x-session-key': owner.key, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`);
      return (await response.json()) as T;
    },
    async killAndRestart() {
      const exited = once(server, 'exit');
      server.kill('SIGKILL');
      await exited;
      server = start();
      await untilItAnswers(server);
      return server.pid ?? 0;
    },
    async close() {
      const exited = once(server, 'exit');
      if (server.exitCode === null && server.kill('SIGTERM')) await exited;
      const [installation] = await sql`select id from installation`;
      if (installation) await removeAll(String(installation.id));
      await close();
      await Promise.all([ssh.remove(), postgres.stop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Workspaces, their networks and the copies of deleted ones outlive a server on purpose; here nobody comes back for them. */
async function removeAll(installationId: string): Promise<void> {
  const labels = { [INSTALLATION_LABEL]: installationId };
  for (const { id } of await engine.list(labels)) await engine.remove(id);
  for (const { name } of await engine.listNetworks(labels)) await engine.removeNetwork(name);
  await engine.removeVolume(registryName(installationId));
  for (const { tags } of await engine.listImages(labels)) for (const tag of tags) await engine.removeImage(tag);
}

async function untilItAnswers(server: { exitCode: number | null }): Promise<void> {
  for (;;) {
    if (server.exitCode !== null) throw new Error('the server did not start');
    const answer = await fetch(`http://127.0.0.1:${API_PORT}/api/openapi.json`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
