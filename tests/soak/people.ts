import { setTimeout as delay } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { TERMINAL_NAMESPACE, TERMINAL_READY_CODE } from '#shared/api/terminal.ts';
import { run } from '#tests/gateway/run.ts';
import type { Identity, SshClient } from '#tests/gateway/ssh-client.ts';
import { type Client, createClient } from '../../desktop/cli/client/client.ts';

export interface Person {
  userId: string;
  username: string;
  password: string;
  sshKeyId: string;
  identity: Identity;
}

/** What a person comes to. */
export interface Place {
  url: string;
  sshPort: number;
  ssh: SshClient;
  /** Idle time goes by for a running workspace. */
  putToSleep(workspaceId: string): Promise<void>;
  /** Does one thing, and notes how long it took or how it failed. */
  step<T>(what: string, work: () => Promise<T>): Promise<T>;
}

const WITHIN_MS = 120_000;
const READY = `${TERMINAL_READY_CODE};ready`;

/** One visit from login to logout; it leaves nothing but what the product keeps of deleted things. */
export async function visit({ url, step, ...place }: Place, person: Person): Promise<void> {
  const { username, password, userId: user_id, sshKeyId: ssh_key_id } = person;
  const { sessionKey } = await step('log in', () => createClient({ url }).login({ body: { username, password } }));
  const token = String(sessionKey);
  const client = createClient({ url, token });
  const page = io(url, { auth: { sessionKey: token }, transports: ['websocket'], forceNew: true });
  const there: string[] = [];
  const runs = async (id: string) => {
    there.push(id);
    await until(async () => (await client.getWorkspace({ params: { workspaceID: id } })).workspace_status === 'Active');
    return client.getWorkspace({ params: { workspaceID: id } });
  };
  const readNote = async (slug: string) => {
    const options = ['-o', 'StrictHostKeyChecking=no', '-o', 'UserKnownHostsFile=/dev/null'];
    const words = [...options, ...place.ssh.options(person.identity), '-p', String(place.sshPort)];
    const { code, stdout, stderr } = await run('ssh', [...words, `${slug}@127.0.0.1`, 'cat note']);
    if (code !== 0 || stdout.toString() !== 'kept\n') throw new Error(`ssh ended with ${code}: ${stdout}${stderr}`);
  };
  try {
    const { id, slug } = await step('launch', async () => {
      const what = {
        language: 'nodejs',
        database: 'none',
        deployment_type: 'new_container',
        server_id: 'shared',
      } as const;
      return runs((await client.addWorkspace({ body: { name: 'Soak', user_id, ssh_key_id, ...what } })).id);
    });
    await step('type in the terminal', () => type(url, token, id));
    await place.putToSleep(id);
    await step('wake by ssh', () => readNote(slug));
    await step('copy', async () => {
      const copy = await runs((await client.forkWorkspace({ params: { workspaceID: id }, body: { name: 'Copy' } })).id);
      await readNote(copy.slug);
    });
    await step('stop', async () => {
      await client.stopWorkspace({ params: { workspaceID: id } });
      await until(
        async () => (await client.getWorkspace({ params: { workspaceID: id } })).workspace_status === 'Offline',
      );
    });
    await step('snapshot', () => snapshot(client, id));
  } finally {
    await step('delete', async () => {
      for (const workspaceID of there) await client.deleteWorkspace({ params: { workspaceID } });
    });
    page.disconnect();
    await step('log out', () => client.logout());
  }
}

/** Writes a note by hand. */
async function type(url: string, sessionKey: string, workspaceId: string): Promise<void> {
  const auth = { sessionKey, workspaceId, cols: 80, rows: 24 };
  const socket = io(url + TERMINAL_NAMESPACE, { auth, transports: ['websocket'], forceNew: true, reconnection: false });
  let text = '';
  socket.on('output', (data: Uint8Array, taken: () => void) => {
    text += Buffer.from(data).toString();
    taken();
  });
  try {
    await until(async () => text.includes(READY));
    socket.emit('input', 'echo kept > ~/note; echo typed-$((40+2))\r');
    await until(async () => text.includes('typed-42'));
  } finally {
    socket.disconnect();
  }
}

async function snapshot(client: Client, workspaceID: string): Promise<void> {
  const { snapshotID } = await client.snapshotWorkspace({ params: { workspaceID } });
  await until(async () => {
    const { items } = await client.snapshotOptions({ query: {} });
    return items.some(({ value }) => value === snapshotID);
  });
  await client.deleteSnapshot({ params: { snapshotID } });
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + WITHIN_MS; Date.now() < deadline; await delay(100)) if (await holds()) return;
  throw new Error(`not within ${WITHIN_MS / 1000} s`);
}
