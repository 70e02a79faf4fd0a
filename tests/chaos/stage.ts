import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import Stripe from 'stripe';
import { startEmbeddedPostgres } from '#server/dev/embedded-postgres.ts';
import { type StripeEmulator, startStripeEmulator } from '#server/dev/stripe/index.ts';
import { STRIPE_WEBHOOK_PATH } from '#server/http/stripe-webhook.ts';
import { systemClock } from '#server/platform/clock.ts';
import { type Database, openDatabase, type Sql } from '#server/platform/database.ts';
import { removeContainers } from '#tests/e2e/remove-containers.ts';
import { createSshClient, type SshClient } from '#tests/gateway/ssh-client.ts';
import { freePort } from '#tests/support/free-port.ts';
import { type DatabaseServer, databaseServer } from './database-server.ts';
import { type EngineWay, engineWay } from './engine-way.ts';
import { KeptProcess } from './kept-process.ts';
import { addNodes, type ChaosNode, MANAGER } from './nodes.ts';

const ENGINE_SOCKET = process.env.SLIPWAY_DOCKER_SOCKET ?? '/var/run/docker.sock';
const WEBHOOK_SECRET = 'whsec_of_the_chaos';
export const WORKSPACE_DOMAIN = 'workspaces.localhost';

/** Where a gateway listens. */
export interface GatewayPorts {
  http: number;
  ssh: number;
}

/** An installation of several processes on a database, an engine and a payment provider that can be taken from it. */
export interface Stage {
  url: string;
  processes: Record<'api' | 'worker' | 'gateway' | 'other', KeptProcess>;
  gateways: Record<'gateway' | 'other', GatewayPorts>;
  database: DatabaseServer;
  engineWay: EngineWay;
  emulator: StripeEmulator;
  /** The provider's own view. */
  stripe: Stripe;
  db: Database;
  sql: Sql;
  ssh: SshClient;
  installation: string;
  /** Machines beside this one, where the stage was set with some. */
  nodes: ChaosNode[];
  close(): Promise<void>;
}

interface Setting {
  /** Folder for what the processes say. */
  logs: string;
  /** How many machines take workspaces in place of this one; 0 for this one. */
  nodes?: number;
}

export async function setStage(setting: Setting): Promise<Stage> {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const each of closers.splice(0).reverse()) await each();
  };
  try {
    return { ...(await build(setting, (undo) => closers.push(undo))), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function build(
  { logs, nodes: count = 0 }: Setting,
  onEnd: (undo: () => Promise<unknown>) => void,
): Promise<Omit<Stage, 'close'>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'slipway-chaos-'));
  await chmod(folder, 0o755);
  onEnd(() => rm(folder, { recursive: true, force: true }));
  const postgres = await startEmbeddedPostgres(path.join(folder, 'postgres'));
  onEnd(() => postgres.stop());
  const nodes: ChaosNode[] = [];
  const swarm = count > 0 ? () => [MANAGER, ...nodes.map((each) => each.seen())] : null;
  const way = await engineWay(path.join(folder, 'engine.sock'), ENGINE_SOCKET, swarm);
  onEnd(() => way.close());
  const [api, ...others] = await Promise.all(Array.from({ length: 5 }, freePort));
  const [gatewayPort = 0, sshPort = 0, otherPort = 0, otherSshPort = 0] = others;
  const emulator = await startStripeEmulator({
    clock: systemClock,
    webhook: { url: `http://127.0.0.1:${api}${STRIPE_WEBHOOK_PATH}`, secret: WEBHOOK_SECRET },
  });
  onEnd(() => emulator.close());
  const secret = randomBytes(32).toString('hex');
  const environment = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DATABASE_URL: postgres.url,
    SLIPWAY_DATA_DIR: path.join(folder, 'data'),
    SLIPWAY_SECRET: secret,
    SLIPWAY_DOCKER_SOCKET: way.socketPath,
    SLIPWAY_PORT: String(api),
    SLIPWAY_GATEWAY_PORT: String(gatewayPort),
    SLIPWAY_SSH_PORT: String(sshPort),
    SLIPWAY_TCP_PORTS: '27000-27099',
    SLIPWAY_METRICS_PORT: '0',
    SLIPWAY_LOG_LEVEL: 'info',
    // What is reserved is not used.
    SLIPWAY_SHARED_MEMORY_MB: '100000',
    WORKSPACE_DOMAIN,
    SLIPWAY_STRIPE_KEY: emulator.secretKey,
    SLIPWAY_STRIPE_API_BASE: emulator.url,
    SLIPWAY_STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
  };
  const start = (name: string, roles: string, more: Record<string, string> = {}) => {
    const kept = new KeptProcess({ name, logs, environment: { ...environment, SLIPWAY_ROLES: roles, ...more } });
    onEnd(() => kept.stop());
    return kept;
  };
  const first = start('api', 'api');
  await first.serves();
  const { db, sql, close } = openDatabase(postgres.url, 2);
  onEnd(close);
  const [row] = await sql`select id from installation`;
  const installation = String(row?.id);
  onEnd(() => removeContainers(installation));
  if (count > 0) {
    nodes.push(...(await addNodes({ db, secret, installation, count })));
    // It reads where they are when it starts.
    first.kill();
    await first.serves();
  }
  const processes = {
    api: first,
    worker: start('worker', 'worker'),
    gateway: start('gateway', 'gateway'),
    other: start('other-gateway', 'gateway', {
      SLIPWAY_GATEWAY_PORT: String(otherPort),
      SLIPWAY_SSH_PORT: String(otherSshPort),
      SLIPWAY_TCP_PORTS: '27100-27199',
    }),
  };
  await Promise.all(Object.values(processes).map((each) => each.serves()));
  const ssh = await createSshClient(sshPort, []);
  onEnd(() => ssh.remove());
  const { hostname: host, port } = new URL(emulator.url);
  return {
    url: `http://127.0.0.1:${api}`,
    processes,
    gateways: { gateway: { http: gatewayPort, ssh: sshPort }, other: { http: otherPort, ssh: otherSshPort } },
    database: await databaseServer(postgres.url),
    engineWay: way,
    emulator,
    stripe: new Stripe(emulator.secretKey, { host, port, protocol: 'http' }),
    db,
    sql,
    ssh,
    installation,
    nodes,
  };
}
