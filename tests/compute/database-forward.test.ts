import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createClient } from '@redis/client';
import { eq } from 'drizzle-orm';
import { createConnection } from 'mysql2/promise';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDirectory } from '#server/features/entrance/directory.ts';
import { sshKeys } from '#server/features/people/tables.ts';
import { loadHostKeys } from '#server/gateway/ssh/host-keys.ts';
import { createSshGateway, type SshGateway } from '#server/gateway/ssh/ssh-gateway.ts';
import { exitOf } from '#tests/gateway/run.ts';
import { createSshClient, type Identity, type SshClient } from '#tests/gateway/ssh-client.ts';
import { freePort } from '#tests/support/free-port.ts';
import { deleteWorkspace } from '#tests/support/instances.ts';
import { retry } from '#tests/support/retry.ts';
import { Lifecycle } from './lifecycle-support.ts';

let life: Lifecycle;
let gateway: SshGateway;
let gatewayPort: number;
let client: SshClient;
let me: Identity;

beforeAll(async () => {
  life = await Lifecycle.open();
  const { dependencies } = life;
  const hostKeys = await loadHostKeys(dependencies);
  gateway = await createSshGateway({ ...dependencies, directory: createDirectory(dependencies), hostKeys });
  gatewayPort = (await gateway.listen(0, '127.0.0.1')).port;
  client = await createSshClient(gatewayPort, hostKeys);
  me = await client.makeKey();
  const { publicKey, fingerprint } = me.key;
  await dependencies.db.update(sshKeys).set({ publicKey, fingerprint }).where(eq(sshKeys.id, life.sshKeyId));
  await life.work();
});
afterAll(async () => {
  await gateway?.close();
  await client?.remove();
  await life?.close();
});

/** The ready-made client of each database, logging in on a port of this machine. */
const clients: Record<string, (at: { port: number; user: string; password: string }) => Promise<unknown>> = {
  async postgresql({ port, user, password }) {
    const sql = postgres({ host: '127.0.0.1', port, user, password, database: 'dev', max: 1 });
    try {
      const [row] = await sql`select 6 * 7 as answer`;
      return row?.answer;
    } finally {
      await sql.end();
    }
  },
  async mysql({ port, user, password }) {
    const connection = await createConnection({ host: '127.0.0.1', port, user, password, database: 'dev' });
    try {
      const [rows] = await connection.query('select 6 * 7 as answer');
      return (rows as { answer: number }[])[0]?.answer;
    } finally {
      await connection.end();
    }
  },
  async redis({ port, user, password }) {
    const redis = createClient({
      socket: { host: '127.0.0.1', port, reconnectStrategy: false },
      username: user,
      password,
    });
    redis.on('error', () => undefined);
    await redis.connect();
    try {
      return await redis.incrBy('answer', 42);
    } finally {
      await redis.close();
    }
  },
};

test('every database that can be had here has its client', async () => {
  const listed = (await life.dependencies.images.listDatabases()).filter(
    ({ id, needs }) => id !== 'none' && !needs.length,
  );
  expect(Object.keys(clients).sort()).toEqual(listed.map(({ id }) => id).sort());
});

test.for(Object.keys(clients))('%s takes the shown password over an SSH forward, and no other', async (database) => {
  const id = await life.add({ name: database, database });
  await life.until(id, 'Active');
  const { slug, database_user, database_password } = await life.get(id);
  const software = (await life.dependencies.images.listDatabases()).find((each) => each.id === database);
  const port = await freePort();
  const forward = `${port}:127.0.0.1:${software?.port}`;
  const ssh = spawn('ssh', [...client.options(me), '-p', String(gatewayPort), '-NL', forward, `${slug}@127.0.0.1`]);
  try {
    await untilListening(port);
    const at = { port, user: database_user ?? '', password: database_password ?? '' };
    expect(await clients[database]?.(at)).toBe(42);
    await expect(clients[database]?.({ ...at, password: 'wrong' })).rejects.toThrow();
  } finally {
    ssh.kill();
    await exitOf(ssh);
  }
  await deleteWorkspace(life.context, { id });
});

async function untilListening(port: number): Promise<void> {
  const knock = async () => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.destroy();
  };
  await retry(knock);
}
