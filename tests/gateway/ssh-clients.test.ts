import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadHostKeys, publicHostKeys } from '#server/gateway/ssh/host-keys.ts';
import { type Ended, run } from './run.ts';
import type { Identity } from './ssh-client.ts';
import { ADDRESS, createSshFixture, type SshFixture } from './ssh-fixture.ts';

const SCRIPTS = path.join(import.meta.dirname, 'ssh-clients');
const SAY = 'echo said; exit 7';
const SAID = { code: 7, stdout: Buffer.from('said\n') };
/** Debian's own, which has the packages; another one may come first on the PATH. */
const PYTHON = '/usr/bin/python3';
const RUBY = '/usr/bin/ruby';

let box: SshFixture;
let port: string;
let me: Identity;
let home: string;
let data: Buffer;
/** What is sent, and where it comes back. */
let send: string;
let back: string;

beforeAll(async () => {
  box = await createSshFixture();
  port = String(box.port);
  me = box.me;
  home = await mkdtemp(path.join(box.client.folder, 'home-'));
  await mkdir(path.join(home, '.ssh'), { mode: 0o700 });
  data = randomBytes(3_000_000);
  send = path.join(home, 'send');
  back = path.join(home, 'back');
  await writeFile(send, data);
});
afterAll(() => box?.close());

const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const shell = (identity = me) => ['ssh', ...box.client.options(identity), '-p', port].join(' ');
const there = async (name: string) => (await box.inside(`sha256sum /home/dev/${name}`)).slice(0, 64);

/** The file arrived whole, and came back whole. */
async function expectCopied(name: string, ended: Ended): Promise<void> {
  expect([ended.stderr, await there(name)]).toEqual([ended.stderr, sha(data)]);
  expect(sha(await readFile(back))).toBe(sha(data));
  await writeFile(back, '');
}

test('OpenSSH, with each cipher and MAC on offer', async () => {
  for (const options of [
    ['Ciphers=aes128-gcm@openssh.com'],
    ['Ciphers=aes256-gcm@openssh.com'],
    ['Ciphers=aes128-ctr', 'MACs=hmac-sha2-256-etm@openssh.com'],
    ['Ciphers=aes192-ctr', 'MACs=hmac-sha2-512-etm@openssh.com'],
    ['Ciphers=aes256-ctr', 'MACs=hmac-sha2-256'],
    ['Ciphers=aes256-ctr', 'MACs=hmac-sha2-512'],
  ]) {
    const words = options.flatMap((option) => ['-o', option]);
    const ended = await run('ssh', [...words, ...box.client.options(me), '-p', port, ADDRESS, 'cat; exit 7'], {
      input: data,
    });
    expect([options, ended.code, sha(ended.stdout)]).toEqual([options, 7, sha(data)]);
  }
});

test('dropbear', async () => {
  const key = path.join(home, 'dropbear');
  await run('dropbearconvert', ['openssh', 'dropbear', me.file, key]);
  const client = (command: string, input?: Buffer) =>
    run('dbclient', ['-y', '-y', '-i', key, '-p', port, ADDRESS, command], { env: { HOME: home }, input });
  expect(await client(SAY)).toMatchObject(SAID);
  await client('cat > from-dropbear', data);
  const got = await client('cat from-dropbear');
  await writeFile(back, got.stdout);
  await expectCopied('from-dropbear', got);
});

test('PuTTY: plink and psftp', async () => {
  const key = path.join(home, 'key.ppk');
  await run('puttygen', [me.file, '-O', 'private', '-o', key]);
  const hostKeys = publicHostKeys(await loadHostKeys(box.dependencies));
  const pinned = hostKeys.flatMap((hostKey) => {
    const digest = createHash('sha256')
      .update(Buffer.from(hostKey.split(' ')[1] ?? '', 'base64'))
      .digest('base64');
    return ['-hostkey', `SHA256:${digest.replace(/=+$/, '')}`];
  });
  const options = ['-batch', ...pinned, '-i', key, '-P', port];
  const env = { HOME: home };
  expect(await run('plink', [...options, ADDRESS, SAY], { env })).toMatchObject(SAID);
  const script = path.join(home, 'batch');
  await writeFile(script, `put ${send} from-putty\nget from-putty ${back}\n`);
  await expectCopied('from-putty', await run('psftp', [...options, '-b', script, ADDRESS], { env }));
});

test('lftp', async () => {
  const program = `set sftp:connect-program "${shell()} -a -x"; set net:max-retries 1; set net:timeout 20`;
  const copy = `open -u box, sftp://127.0.0.1:${port}; put ${send} -o from-lftp; get from-lftp -o ${back}`;
  await writeFile(back, '');
  const ended = await run('lftp', ['-c', `set xfer:clobber yes; ${program}; ${copy}`], { env: { HOME: home } });
  await expectCopied('from-lftp', ended);
});

test('paramiko', async () => {
  const ended = await run(PYTHON, [path.join(SCRIPTS, 'paramiko_client.py'), port, me.file, send, back], { cwd: home });
  expect([ended.stderr, ended.stdout.toString(), ended.code]).toEqual([ended.stderr, 'said\n', 7]);
  await expectCopied('from-paramiko', ended);
});

test('asyncssh', async () => {
  const ended = await run(PYTHON, [path.join(SCRIPTS, 'asyncssh_client.py'), port, me.file, send, back]);
  expect([ended.stderr, ended.stdout.toString(), ended.code]).toEqual([ended.stderr, 'said\n', 7]);
  await expectCopied('from-asyncssh', ended);
});

test('curl with libssh2: sftp and scp', async () => {
  const curl = (args: string[]) =>
    run('/usr/bin/curl', ['-sS', '--insecure', '--key', me.file, '--pubkey', `${me.file}.pub`, ...args], {
      env: { HOME: home },
    });
  for (const scheme of ['sftp', 'scp']) {
    const address = `${scheme}://${ADDRESS}:${port}/home/dev/from-curl-${scheme}`;
    const sent = await curl(['-T', send, address]);
    expect(sent).toMatchObject({ stderr: '', code: 0 });
    await expectCopied(`from-curl-${scheme}`, await curl(['-o', back, address]));
  }
});

test('net-ssh', async () => {
  const ended = await run(RUBY, [path.join(SCRIPTS, 'net-ssh.rb'), port, me.file, send, back]);
  expect([ended.stderr, ended.stdout.toString(), ended.code]).toEqual([ended.stderr, 'said\n', 7]);
  await expectCopied('from-net-ssh', ended);
});

test.each(['ssh', 'paramiko_ssh'])('Ansible over %s', async (connection) => {
  const env = {
    HOME: home,
    ANSIBLE_HOST_KEY_CHECKING: 'False',
    ANSIBLE_SSH_ARGS: '-F none -o UserKnownHostsFile=/dev/null',
    ANSIBLE_NOCOLOR: '1',
    ANSIBLE_PARAMIKO_LOOK_FOR_KEYS: 'False',
  };
  const variables = `ansible_port=${port} ansible_user=box ansible_ssh_private_key_file=${me.file}`;
  const inventory = path.join(home, 'hosts');
  await writeFile(inventory, `box ansible_host=127.0.0.1 ${variables}\n`);
  // `raw` is what works without Python in the workspace.
  const args = ['all', '-i', inventory, '-c', connection, '-m', 'raw', '-a', SAY];
  const ended = await run('/usr/bin/ansible', args, { env });
  expect(ended.stdout.toString()).toMatch(/box \| FAILED \| rc=7 >>\s+said/);
});

test('rsync', async () => {
  await run('rsync', ['-a', '-e', shell(), send, `${ADDRESS}:from-rsync`]);
  await expectCopied('from-rsync', await run('rsync', ['-az', '-e', shell(), `${ADDRESS}:from-rsync`, back]));
});

// The kernel of a container may have the device and still not let it be mounted.
const hasFuse = existsSync('/dev/fuse');
test.runIf(hasFuse)('sshfs', async ({ skip }) => {
  const folder = path.join(home, 'mounted');
  await mkdir(folder);
  const [, , , , ...options] = box.client.options(me);
  const key = ['-F', '/dev/null', '-o', `IdentityFile=${me.file}`];
  const mount = await run('sshfs', [...key, '-p', port, ...options, `${ADDRESS}:`, folder]);
  if (/Operation not permitted|fuse device not found/.test(mount.stderr)) skip('FUSE can’t be mounted here');
  expect(mount).toMatchObject({ stderr: '', code: 0 });
  try {
    await writeFile(path.join(folder, 'from-sshfs'), data);
    await writeFile(back, await readFile(path.join(folder, 'from-sshfs')));
    await expectCopied('from-sshfs', mount);
  } finally {
    await run('fusermount', ['-u', folder]);
  }
});

test('ssh-audit finds nothing to fail', async () => {
  const ended = await run('/usr/bin/ssh-audit', ['-n', '-p', port, '127.0.0.1']);
  const report = ended.stdout.toString();
  expect(report).toContain('(enc) aes128-ctr');
  // NIST's curves stay for those who have no other: JSch 0.1, and what has to follow FIPS.
  const failed = report.match(/.*\[fail\].*/g) ?? [];
  expect(failed.filter((line) => !/nistp\d+ +-- \[fail\] using weak elliptic curves/.test(line))).toEqual([]);
});

test('signals of a client reach the command, also after the end of its input', async () => {
  const signals = ['USR1', 'USR2', 'QUIT', 'ALRM', 'HUP', 'INT', 'TERM'];
  const ended = await run(PYTHON, [path.join(SCRIPTS, 'signals.py'), port, me.file, ...signals]);
  expect(ended.stdout.toString()).toBe(`${signals.map((name) => `got ${name}\n`).join('')}137\n`);
});
