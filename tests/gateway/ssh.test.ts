import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { GatewayTarget } from '#server/gateway/directory.ts';
import { DIRECT, execDirectly } from '#server/gateway/ssh/direct-exec.ts';
import { loadHostKeys } from '#server/gateway/ssh/host-keys.ts';
import { createSshGateway, type SshGateway } from '#server/gateway/ssh/ssh-gateway.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { freePort } from '#tests/support/free-port.ts';
import { retry } from '#tests/support/retry.ts';
import { background, engine, engines, listening, startContainer, type TestContainer } from './container.ts';
import { MemoryDirectory } from './memory-directory.ts';
import { type Ended, exitOf, type RunOptions, run } from './run.ts';
import { createSshClient, type Identity, type SshClient } from './ssh-client.ts';

const PORT = await freePort();
const ADDRESS = 'box@127.0.0.1';
/** Counts what it was sent until its end, and only then answers; or says something first and keeps reading. */
const SERVICES = `
const net = require('node:net');
net.createServer({ allowHalfOpen: true }, (socket) => {
  let bytes = 0;
  socket.on('data', (chunk) => { bytes += chunk.length; });
  socket.on('end', () => socket.end(bytes + ' bytes\\n' + 'y'.repeat(1_000_000)));
  socket.on('error', () => {});
}).listen(4001, '127.0.0.1');
`;

let dependencies: TestDependencies;
let container: TestContainer;
let gateway: SshGateway;
let client: SshClient;
let directory: MemoryDirectory;
let target: GatewayTarget;
let me: Identity;

beforeAll(async () => {
  dependencies = await createTestDependencies();
  container = await startContainer();
  await background(container.id, ['node', '-e', SERVICES]);
  await listening(container.id, 4001);
  const hostKeys = await loadHostKeys(dependencies);
  directory = new MemoryDirectory();
  gateway = await createSshGateway({ ...dependencies, engines, directory, hostKeys });
  await gateway.listen(PORT, '127.0.0.1');
  client = await createSshClient(PORT, hostKeys);
  me = await client.makeKey();
});
afterAll(async () => {
  await gateway?.close();
  await client?.remove();
  await container?.remove();
  await dependencies?.close();
});
beforeEach(() => {
  target = directory.add('box', container.id);
  directory.keys.set(target.workspaceId, [me.key]);
  directory.woken.length = 0;
});

function ssh(args: string[], options: RunOptions & { identity?: Identity; address?: string } = {}): Promise<Ended> {
  const { identity = me, address = ADDRESS, ...rest } = options;
  return run('ssh', [...client.options(identity), '-p', String(PORT), address, ...args], rest);
}
/** An ssh that stays open. */
function open(before: string[], command: string[] = []): ChildProcess {
  return spawn('ssh', [...client.options(me), '-p', String(PORT), ...before, ADDRESS, ...command]);
}
async function until(stream: Readable, wanted: RegExp): Promise<string> {
  let seen = '';
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    seen += chunk;
    if (wanted.test(seen)) return seen;
  }
  throw new Error(`the output ended without ${wanted}: ${seen}`);
}
function sha(data: Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}
async function shaInside(file: string): Promise<string> {
  return (await engine.run(container.id, { command: ['sha256sum', file] })).stdout.slice(0, 64);
}

test('runs a command as dev in the home folder, with stdout and stderr apart and its exit code', async () => {
  const ended = await ssh(['whoami; pwd; echo "$HOME $USER $SHELL"; echo bad >&2; exit 7']);
  expect(ended.stdout.toString()).toBe('dev\n/home/dev\n/home/dev dev /bin/bash\n');
  expect(ended.stderr).toBe('bad\n');
  expect(ended.code).toBe(7);
});

test('starts a shell on a terminal in the project and says so, and everything else in the home folder', async () => {
  const place = async (args: string[], input?: string) => (await ssh(args, { input })).stdout.toString();
  const shell = await place(['-tt'], 'pwd; exit\n');
  expect(shell).toContain('cd ~/project\r\n');
  expect(shell).toMatch(/\/home\/dev\/project\r\n/);
  expect(await place([], 'pwd')).toBe('/home/dev\n');
  expect(await place(['-tt', 'pwd'])).toBe('/home/dev\r\n');
  const sftp = await run('sftp', [...client.options(me), '-P', String(PORT), '-b', '-', ADDRESS], { input: 'pwd\n' });
  expect(sftp.stdout.toString()).toContain('Remote working directory: /home/dev\n');

  await engine.run(container.id, { cwd: '/', command: ['mv', '/home/dev/project', '/home/dev/away'] });
  const without = await place(['-tt'], 'pwd; exit\n');
  await engine.run(container.id, { cwd: '/', command: ['mv', '/home/dev/away', '/home/dev/project'] });
  expect(without).toMatch(/\/home\/dev\r\n/);
  expect(without).not.toContain('cd ~/project');
});

test('gives a shell with a terminal of the right size and kind', async () => {
  const ended = await ssh(['-tt'], {
    input: 'stty size; tty; echo "TERM=$TERM"; shopt -q login_shell && echo login; exit 3\n',
    env: { TERM: 'xterm-256color' },
  });
  expect(ended.stdout.toString()).toMatch(/\/dev\/pts\/\d+/);
  expect(ended.stdout.toString()).toContain('TERM=xterm-256color\r\n');
  expect(ended.stdout.toString()).toContain('login\r\n');
  expect(ended.code).toBe(3);
});

test('follows a change of the window', async () => {
  const script = `import os,pty,sys,fcntl,termios,struct,signal,time
pid,fd=pty.fork()
if pid==0: os.execvp(sys.argv[1],sys.argv[1:])
fcntl.ioctl(fd,termios.TIOCSWINSZ,struct.pack('HHHH',31,97,0,0))
seen=b''
def until(x):
    global seen
    while x not in seen: seen+=os.read(fd,4096)
    seen=seen.split(x,1)[1]
os.write(fd,b'echo up $((40+2))\\n'); until(b'up 42')
fcntl.ioctl(fd,termios.TIOCSWINSZ,struct.pack('HHHH',50,132,0,0)); os.kill(pid,signal.SIGWINCH)
os.write(fd,b'until [ "$(stty size)" = "50 132" ]; do sleep 0.02; done; echo size $((1+1))\\n'); until(b'size 2')
os.write(fd,b'exit 0\\n')
print(os.waitstatus_to_exitcode(os.waitpid(pid,0)[1]))`;
  const ended = await run('python3', [
    ...['-c', script, 'ssh', ...client.options(me), '-p', String(PORT), '-tt', ADDRESS],
  ]);
  expect(ended.stdout.toString().trim()).toBe('0');
});

test('passes language and git variables on, and nothing that could load code', async () => {
  const send = ['-o', 'SendEnv=LC_TEST LANG GIT_PROTOCOL LD_PRELOAD BASH_ENV'];
  const ended = await ssh([], { input: '' }).then(() =>
    run('ssh', [...client.options(me), ...send, '-p', String(PORT), ADDRESS, 'env'], {
      env: { LC_TEST: 'one', GIT_PROTOCOL: 'version=2', LD_PRELOAD: '', BASH_ENV: '/tmp/evil' },
    }),
  );
  expect(ended.stdout.toString()).toContain('LC_TEST=one\n');
  expect(ended.stdout.toString()).toContain('GIT_PROTOCOL=version=2\n');
  expect(ended.stdout.toString()).not.toMatch(/\/tmp\/evil|SLIPWAY_AGENT_TOKEN/);
});

test('is silent for commands even when a profile talks', async () => {
  await engine.run(container.id, {
    command: ['sh', '-c', 'cp ~/.profile ~/.profile.was; echo "echo hello; read x" >> ~/.profile'],
  });
  const ended = await ssh(['cat'], { input: 'only this' });
  await engine.run(container.id, { command: ['sh', '-c', 'mv ~/.profile.was ~/.profile'] });
  expect(ended.stdout.toString()).toBe('only this');
});

test('loses no output at the end of a process, nor input before it', async () => {
  const input = randomBytes(20_000_000);
  const [echoed, long] = await Promise.all([ssh(['cat; echo done >&2'], { input }), ssh(['seq 1 400000'])]);
  expect(sha(echoed.stdout)).toBe(sha(input));
  expect(echoed.stderr).toBe('done\n');
  expect(long.stdout.toString().trimEnd().split('\n').at(-1)).toBe('400000');
});

test('keeps both outputs whole while the client reads slowly', async () => {
  const size = 6_000_000;
  const child = open([], [`head -c ${size} /dev/zero | tr '\\0' o & head -c ${size} /dev/zero | tr '\\0' e >&2; wait`]);
  child.stdout?.pause();
  const stderr = text(child.stderr as never);
  const stdout = once(child.stdout as never, 'readable').then(() => text(child.stdout as never));
  expect(await stdout).toBe('o'.repeat(size));
  expect(await stderr).toBe('e'.repeat(size));
  expect(await exitOf(child)).toBe(0);
});

test('ends the input of a process while it still talks', async () => {
  const ended = await ssh(['wc -c; sleep 0.2; echo later'], { input: 'x'.repeat(100_000) });
  expect(ended.stdout.toString()).toBe('100000\nlater\n');
});

test('hangs up on what a lost client left running', async () => {
  const child = open([], ['echo "pid $$"; exec sleep 1000']);
  const pid = /pid (\d+)/.exec(await until(child.stdout as never, /pid \d+\n/))?.[1];
  const alive = async () =>
    (await engine.run(container.id, { command: ['test', '-d', `/proc/${pid}`] })).exitCode === 0;
  expect(await alive()).toBe(true);
  child.kill('SIGKILL');
  await expect.poll(alive).toBe(false);
});

test('copies with scp, sftp and rsync in both directions', async () => {
  const data = randomBytes(60_000_000);
  const file = path.join(client.folder, 'data');
  const back = path.join(client.folder, 'back');
  await writeFile(file, data);
  const ports = ['-P', String(PORT)];

  const scp = await run('scp', [...client.options(me), ...ports, file, `${ADDRESS}:one`]);
  expect([scp.stderr, scp.code]).toEqual(['', 0]);
  expect(await shaInside('/home/dev/one')).toBe(sha(data));
  expect((await run('scp', [...client.options(me), ...ports, `${ADDRESS}:one`, back])).code).toBe(0);
  expect(sha(await readFile(back))).toBe(sha(data));
  expect((await run('scp', ['-O', ...client.options(me), ...ports, file, `${ADDRESS}:/home/dev/two`])).code).toBe(0);
  expect(await shaInside('/home/dev/two')).toBe(sha(data));

  const batch = `put ${file} three\nget three ${back}3\nchmod 600 three\nrm two\n`;
  const sftp = await run('sftp', [...client.options(me), ...ports, '-b', '-', ADDRESS], { input: batch });
  expect(sftp.code).toBe(0);
  expect(await shaInside('/home/dev/three')).toBe(sha(data));
  expect(sha(await readFile(`${back}3`))).toBe(sha(data));

  const shell = ['ssh', ...client.options(me), '-p', String(PORT)].join(' ');
  expect((await run('rsync', ['-a', '-e', shell, file, `${ADDRESS}:/home/dev/four`])).code).toBe(0);
  expect(await shaInside('/home/dev/four')).toBe(sha(data));
  expect((await run('rsync', ['-az', '-e', shell, `${ADDRESS}:/home/dev/four`, `${back}4`])).code).toBe(0);
  expect(sha(await readFile(`${back}4`))).toBe(sha(data));
});

test('what a copy moves goes to nobody else who finds its port first, and its program ends with it', async () => {
  let toStranger = '';
  const crowded = {
    exec: engine.exec,
    async dial(ref: string, port: number) {
      const stranger = await engine.dial(ref, port);
      toStranger = await text(stranger.end('x'.repeat(32)));
      return engine.dial(ref, port);
    },
  };
  const command = [...DIRECT, 'sh', '-c', 'echo $$ >&2; cat; exit 7'];
  const process = await execDirectly(crowded, container.id, { command });
  const said = text(process.stderr);
  process.stdin.end('a secret');
  expect(await text(process.stdout)).toBe('a secret');
  expect(await process.exitCode).toBe(7);
  expect(toStranger).toBe('');
  expect(await said).toMatch(/^\d+\n$/);

  const cut = await execDirectly(engine, container.id, { command });
  const [pid] = (await once(cut.stderr, 'data')) as [Buffer];
  cut.stderr.resume();
  cut.stdin.destroy();
  expect(await cut.exitCode).toBe(7);
  const gone = await engine.run(container.id, { command: ['test', '-d', `/proc/${String(pid).trim()}`] });
  expect(gone.exitCode).toBe(1);
});

test('serves git', async () => {
  await ssh([
    'git init -q -b main repo && cd repo && echo hi > a && git add a && git -c user.name=d -c user.email=d@e commit -qm one',
  ]);
  const shell = ['ssh', ...client.options(me), '-p', String(PORT)].join(' ');
  const folder = path.join(client.folder, 'clone');
  const env = { GIT_SSH_COMMAND: shell };
  const clone = await run('git', ['clone', '-q', `${ADDRESS}:repo`, folder], { env });
  expect([clone.stderr, clone.code]).toEqual(['', 0]);
  await writeFile(path.join(folder, 'b'), 'there');
  await run('git', ['add', 'b'], { cwd: folder });
  await run('git', ['-c', 'user.name=d', '-c', 'user.email=d@e', 'commit', '-qm', 'two'], { cwd: folder });
  expect((await run('git', ['push', '-q', 'origin', 'HEAD:other'], { cwd: folder, env })).code).toBe(0);
  expect((await ssh(['git -C repo show other:b'])).stdout.toString()).toBe('there');
});

test('forwards to ports of the workspace, each side ending when it likes', async () => {
  const [answered, silent] = [await freePort(), await freePort()];
  const forwards = ['-L', `${answered}:localhost:4001`, '-L', `${silent}:127.0.0.1:4999`];
  const child = open(['-N', ...forwards, '-o', 'ExitOnForwardFailure=yes']);
  const socket = await connected(answered);
  socket.end(Buffer.alloc(3_000_000, 'x'));
  const answer = await text(socket);
  expect(answer).toHaveLength('3000000 bytes\n'.length + 1_000_000);
  expect(answer.slice(0, 14)).toBe('3000000 bytes\n');
  expect(await text(await connected(silent))).toBe('');
  child.kill('SIGKILL');
  await exitOf(child);
});

async function connected(port: number) {
  const dial = async () => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    await once(socket, 'connect');
    return socket;
  };
  return retry(dial);
}

test('forwards nowhere else, in no direction', async () => {
  const outside = createServer((socket) => socket.end('let in'));
  outside.listen(0, '0.0.0.0');
  await once(outside, 'listening');
  const { port } = outside.address() as AddressInfo;
  for (const host of ['0.0.0.0', '127.0.0.2', '169.254.169.254', 'example.com', '::', 'localhost.']) {
    const refused = await ssh(['-W', `[${host}]:${port}`]);
    expect([host, refused.stdout.toString()]).toEqual([host, '']);
    expect(refused.code).not.toBe(0);
  }
  const agent = await ssh(['-A', 'echo "agent=$SSH_AUTH_SOCK display=$DISPLAY"'], {
    env: { SSH_AUTH_SOCK: '/tmp/none' },
  });
  expect(agent.stdout.toString()).toBe('agent= display=\n');
  outside.close();
});

test('takes Ed25519, ECDSA and RSA keys', async () => {
  for (const type of ['ed25519', 'ecdsa', 'rsa'] as const) {
    const identity = await client.makeKey(type);
    directory.keys.set(target.workspaceId, [me.key, identity.key]);
    expect((await ssh(['echo', type], { identity })).stdout.toString()).toBe(`${type}\n`);
  }
});

test('refuses a wrong key, an unknown name, a password and old algorithms, the first two alike', async () => {
  const stranger = await client.makeKey();
  const wrongKey = await ssh(['id'], { identity: stranger });
  const unknown = await ssh(['id'], { address: 'nobody@127.0.0.1' });
  expect(wrongKey.code).toBe(255);
  expect(wrongKey.stdout.toString()).toBe('');
  expect(wrongKey.stderr).toBe('box@127.0.0.1: Permission denied (publickey).\r\n');
  expect(unknown.stderr).toBe(wrongKey.stderr.replace('box', 'nobody'));
  for (const option of [
    'Ciphers=aes128-cbc,3des-cbc',
    'KexAlgorithms=diffie-hellman-group14-sha1',
    'HostKeyAlgorithms=ssh-rsa',
    'PubkeyAuthentication=no',
  ]) {
    expect((await ssh(['-o', option, 'id'])).code).toBe(255);
  }
});

test('cuts a session whose key was taken away, and only that one', async () => {
  const other = await client.makeKey();
  directory.keys.set(target.workspaceId, [me.key, other.key]);
  const mine = open([], ['echo here; sleep 1000']);
  const theirs = spawn('ssh', [...client.options(other), '-p', String(PORT), ADDRESS, 'echo here; cat']);
  await Promise.all([until(mine.stdout as never, /here/), until(theirs.stdout, /here/)]);
  directory.keys.set(target.workspaceId, [other.key]);
  await dependencies.bus.notify(dependencies.db, 'access_changed', { reason: 'key removed' });
  expect(await exitOf(mine)).toBe(255);
  theirs.stdin.end('still in\n');
  expect(await text(theirs.stdout)).toBe('still in\n');
  expect(await exitOf(theirs)).toBe(0);
});

test('cuts sessions when the workspace stops', async () => {
  const child = open([], ['echo here; sleep 1000']);
  await until(child.stdout as never, /here/);
  directory.change('box', { status: 'Offline' });
  const { workspaceId: id, slug, organizationId } = target;
  await dependencies.bus.notify(dependencies.db, 'workspace_changed', { id, slug, organizationId });
  expect(await exitOf(child)).toBe(255);
});

test('cuts a tunnel that nobody has used yet when the workspace stops, so that it wakes nothing later', async () => {
  directory.cuts.length = 0;
  // ssh runs its LocalCommand once it is signed in.
  const child = open(['-N', '-o', 'PermitLocalCommand=yes', '-o', 'LocalCommand=echo in']);
  await until(child.stdout as never, /in/);
  directory.change('box', { status: 'Offline' });
  const { workspaceId: id, slug, organizationId } = target;
  await dependencies.bus.notify(dependencies.db, 'workspace_changed', { id, slug, organizationId });
  expect(await exitOf(child)).toBe(255);
  expect(directory.cuts).toEqual([`${me.key.userId} ${target.workspaceId}`]);
  expect(directory.woken).toEqual([]);
});

test('wakes an Offline workspace, says how far it is, and goes on', async () => {
  directory.change('box', { status: 'Offline' });
  const ended = ssh(['echo awake']);
  await directory.untilWoken();
  directory.progress('box', 'Starting the container');
  directory.change('box', { status: 'Active' });
  expect(await ended).toMatchObject({ code: 0, stdout: Buffer.from('awake\n') });
  expect((await ended).stderr).toBe('Starting the container\r\n');
  expect(directory.woken).toEqual([target.workspaceId]);
});

test('says why a workspace can not be woken', async () => {
  directory.change('box', { status: 'Offline' });
  directory.wakeAnswer = { ok: false, error: 'The host is full.' };
  const ended = await ssh(['echo awake']);
  directory.wakeAnswer = { ok: true };
  expect(ended).toMatchObject({ code: 255, stderr: 'The host is full.\r\n' });
});

test('serves ten at once', async () => {
  const all = await Promise.all(
    Array.from({ length: 10 }, (_, at) => ssh([`cat; echo ${at}`], { input: `${'x'.repeat(200_000)}\n` })),
  );
  expect(all.map((ended) => ended.stdout.toString().slice(200_001))).toEqual(all.map((_, at) => `${at}\n`));
});

test('notes activity once a minute', async () => {
  directory.activity.length = 0;
  await ssh(['echo one']);
  await ssh(['echo two']);
  expect(directory.activity).toEqual([`${me.key.userId} ${target.workspaceId}`]);
  dependencies.clock.advance(61_000);
  await ssh(['echo three']);
  expect(directory.activity).toHaveLength(2);
});
