import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { createApp } from '#server/app.ts';
import { resolveSession } from '#server/features/auth/resolve-session.ts';
import { createDirectory } from '#server/features/entrance/directory.ts';
import { groupAdmins, groups, groupUsers } from '#server/features/groups/tables.ts';
import { sshKeys } from '#server/features/people/tables.ts';
import type { GatewayDirectory } from '#server/gateway/directory.ts';
import { createHttpGateway, type HttpGateway } from '#server/gateway/http/http-gateway.ts';
import { openWorkspace } from '#server/gateway/http/open.ts';
import { loadHostKeys } from '#server/gateway/ssh/host-keys.ts';
import { createSshGateway, type SshGateway } from '#server/gateway/ssh/ssh-gateway.ts';
import { newId } from '#server/platform/ids.ts';
import { attachRealtime, type Realtime } from '#server/realtime/attach-realtime.ts';
import { TERMINAL_NAMESPACE } from '#shared/api/terminal.ts';
import type { Role } from '#shared/features/auth/model.ts';
import { deleteGroup, updateGroup } from '#shared/features/groups/contract.ts';
import { deleteUser, updateUser } from '#shared/features/users/contract.ts';
import { createTestClient, type TestClient } from '#tests/support/client.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { freePort } from '#tests/support/free-port.ts';
import { type MintedOrganization, type MintedUser, mintOrganization, mintUser } from '#tests/support/mint.ts';
import { insertWorkspace } from '#tests/support/things.ts';
import { background, listening, startContainer, type TestContainer } from './container.ts';
import { createSshClient, type Identity, type SshClient } from './ssh-client.ts';

const HTTP_PORT = await freePort();
const SSH_PORT = await freePort();
const HOST = `box.workspaces.localhost:${HTTP_PORT}`;

let dependencies: TestDependencies;
let container: TestContainer;
let directory: GatewayDirectory;
let http: HttpGateway;
let ssh: SshGateway;
let api: Server;
let realtime: Realtime;
let client: SshClient;
let call: TestClient['call'];
let here: MintedOrganization;
let user: MintedUser;
let workspaceId: string;

beforeAll(async () => {
  const environment = { SLIPWAY_GATEWAY_PORT: String(HTTP_PORT), WORKSPACE_DOMAIN: 'workspaces.localhost' };
  [dependencies, container] = await Promise.all([createTestDependencies({ environment }), startContainer()]);
  call = createTestClient(createApp(dependencies)).call;
  directory = createDirectory(dependencies);
  http = createHttpGateway({ ...dependencies, directory });
  await http.listen(HTTP_PORT, '127.0.0.1');
  const hostKeys = await loadHostKeys(dependencies);
  ssh = await createSshGateway({ ...dependencies, directory, hostKeys });
  await ssh.listen(SSH_PORT, '127.0.0.1');
  client = await createSshClient(SSH_PORT, hostKeys);
  api = createServer().listen(0, '127.0.0.1');
  realtime = await attachRealtime(api, dependencies, { resolveSession });
  const program = readFileSync(path.join(import.meta.dirname, 'inside-server.mjs'), 'utf8');
  await background(container.id, ['node', '--input-type=module', '-e', program]);
  await listening(container.id, 7080);

  here = await mintOrganization(dependencies);
  user = await mintUser(dependencies, here.organizationId, 'user');
  workspaceId = newId();
  await insertWorkspace(
    dependencies,
    { organizationId: here.organizationId, userId: user.userId },
    { id: workspaceId, name: 'Box', slug: 'box', status: 'Active', containerId: container.id },
  );
});
afterAll(async () => {
  await Promise.all([http?.close(), ssh?.close(), realtime?.close(), client?.remove()]);
  api?.close();
  await container?.remove();
  await dependencies?.close();
});

/** A member with an SSH key, who administers a group that the workspace's user is in when `inGroup`. */
async function newcomer(role: Role, inGroup: boolean) {
  const person = await mintUser(dependencies, here.organizationId, role);
  const identity = await client.makeKey('ed25519', person.userId);
  await dependencies.db.insert(sshKeys).values({ id: newId(), name: 'key', ...identity.key });
  const groupID = newId();
  if (inGroup) {
    await dependencies.db.insert(groups).values({ id: groupID, organizationId: here.organizationId, name: groupID });
    await dependencies.db.insert(groupAdmins).values({ groupId: groupID, userId: person.userId });
    await dependencies.db.insert(groupUsers).values({ groupId: groupID, userId: user.userId });
  }
  return { person, identity, groupID };
}

/** A WebSocket by the http gateway, as the page of the workspace opens it. */
async function openSocket({ key }: MintedUser): Promise<WebSocket> {
  const session = await resolveSession(dependencies, key);
  const answer = await openWorkspace({ ...dependencies, directory }, session, { host: HOST.split(':')[0]! });
  const { pathname, search } = new URL(answer.headers.get('location')!);
  const page = { host: HOST, accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  const asked = request({ host: '127.0.0.1', port: HTTP_PORT, path: pathname + search, headers: page }).end();
  const [taken] = (await once(asked, 'response')) as [IncomingMessage];
  taken.resume();
  const Cookie = taken.headers['set-cookie']![0]!.split(';')[0]!;
  const headers = { Host: HOST, Origin: `http://${HOST}`, Cookie };
  const socket = new WebSocket(`ws://127.0.0.1:${HTTP_PORT}/`, { headers });
  await once(socket, 'open');
  return socket.on('error', () => undefined);
}

async function openShell(identity: Identity): Promise<ChildProcess> {
  const child = spawn('ssh', [
    ...client.options(identity),
    '-p',
    String(SSH_PORT),
    'box@127.0.0.1',
    'echo in; sleep 1000',
  ]);
  await once(child.stdout, 'data');
  return child;
}

async function openTerminal({ key: sessionKey }: MintedUser) {
  const { port } = api.address() as AddressInfo;
  const socket = io(`http://127.0.0.1:${port}${TERMINAL_NAMESPACE}`, {
    auth: { sessionKey, workspaceId, cols: 80, rows: 24 },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
  });
  socket.on('output', (_data, taken: () => void) => taken());
  await new Promise((resolve) => socket.once('output', resolve));
  return socket;
}

type Newcomer = Awaited<ReturnType<typeof newcomer>>;
const byOwner = () => ({ key: here.owner.key });

/** Ways to lose the right to somebody else's workspace: the role before, and what the owner does. */
const LOSSES: Record<string, { role: Role; group: boolean; lose(it: Newcomer): Promise<{ status: number }> }> = {
  'is no administrator of the group any more': {
    role: 'user',
    group: true,
    lose: ({ groupID }) =>
      call(
        updateGroup,
        { params: { groupID }, body: { name: groupID, admin_users: [], users: [user.userId] } },
        byOwner(),
      ),
  },
  'administers a group that the person has left': {
    role: 'lead',
    group: true,
    lose: ({ groupID, person }) =>
      call(
        updateGroup,
        { params: { groupID }, body: { name: groupID, admin_users: [person.userId], users: [] } },
        byOwner(),
      ),
  },
  'administered a group that is deleted': {
    role: 'lead',
    group: true,
    lose: ({ groupID }) => call(deleteGroup, { params: { groupID } }, byOwner()),
  },
  'is no admin any more': {
    role: 'admin',
    group: false,
    lose: ({ person: { userId } }) =>
      call(updateUser, { params: { userID: userId }, body: { role: 'lead' } }, byOwner()),
  },
  'is no member any more': {
    role: 'admin',
    group: false,
    lose: ({ person: { userId } }) =>
      call(deleteUser, { params: { userID: userId }, body: { user_id: here.owner.userId } }, byOwner()),
  },
};

test.each(Object.entries(LOSSES))(
  'whoever %s is out at once: page, SSH and terminal',
  async (_, { role, group, lose }) => {
    const it = await newcomer(role, group);
    const [socket, shell, terminal, others] = await Promise.all([
      openSocket(it.person),
      openShell(it.identity),
      openTerminal(it.person),
      openSocket(user),
    ]);
    const out = Promise.all([once(socket, 'close'), once(shell, 'exit'), once(terminal as never, 'disconnect')]);
    expect((await lose(it)).status).toBe(200);
    expect((await out)[1]).toEqual([255, null]);
    // The workspace's own user goes on.
    others.send('still here');
    expect(String((await once(others, 'message'))[0])).toBe('still here');
    others.terminate();
  },
);
