import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createDirectory } from '#server/features/entrance/directory.ts';
import { containerName } from '#server/features/instances/index.ts';
import { instances } from '#server/features/instances/tables.ts';
import { watchKnocks } from '#server/features/instances/watch-knocks.ts';
import { sshKeys } from '#server/features/people/tables.ts';
import { holdWorkspace, releaseWorkspace } from '#server/features/workspaces/hold-workspace.ts';
import { listIdleWarnings } from '#server/features/workspaces/list-idle-warnings.ts';
import { terminalName } from '#server/features/workspaces/names.ts';
import { pauseIdle } from '#server/features/workspaces/pause-idle.ts';
import { createHttpGateway, type HttpGateway } from '#server/gateway/http/http-gateway.ts';
import { openWorkspace } from '#server/gateway/http/open.ts';
import { loadHostKeys } from '#server/gateway/ssh/host-keys.ts';
import { createSshGateway, type SshGateway } from '#server/gateway/ssh/ssh-gateway.ts';
import { MINUTE } from '#server/platform/clock.ts';
import { attachRealtime } from '#server/realtime/attach-realtime.ts';
import { TERMINAL_NAMESPACE, type TerminalClientToServer, type TerminalServerToClient } from '#shared/api/terminal.ts';
import { run } from '#tests/gateway/run.ts';
import { createSshClient, type Identity, type SshClient } from '#tests/gateway/ssh-client.ts';
import { freePort } from '#tests/support/free-port.ts';
import { stopWorkspace } from '#tests/support/instances.ts';
import { Lifecycle } from './lifecycle-support.ts';

const PORT = await freePort();
const HTTP_PORT = await freePort();

let life: Lifecycle;
let gateway: SshGateway;
let http: HttpGateway;
let client: SshClient;
let me: Identity;

beforeAll(async () => {
  life = await Lifecycle.open();
  await life.work();
  const hostKeys = await loadHostKeys(life.dependencies);
  gateway = await createSshGateway({ ...life.dependencies, directory: createDirectory(life.dependencies), hostKeys });
  await gateway.listen(PORT, '127.0.0.1');
  // The person is signed in.
  const directory = { ...createDirectory(life.dependencies), sessionIsGood: async () => true };
  http = createHttpGateway({ ...life.dependencies, directory });
  await http.listen(HTTP_PORT, '127.0.0.1');
  client = await createSshClient(PORT, hostKeys);
  me = await client.makeKey('ed25519', life.context.actor.userId);
  const { publicKey, fingerprint } = me.key;
  await life.dependencies.db.update(sshKeys).set({ publicKey, fingerprint }).where(eq(sshKeys.id, life.sshKeyId));
});
afterEach(() => life.clear());
afterAll(async () => {
  await Promise.all([gateway?.close(), http?.close()]);
  await client?.remove();
  await life?.close();
});

/** The person's browser, after the sign-in at this host. */
async function browserOf(hostname: string) {
  const host = `${hostname}:${HTTP_PORT}`;
  const { userId, organizationId, sessionId } = life.context.actor;
  const session = { userId, organizationId, sessionId };
  const way = await openWorkspace({ ...life.dependencies, directory: createDirectory(life.dependencies) }, session, {
    host: hostname,
  });
  const { pathname, search } = new URL(way.headers.get('location') ?? '');
  const ask = async (path: string, headers: object) => {
    const asked = request({ host: '127.0.0.1', port: HTTP_PORT, path, headers: { host, ...headers } }).end();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    return { response, body: await text(response) };
  };
  const { response } = await ask(pathname + search, {});
  const Cookie = response.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  return {
    async get() {
      const page = { Cookie, accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
      const { response, body } = await ask('/', page);
      return { status: response.statusCode, body };
    },
    socket: () =>
      new WebSocket(`ws://127.0.0.1:${HTTP_PORT}/`, { headers: { Host: host, Origin: `http://${host}`, Cookie } }),
  };
}

/** The person's web terminal, on a page that stays open. */
async function terminalOf(workspaceId: string) {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const realtime = await attachRealtime(server, life.dependencies, { resolveSession: async () => life.context.actor });
  const { port } = server.address() as AddressInfo;
  const socket: Socket<TerminalServerToClient, TerminalClientToServer> = io(
    `http://127.0.0.1:${port}${TERMINAL_NAMESPACE}`,
    { auth: { sessionKey: 'key', workspaceId, cols: 80, rows: 24 }, transports: ['websocket'], reconnection: false },
  );
  let seen = '';
  socket.on('output', (data, taken) => {
    seen += Buffer.from(data).toString();
    taken();
  });
  return {
    type: (line: string) => socket.emit('input', `${line}\r`),
    shows: (text: string) => life.condition(async () => seen.includes(text), `the terminal to show ${text}`),
    async close() {
      socket.disconnect();
      await realtime.close();
      server.close();
    },
  };
}

async function launched(name: string) {
  const id = await life.add({ name });
  await life.until(id, 'Active');
  const { slug } = await life.get(id);
  const args = (command: string, options: string[] = []) => [
    ...client.options(me),
    ...['-p', String(PORT), ...options],
    `${slug}@127.0.0.1`,
    command,
  ];
  return {
    id,
    ssh: (command: string, options?: string[]) => run('ssh', args(command, options)),
    open: (command: string) => spawn('ssh', args(command)),
    get: () => life.get(id),
    /** As the cron does: a look every minute. */
    async pass(minutes: number) {
      for (let minute = 0; minute < minutes; minute += 1) {
        life.dependencies.clock.advance(MINUTE);
        await pauseIdle(life.dependencies);
      }
    },
  };
}

test('a command marked over SSH keeps its workspace awake until it has ended; then it is warned of, paused, and woken', async () => {
  const { id, ssh, open, get, pass } = await launched('holder');
  await ssh('echo stays >~/kept');
  const holding = open('slipway hold sleep 1000');
  await life.condition(async () => (await life.shell(id, 'slipway held')).startsWith('sleep 1000'), 'the mark');
  await pass(40);
  expect(await get()).toMatchObject({ workspace_status: 'Active', held: { command: 'sleep 1000' } });
  expect(await listIdleWarnings(life.context)).toEqual([]);

  const ended = once(holding, 'exit');
  await life.shell(id, 'pkill -x sleep');
  await ended;
  await pass(1);
  expect(await get()).toMatchObject({ held: null });
  expect((await get()).status_changes[0]).toMatchObject({ cause: 'hold_ended', detail: 'sleep 1000' });
  await pass(24);
  expect(await listIdleWarnings(life.context)).toEqual([]);
  await pass(1);
  expect(await listIdleWarnings(life.context)).toMatchObject([{ id, name: 'holder' }]);
  await pass(5);
  expect((await get()).status_changes[0]).toMatchObject({ status: 'Offline', cause: 'asleep' });
  expect(await listIdleWarnings(life.context)).toEqual([]);

  const woken = await ssh('cat ~/kept');
  expect(woken).toMatchObject({ code: 0, stdout: Buffer.from('stays\n') });
  expect(woken.stderr).not.toContain('workspace');
  expect((await get()).workspace_status).toBe('Active');
});

/** Counts its visits in memory, and answers whatever comes by WebSocket. */
const COUNTER = `
  let visits = 0;
  const server = require('node:http').createServer((_request, response) => response.end(process.pid + ' ' + ++visits));
  server.on('upgrade', (request, socket) => {
    const key = request.headers['sec-websocket-key'] + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
    const accept = require('node:crypto').createHash('sha1').update(key).digest('base64');
    socket.write('HTTP/1.1 101 Switching Protocols\\r\\nUpgrade: websocket\\r\\nConnection: Upgrade\\r\\n');
    socket.write('Sec-WebSocket-Accept: ' + accept + '\\r\\n\\r\\n');
    socket.on('error', () => socket.destroy()).on('data', () => socket.write(Buffer.from([0x81, 2, 0x68, 0x69])));
  });
  server.listen(3000);`;

test('programs and connections are there after a sleep: over http, a WebSocket, SSH and a terminal that stayed open', async () => {
  const { id, ssh, open, get, pass } = await launched('keeper');
  const { slug } = await get();
  await life.engine.exec(containerName('workspace', id), { command: ['node', '-e', COUNTER] });
  const browser = await browserOf(`${slug}-3000.${life.dependencies.config.workspaceDomain}`);
  await life.condition(async () => (await browser.get()).status === 200, 'the counter');
  const [process, visits] = (await browser.get()).body.split(' ');
  const shell = open('cat');
  const echoed = (line: string) => {
    const back = once(shell.stdout, 'data');
    shell.stdin.write(`${line}\n`);
    return back.then(([data]) => String(data));
  };
  expect(await echoed('before')).toBe('before\n');
  const terminal = await terminalOf(id);
  await terminal.shows('ready');
  terminal.type('kept=$((40+2)); echo set-$kept');
  await terminal.shows('set-42');
  const sleep = async () => {
    await pass(36);
    expect(await get()).toMatchObject({ workspace_status: 'Offline', sleep: 'warm' });
    expect((await life.engine.inspect(containerName('workspace', id))).status).toBe('paused');
  };
  const awake = () => life.condition(async () => (await get()).workspace_status === 'Active', 'it to wake');

  await sleep();
  expect(await browser.get()).toEqual({ status: 200, body: `${process} ${Number(visits) + 1}` });
  await awake();
  await sleep();
  const socket = browser.socket();
  await once(socket, 'open');
  await awake();
  await sleep();
  const answer = once(socket, 'message');
  socket.send('somebody types into a page that stayed open all night');
  expect(String((await answer)[0])).toBe('hi');
  await awake();
  await sleep();
  expect(await echoed('after')).toBe('after\n');
  await awake();
  await sleep();
  expect(await ssh('cat /proc/1/comm >/dev/null; echo awake')).toMatchObject({ code: 0, stderr: '' });
  expect((await browser.get()).body).toBe(`${process} ${Number(visits) + 2}`);

  await sleep();
  terminal.type('echo still-$kept');
  await terminal.shows('still-42');
  await awake();
  await terminal.close();

  await sleep();
  const left = once(shell, 'exit');
  shell.kill();
  await left;
  await stopWorkspace(life.context, { id });
  await life.idle();
  expect(await life.engine.inspect(containerName('workspace', id))).toMatchObject({ running: false, oomKilled: false });
});

test('another container of the organization wakes what it connects to', async () => {
  const { id, get, pass } = await launched('beside');
  await life.engine.exec(containerName('workspace', id), { command: ['node', '-e', COUNTER] });
  const asking = await launched('asking');
  const { slug } = await get();
  const ask = () => life.shell(asking.id, `curl -sS --max-time 60 http://${slug}:3000/`);
  await life.condition(async () => ask().then(Boolean, () => false), 'the counter');
  const [process] = (await ask()).split(' ');
  await life.dependencies.db.update(instances).set({ keepalive: true }).where(eq(instances.id, asking.id));
  await pass(36);
  expect(await get()).toMatchObject({ sleep: 'warm' });
  const over = new AbortController();
  const watching = watchKnocks(life.dependencies, over.signal);
  expect((await ask()).split(' ')[0]).toBe(process);
  over.abort();
  await watching;
  expect((await get()).status_changes[0]).toMatchObject({
    cause: 'woken',
    detail: expect.stringContaining('connected'),
  });
});

test('what runs in the web terminal is held, and let go again', async () => {
  const { id, get } = await launched('terminal');
  const refusal = (promise: Promise<unknown>) => promise.catch((error: Error) => error.message);
  expect(await refusal(holdWorkspace(life.context, { id }))).toContain('Open the terminal');
  const terminal = await life.engine.exec(containerName('workspace', id), {
    command: ['/usr/local/lib/slipway/slipway-terminal', terminalName(life.context.actor.userId), 'bash', '--norc'],
    tty: true,
    cols: 80,
    rows: 24,
  });
  terminal.stdout.resume();
  await life.condition(
    async () => /nothing/i.test(String(await refusal(holdWorkspace(life.context, { id })))),
    'a shell',
  );
  terminal.stdin.write('sleep 500 | cat\r');
  await life.condition(async () => (await refusal(holdWorkspace(life.context, { id }))) === 'cat', 'the hold');
  expect((await get()).held).toMatchObject({ command: 'cat' });
  await releaseWorkspace(life.context, { id });
  expect((await get()).held).toBeNull();
});

test('a stop by hand is not undone by an editor that reconnects, but by a person at a terminal', async () => {
  const { id, ssh, open, get } = await launched('stopped');
  const editor = open('echo connected; sleep 1000');
  await once(editor.stdout, 'data');
  const cut = once(editor, 'exit');
  await stopWorkspace(life.context, { id });
  await cut;
  for (const attempt of [1, 2]) {
    const again = await ssh('echo reconnected');
    expect(again.code, `attempt ${attempt}`).toBe(255);
    expect(again.stderr).toMatch(/stopped manually while you were connected.*run “ssh .*stopped/);
  }
  expect((await get()).workspace_status).toBe('Offline');
  const person = await ssh('echo awake', ['-tt']);
  expect(person).toMatchObject({ code: 0 });
  expect(person.stdout.toString()).toContain('awake');
  // Nobody is connected at the next stop: whoever comes then comes anew.
  life.dependencies.clock.advance(MINUTE);
  await stopWorkspace(life.context, { id });
  await life.idle();
  expect(await ssh('echo fresh')).toMatchObject({ code: 0, stdout: Buffer.from('fresh\n') });
});
