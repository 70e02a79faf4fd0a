import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MINUTE } from '#server/platform/clock.ts';
import { exitOf, run } from './run.ts';
import type { Identity } from './ssh-client.ts';
import { ADDRESS, createSshFixture, type SshFixture, until } from './ssh-fixture.ts';

/** One more than a key may fail, see failed-logins.ts. */
const FAILURES = 30;

let box: SshFixture;
let me: Identity;
const agents: number[] = [];

beforeAll(async () => {
  box = await createSshFixture();
  me = box.me;
});
afterAll(async () => {
  for (const pid of agents) process.kill(pid);
  await box?.close();
});
beforeEach(() => box.reset());

/** An agent of one's own with these keys. */
async function agentWith(identities: Identity[]): Promise<Record<string, string>> {
  const said = (await run('ssh-agent', ['-s'])).stdout.toString();
  agents.push(Number(/SSH_AGENT_PID=(\d+)/.exec(said)?.[1]));
  const env = { SSH_AUTH_SOCK: /SSH_AUTH_SOCK=([^;]+)/.exec(said)?.[1] ?? '' };
  for (const { file } of identities) await run('ssh-add', ['-q', file], { env });
  return env;
}
const withAgent = (env: Record<string, string>, args: string[]) => {
  const options = box.client.options(me).filter((word) => word !== me.file && word !== '-i');
  const loose = options.filter((_, at) => !/IdentitiesOnly|IdentityAgent/.test(options[at + 1] ?? options[at] ?? ''));
  const usable = loose.filter((word) => !/IdentitiesOnly|IdentityAgent/.test(word));
  return run('ssh', [...usable, '-o', 'IdentityFile=none', '-p', String(box.port), ADDRESS, ...args], { env });
};

async function silent(): Promise<Socket> {
  const socket = connect(box.port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'data');
  return socket;
}

test('connections that never say anything shut nobody out, however many', async () => {
  const sockets: Socket[] = [];
  for (let round = 0; round < 4; round += 1) {
    sockets.push(...(await Promise.all(Array.from({ length: 50 }, silent))));
    for (const socket of sockets.splice(0, 25)) socket.resetAndDestroy();
  }
  const [ended] = await Promise.all([box.ssh(['echo in'])]);
  for (const socket of sockets) socket.destroy();
  expect(ended).toMatchObject({ code: 0, stdout: Buffer.from('in\n') });
});

test('lets 64 in at once', async () => {
  const all = await Promise.all(Array.from({ length: 64 }, silent));
  const open = all.filter((socket) => !socket.destroyed);
  for (const socket of all) socket.destroy();
  expect(open).toHaveLength(64);
});

test('a key that fails again and again is told so, and locks out neither other keys nor what comes later', async () => {
  const stranger = await box.client.makeKey();
  const options = { identity: stranger };
  for (let at = 0; at < FAILURES; at += 6)
    await Promise.all(Array.from({ length: 6 }, () => box.ssh(['true'], options)));
  box.directory.keys.set(box.target.workspaceId, [me.key, stranger.key]);

  // What OpenSSH shows of it, it shows from this level on; the first one named counts.
  const loud = ['-o', 'LogLevel=INFO', ...box.client.options(stranger), '-p', String(box.port), ADDRESS, 'true'];
  const refused = await run('ssh', loud);
  expect(refused.code).toBe(255);
  expect(refused.stderr).toContain('This key was refused too many times. Try again in 10 minutes.');
  expect((await box.ssh(['echo in'])).stdout.toString()).toBe('in\n');

  box.dependencies.clock.advance(10 * MINUTE);
  expect((await box.ssh(['echo in'], options)).stdout.toString()).toBe('in\n');
});

test('an agent whose fifteenth key fits gets in, again and again', async () => {
  const others = await Promise.all(Array.from({ length: 14 }, () => box.client.makeKey()));
  const env = await agentWith([...others, me]);
  for (let at = 0; at < 3; at += 1) expect((await withAgent(env, ['echo in'])).stdout.toString()).toBe('in\n');
});

test('an agent with more keys than anybody looks at is told what to do', async () => {
  const others = await Promise.all(Array.from({ length: 50 }, () => box.client.makeKey()));
  const ended = await withAgent(await agentWith(others), ['true']);
  expect(ended.code).toBe(255);
  expect(ended.stderr).toContain(
    'Too many keys were offered. Choose one with: ssh -o IdentitiesOnly=yes -i <key file>',
  );
});

test('tells an open session, with and without a terminal, that the workspace has stopped', async () => {
  const command = box.open([], ['echo here; sleep 1000']);
  const shell = box.open(['-tt']);
  const tunnel = box.open(['-N', '-o', 'PermitLocalCommand=yes', '-o', 'LocalCommand=echo here']);
  const said = [command, shell, tunnel].map((child) => text(child.stderr as never));
  shell.stdin?.write('echo he""re\n');
  await Promise.all([command, shell, tunnel].map((child) => until(child.stdout as never, /here/)));
  await box.change({ status: 'Offline' });
  expect(await Promise.all([command, shell, tunnel].map(exitOf))).toEqual([255, 255, 255]);
  for (const words of said) expect((await words).match(/This workspace has stopped\./g)).toHaveLength(1);
});

test('tells a session whose person may not stay', async () => {
  const child = box.open([], ['echo here; sleep 1000']);
  const said = text(child.stderr as never);
  await until(child.stdout as never, /here/);
  box.directory.keys.set(box.target.workspaceId, []);
  await box.dependencies.bus.notify(box.dependencies.db, 'access_changed', { reason: 'key removed' });
  expect(await exitOf(child)).toBe(255);
  expect(await said).toContain('Your access to this workspace has ended.');
});
