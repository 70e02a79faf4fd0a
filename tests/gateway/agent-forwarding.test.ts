import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadHostKeys } from '#server/gateway/ssh/host-keys.ts';
import { createSshGateway, type SshGateway } from '#server/gateway/ssh/ssh-gateway.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { freePort } from '#tests/support/free-port.ts';
import { engine, engines, startContainer, type TestContainer } from './container.ts';
import { MemoryDirectory } from './memory-directory.ts';
import { type Ended, exitOf, run } from './run.ts';
import { createSshClient, type Identity, type SshClient } from './ssh-client.ts';

const PORT = await freePort();
/** OpenSSH's server with one repository, which lets in the key on standard input. */
const FORGE = `
set -eu
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends openssh-server >/dev/null 2>&1
useradd --create-home --shell /usr/bin/git-shell git
usermod -p '*' git
install -d -o git -g git -m 700 /home/git/.ssh
install -o git -g git -m 600 /dev/stdin /home/git/.ssh/authorized_keys
git init -q --bare -b main /home/git/app.git
chown -R git:git /home/git/app.git
mkdir -p /run/sshd
/usr/sbin/sshd -o Port=2200 -o ListenAddress=127.0.0.1 -o PasswordAuthentication=no
`;

let dependencies: TestDependencies;
let container: TestContainer;
let gateway: SshGateway;
let client: SshClient;
let me: Identity;
let other: Identity;
let mine: Identity;
let agent: ChildProcess;
let agentSocket: string;

beforeAll(async () => {
  dependencies = await createTestDependencies();
  container = await startContainer();
  const hostKeys = await loadHostKeys(dependencies);
  const directory = new MemoryDirectory();
  gateway = await createSshGateway({ ...dependencies, engines, directory, hostKeys });
  await gateway.listen(PORT, '127.0.0.1');
  client = await createSshClient(PORT, hostKeys);
  [me, other, mine] = [await client.makeKey(), await client.makeKey(), await client.makeKey()];
  directory.keys.set(directory.add('box', container.id).workspaceId, [me.key, other.key]);
  agentSocket = path.join(client.folder, 'agent');
  agent = spawn('ssh-agent', ['-D', '-a', agentSocket], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(agent.stdout as NonNullable<typeof agent.stdout>, 'data');
  const added = await run('ssh-add', ['-q', mine.file], { env: { SSH_AUTH_SOCK: agentSocket } });
  if (added.code !== 0) throw new Error(added.stderr);
  const forge = { user: 'root', command: ['bash', '-c', FORGE], input: `${mine.key.publicKey}\n` };
  const made = await engine.run(container.id, forge, { timeoutMs: 120_000 });
  if (made.exitCode !== 0) throw new Error(`no forge: ${made.stdout}${made.stderr}`);
});
afterAll(async () => {
  agent?.kill();
  await gateway?.close();
  await client?.remove();
  await container?.remove();
  await dependencies?.close();
});

function withAgent(command: string, { forward = true, identity = me } = {}): Promise<Ended> {
  const before = ['-o', `IdentityAgent=${agentSocket}`, forward ? '-A' : '-a'];
  return run('ssh', [...before, ...client.options(identity), '-p', String(PORT), 'box@127.0.0.1', command]);
}
const inside = async (command: string) =>
  (await engine.run(container.id, { user: 'root', command: ['sh', '-c', command] })).stdout.trim();

test('the agent is there for a session that asked, for its owner alone, and is gone after it', async () => {
  const listed = await withAgent('ssh-add -l; stat -c "%a %U" "$SSH_AUTH_SOCK" "$(dirname "$SSH_AUTH_SOCK")"');
  expect(listed.stderr).toBe('');
  expect(listed.stdout.toString()).toContain(mine.key.fingerprint);
  expect(listed.stdout.toString()).toMatch(/\n600 dev\n700 dev\n$/);
  await expect.poll(() => inside('ls /tmp | grep -c ^ssh- || true')).toBe('0');
});

test('a session that did not ask has none, beside one that did', async () => {
  const asked = spawn('ssh', [
    ...['-o', `IdentityAgent=${agentSocket}`, '-A', ...client.options(me), '-p', String(PORT), 'box@127.0.0.1'],
    'echo $SSH_AUTH_SOCK; exec cat',
  ]);
  await once(asked.stdout, 'data');
  const beside = await withAgent('echo "[$SSH_AUTH_SOCK]"; ssh-add -l', { forward: false, identity: other });
  expect(beside.stdout.toString()).toBe('[]\n');
  expect(beside.code).toBe(2);
  asked.stdin.end();
  await exitOf(asked);
});

test('git pushes and clones with the key of the person’s own machine', async () => {
  const git = 'export GIT_SSH_COMMAND="ssh -o StrictHostKeyChecking=accept-new -o BatchMode=yes"';
  const url = 'ssh://git@localhost:2200/home/git/app.git';
  const push = `git init -q -b main /tmp/app && cd /tmp/app && head -c 3000000 /dev/urandom >blob && git add . &&
    git -c user.name=t -c user.email=t@example.com commit -qm first && git push -q ${url} main`;
  expect(await withAgent(`${git}; ${push}`)).toMatchObject({ code: 0 });
  const cloned = await withAgent(`${git}; git clone -q ${url} /tmp/again && cmp /tmp/app/blob /tmp/again/blob`);
  expect(cloned).toMatchObject({ code: 0 });
  const without = await withAgent(`${git}; git clone -q ${url} /tmp/never`, { forward: false });
  expect(without.stderr).toContain('Permission denied (publickey)');
});

test('many at once, and what is no message of an agent, leave it working', async () => {
  const many = 'for i in $(seq 40); do ssh-add -l >/dev/null & done; wait; ssh-add -l';
  expect((await withAgent(many)).stdout.toString()).toContain(mine.key.fingerprint);
  const noise = `node -e '
    const socket = require("node:net").connect(process.env.SSH_AUTH_SOCK);
    socket.on("error", () => {}).end(Buffer.alloc(300_000));
    socket.resume().on("close", () => process.exit());
  '; ssh-add -l`;
  expect((await withAgent(noise)).stdout.toString()).toContain(mine.key.fingerprint);
});
