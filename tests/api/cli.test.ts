import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import type { Server } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createAdaptorServer } from '@hono/node-server';
import type { PublicKeyAuthContext } from 'ssh2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { addMessage } from '#server/features/instances/index.ts';
import { workspaceKind } from '#server/features/workspaces/kind.ts';
import { loadCertificateAuthority } from '#server/gateway/ssh/certificate-authority.ts';
import { isSignedBy, readCertificate } from '#server/gateway/ssh/certificates.ts';
import { publicHostKeys } from '#server/gateway/ssh/host-keys.ts';
import { showHostKeys } from '#server/gateway/ssh/shown-host-keys.ts';
import { currentUserSchema } from '#shared/features/auth/contract.ts';
import { allowDeviceLogin, denyDeviceLogin } from '#shared/features/auth/device.ts';
import { revokeApiToken } from '#shared/features/profile/contract.ts';
import { listServices } from '#shared/features/services/contract.ts';
import { addSshKey } from '#shared/features/ssh-keys/contract.ts';
import { addTask, listTasks, taskSchema } from '#shared/features/tasks/contract.ts';
import { listWorkspaces, workspaceSchema } from '#shared/features/workspaces/contract.ts';
import { mintApiToken } from '#tests/support/api-token.ts';
import { createTestClient, type TestClient } from '#tests/support/client.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { freePort } from '#tests/support/free-port.ts';
import { type MintedOrganization, mintOrganization, mintUser } from '#tests/support/mint.ts';
import { newPublicKey } from '#tests/support/ssh-key.ts';
import { insertService, insertSnapshot, insertTemplate, insertWorkspace } from '#tests/support/things.ts';
import { buildCli } from '../../desktop/build/build-cli.ts';
import { startSshServer, type TestSshServer } from '../unit/desktop/support/ssh-server.ts';

let dependencies: TestDependencies;
let call: TestClient['call'];
let server: Server;
let ssh: TestSshServer;
let url: string;
let here: MintedOrganization;
let root: string;
let token: string;
const authorized: string[] = [];
let authority: string;
/** Whom certificates that were used had been issued to. */
const certified: string[] = [];

beforeAll(async () => {
  root = mkdtempSync(path.join(os.tmpdir(), 'slipway-cli-'));
  await buildCli(path.join(root, 'package'));
  mkdirSync(path.join(root, 'home/.ssh'), { recursive: true, mode: 0o700 });
  mkdirSync(path.join(root, 'bin'));
  // ssh takes the home folder from the system and not from HOME.
  const real = execFileSync('sh', ['-c', 'command -v ssh'], { encoding: 'utf8' }).trim();
  program('ssh', `exec ${real} -F "$HOME/.ssh/config" -o BatchMode=yes "$@"`);
  program('scp', 'printf "%s\\n" "$@"');

  ssh = await startSshServer(() => authorized, 0, isCertified);
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  dependencies = await createTestDependencies({
    environment: {
      SLIPWAY_PUBLIC_URL: url,
      SLIPWAY_SSH_PORT: String(ssh.port),
      SLIPWAY_SHARED_MEMORY_MB: '100000',
      GIT_ALLOW_PRIVATE_HOSTS: 'true',
    },
  });
  await showHostKeys(dependencies.db, [ssh.hostKey]);
  authority = publicHostKeys([await loadCertificateAuthority(dependencies)])[0]!;
  const app = createApp(dependencies);
  call = createTestClient(app).call;
  server = createAdaptorServer({ fetch: app.fetch }) as Server;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  here = await mintOrganization(dependencies);
  const { userId } = here.owner;
  ({ token } = await mintApiToken(dependencies, { userId, organizationId: here.organizationId }, { name: 'cli' }));
});
afterAll(async () => {
  server?.close();
  await ssh?.close();
  await dependencies?.close();
  rmSync(root, { recursive: true, force: true });
});

/** Is it one of the server’s, and signed with its key? */
function isCertified({ key, blob, signature }: PublicKeyAuthContext): boolean {
  const certificate = readCertificate(key.algo, key.data, authority, dependencies.clock.now());
  if (!certificate || !signature || !blob) return certificate !== null;
  const proven = isSignedBy(certificate, key.algo, blob, signature);
  if (proven) certified.push(certificate.keyId);
  return proven;
}

function program(name: string, script: string): void {
  writeFileSync(path.join(root, 'bin', name), `#!/bin/sh\n${script}\n`);
  chmodSync(path.join(root, 'bin', name), 0o755);
}

interface Run {
  cwd?: string;
  input?: string;
  environment?: Record<string, string>;
  /** Hears what comes on standard error. */
  hear?: (stderr: string) => void;
}

/** The built program with a home of its own and no terminal. */
async function slipway(args: string[], { cwd = root, input = '', environment = {}, hear }: Run = {}) {
  const child = spawn(process.execPath, [path.join(root, 'package/slipway.mjs'), ...args], {
    cwd,
    env: { PATH: `${root}/bin:${process.env.PATH}`, HOME: path.join(root, 'home'), ...environment },
  });
  child.stdin.end(input);
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
    hear?.(stderr);
  });
  const [code] = await once(child, 'close');
  return { code, stdout, stderr };
}
const asOwner = (args: string[], run: Run = {}) =>
  slipway(args, { ...run, environment: { SLIPWAY_URL: url, SLIPWAY_TOKEN: token, ...run.environment } });

/** Answers the code that the program shows. */
function answering(route: typeof allowDeviceLogin | typeof denyDeviceLogin): (stderr: string) => void {
  let answered = false;
  return (stderr) => {
    const user_code = /code is (\w{4}-\w{4})/.exec(stderr)?.[1];
    if (!user_code || answered) return;
    answered = true;
    void call(route, { body: { user_code } }, { key: here.owner.key });
  };
}

describe('logging in', () => {
  test('by a code that is allowed in the browser; kept for this person alone; gone after logout', async () => {
    const { code, stderr } = await slipway(['login', url, '--no-browser'], { hear: answering(allowDeviceLogin) });
    expect([code, stderr]).toEqual([0, expect.stringContaining(`as ${here.owner.username}`)]);
    expect(stderr).toContain(`Open ${url}/device?code=`);
    const file = path.join(root, 'home/.config/Slipway/cli.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(stderr).toContain(file);

    const me = await slipway(['whoami', '--json']);
    expect(currentUserSchema.parse(JSON.parse(me.stdout)).username).toBe(here.owner.username);
    const { token: session } = JSON.parse(readFileSync(file, 'utf8'));
    expect((await slipway(['logout'])).code).toBe(0);
    expect(await slipway(['whoami'])).toMatchObject({ code: 3, stdout: '' });
    const after = await slipway(['whoami'], { environment: { SLIPWAY_URL: url, SLIPWAY_TOKEN: session } });
    expect([after.code, after.stderr]).toEqual([3, 'Error: Your login isn’t valid any more.\nslipway login\n']);
  });

  test('refused in the browser', async () => {
    const { code, stderr } = await slipway(['login', url, '--no-browser'], { hear: answering(denyDeviceLogin) });
    expect([code, stderr]).toEqual([3, expect.stringContaining('refused in the browser')]);
  });

  test('with a token from standard input; a wrong one isn’t kept', async () => {
    expect((await slipway(['login', url, '--token'], { input: 'slipway_wrong\n' })).code).toBe(3);
    expect((await slipway(['whoami'])).code).toBe(3);
    expect((await slipway(['login', url, '--token'], { input: `${token}\n` })).code).toBe(0);
    expect((await slipway(['whoami'])).stdout).toContain(here.owner.email);
    await slipway(['logout']);
    expect((await asOwner(['whoami'])).code).toBe(0);
  });

  test.each([
    [['login'], 2],
    [['login', 'http://example.com'], 2],
    [['login', 'http://127.0.0.1:1'], 5],
    [['ls'], 3],
    [['nonsense'], 2],
    [['rm'], 2],
    [['--help'], 0],
    [['--version'], 0],
  ])('%j ends with %i', async (args, code) => expect((await slipway(args)).code).toBe(code));
});

test('help loads nothing that a program which prints a line doesn’t', () => {
  const probe = path.join(root, 'probe.cjs');
  const file = path.join(root, 'loaded.json');
  const told = '[process.moduleLoadList, Object.keys(globalThis)]';
  writeFileSync(
    probe,
    `process.on('exit', () => require('fs').writeFileSync(${JSON.stringify(file)}, JSON.stringify(${told})))`,
  );
  const loaded = (...words: string[]): string[] => {
    execFileSync(process.execPath, ['--require', probe, ...words], { env: {} });
    return (JSON.parse(readFileSync(file, 'utf8')) as string[][]).flat();
  };
  const line = path.join(root, 'line.mjs');
  writeFileSync(line, 'process.stdout.write("one line")');
  const bare = new Set(loaded(line));
  const cli = path.join(root, 'package/slipway.mjs');
  expect(loaded(cli, '--help').filter((name) => !bare.has(name))).toEqual(['NativeModule process']);
  expect(loaded(cli, 'ls', '--help').filter((name) => !bare.has(name))).toEqual(['NativeModule process']);
  // All of it is read and looked through before anything runs.
  expect(statSync(cli).size).toBeLessThan(300 * 1024);
});

test('lists have the contract’s shapes for programs, and obey no name for people', async () => {
  const whose = { organizationId: here.organizationId, userId: here.owner.userId };
  await insertWorkspace(dependencies, whose, { name: '\u001b[2J\u009b1mshop\u202e', slug: 'odd-name' });
  await insertService(dependencies, whose, { slug: 'cache' });
  const json = await asOwner(['ls', '--json']);
  expect(listWorkspaces.response.parse(JSON.parse(json.stdout)).rows.map(({ name }) => name)).toContain(
    '\u001b[2J\u009b1mshop\u202e',
  );
  const services = await asOwner(['services', '--json']);
  expect(listServices.response.parse(JSON.parse(services.stdout)).records).toBe(1);
  const people = await asOwner(['ls']);
  expect(people.stdout).toMatch(/\[2J 1mshop +odd-name +Offline/);
  for (const { stdout } of [json, people])
    for (const obeyed of ['\u001b', '\u009b', '\u202e']) expect(stdout).not.toContain(obeyed);
  expect((await asOwner(['ls', '-q'])).stdout.split('\n')).toContain('odd-name');
});

test('a secret is set from standard input or a file, replaced, deleted and had back, and its value never shown', async () => {
  const told: string[] = [];
  const run = async (args: string[], rest: Run = {}) => {
    const { code, stdout, stderr } = await asOwner(['secrets', ...args], rest);
    told.push(stdout, stderr);
    return { code, stdout, stderr };
  };
  const listed = async (...whose: string[]) => JSON.parse((await run(['--json', ...whose])).stdout).secrets;
  const add = ['set', '秘密', '--repository', 'github.com/acme/*'];
  expect(await run(add, { input: 'planted-1' })).toMatchObject({ code: 1, stdout: '' });
  add[1] = 'API_KEY';
  expect((await run(add, { input: 'planted-1\n' })).code).toBe(0);
  expect((await run(['set', 'API_KEY'], { input: 'planted-22\n' })).code).toBe(0);
  const size_bytes = 'planted-22'.length;
  expect(await listed()).toMatchObject([{ name: 'API_KEY', size_bytes, repositories: ['github.com/acme/*'] }]);
  expect((await run(['set', 'API_KEY'], { input: '' })).code).toBe(1);

  const file = path.join(root, 'planted.bin');
  writeFileSync(file, Buffer.from([0xff, 0, 0x70]));
  expect((await run(['set', 'KEY_FILE', '--organization', '--file', file])).code).toBe(0);
  expect((await run(['set', 'RAW'], { input: '\uFEFF' })).code).toBe(0);
  expect((await run(['set', 'API_KEY', '--file', file])).code).toBe(2);
  expect(await listed('--organization')).toMatchObject([{ name: 'KEY_FILE', kind: 'file', size_bytes: 3 }]);
  expect((await run(['--group', 'none'])).code).toBe(4);

  expect((await run(['rm', 'API_KEY'])).code).toBe(2);
  expect((await run(['rm', 'API_KEY', '--yes'])).stderr).toContain('slipway secrets undo API_KEY');
  expect((await run(['rm', 'API_KEY', '--yes'])).code).toBe(4);
  expect((await run(['undo', 'API_KEY'])).code).toBe(0);
  expect((await run([])).stdout).toMatch(/API_KEY +text +github\.com\/acme\/\* /);
  expect(told.join('')).not.toContain('planted-');
});

describe('a key, and a workspace from the folder one stands in', () => {
  let workspaceId: string;

  test('the public half is uploaded, the private one never', async () => {
    const file = path.join(root, 'home/.ssh/id_ed25519');
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', '', '-f', file]);
    expect((await asOwner(['keys', 'add', file])).code).toBe(2);
    expect((await asOwner(['keys', 'add', `${file}.pub`, '--name', 'laptop'])).code).toBe(0);
    expect((await asOwner(['keys'])).stdout).toMatch(/laptop +SHA256:/);
    authorized.push(readFileSync(`${file}.pub`, 'utf8').trim());
  });

  test('create says what it needs where nobody can be asked', async () => {
    const empty = await asOwner(['create']);
    expect([empty.code, empty.stderr]).toEqual([2, expect.stringContaining('--repository')]);
    const speechless = await asOwner(['create', 'shop', '--empty']);
    expect([speechless.code, speechless.stderr]).toEqual([2, expect.stringContaining('--language')]);
    expect((await asOwner(['create', 'shop', '--empty', '--language', 'klingon'])).code).toBe(2);
    const unseen = await asOwner(['create', '--repository', 'https://127.0.0.1/shop.git']);
    expect([unseen.code, unseen.stderr]).toEqual([2, expect.stringMatching(/private network.*--language/s)]);
    expect((await asOwner(['create', '--snapshot', 'none'])).code).toBe(4);
    expect((await asOwner(['create', '--template', 'none'])).code).toBe(4);
    expect((await asOwner(['create', '--template', 'none', '--snapshot', 'none'])).code).toBe(2);
  });

  test('create takes its origin without the password, shows each message, and ends with how to get in', async () => {
    const folder = path.join(root, 'tides');
    execFileSync('git', ['init', '-q', folder]);
    const origin = 'https://ada:secret@example.com/harbour/tide-tables.git';
    execFileSync('git', ['-C', folder, 'remote', 'add', 'origin', origin]);
    const { sql } = dependencies;
    let launched: Promise<unknown> | undefined;
    const hear = (stderr: string) => {
      if (stderr.includes('being created')) launched ??= launch();
    };
    const launch = async () => {
      const [row] = await sql<{ id: string; revision: number }[]>`
        select id, revision from instances where name = 'tide-tables'`;
      workspaceId = row!.id;
      const message = { id: workspaceId, revision: row!.revision, code: 'W01', text: 'Cloning \u001b[31mtides' };
      await addMessage(dependencies, dependencies.db, workspaceKind, message);
      await sql`update instances set status = 'Active', engine_id = 'local', container_id = 'c-tides', launched_at = now() where id = ${workspaceId}`;
    };
    const made = await asOwner(['create', '--language', 'nodejs', '--json'], { cwd: folder, hear });
    await launched;
    expect([made.code, made.stderr]).toEqual([0, expect.stringContaining('Cloning [31mtides')]);
    const workspace = workspaceSchema.parse(JSON.parse(made.stdout));
    expect(workspace).toMatchObject({ name: 'tide-tables', workspace_status: 'Active' });
    expect(workspace.git_url).toBe('https://example.com/harbour/tide-tables.git');
    expect((await asOwner(['logs', 'tide-tables', '-f'])).stdout).toContain('Cloning');
  });

  test('exec, ssh and config use the pinned host key and pass on the exit code', async () => {
    expect((await asOwner(['config', 'ssh', 'tide-tables'])).stdout).toBe('slipway-tide-tables\n');
    const config = readFileSync(path.join(root, 'home/.ssh/config'), 'utf8');
    expect(config).toContain('Include');
    const ran = await asOwner(['exec', 'tide-tables', '--', 'echo', 'a b', '-n']);
    expect(ran).toMatchObject({ code: 0, stdout: "ran: echo 'a b' -n\n" });
    expect((await asOwner(['exec', 'tide-tables', 'exit', '7'])).code).toBe(7);
    expect((await asOwner(['ssh', 'tide-tables'])).stdout).toContain('welcome');
    await showHostKeys(dependencies.db, [`ssh-ed25519 ${'A'.repeat(67)}I=`]);
    expect((await asOwner(['exec', 'tide-tables', 'true'])).code).toBe(255);
    await showHostKeys(dependencies.db, [ssh.hostKey]);
  });

  test('cp, port and open', async () => {
    expect((await asOwner(['cp', '-notes.txt', 'tide-tables:project/'])).code).toBe(2);
    // ssh doesn’t look for its configuration in this home folder, so it is told.
    expect((await asOwner(['cp', '--', '-notes.txt', 'tide-tables:project/'])).stdout).toMatch(
      /^-F\n.*\/home\/.*\/config\n-r\n--\n\.\/-notes\.txt\nslipway-tide-tables:project\/\n$/,
    );
    expect((await asOwner(['cp', 'a', 'b'])).code).toBe(2);
    expect(JSON.parse((await asOwner(['port', 'tide-tables', '--json'])).stdout)[0]).toMatchObject({ port: 3000 });
    const opened = await asOwner(['open', 'tide-tables']);
    expect([opened.code, opened.stdout]).toEqual([0, expect.stringMatching(/^http.*tide-tables\./)]);
    const editor = await asOwner(['open', 'tide-tables', '--ide', 'vscode']);
    expect(editor.stdout).toBe('vscode://vscode-remote/ssh-remote+slipway-tide-tables/home/dev/project\n');
    expect((await asOwner(['open', 'tide-tables', '--ide', 'ed'])).code).toBe(2);
  });

  test('rm asks nobody without a terminal, and undo brings it back', async () => {
    const asked = await asOwner(['rm', 'tide-tables']);
    expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining('--yes')]);
    expect(asked.stderr).toContain('all of its files');
    const removed = await asOwner(['rm', 'tide-tables', '--yes']);
    expect([removed.code, removed.stderr]).toEqual([0, expect.stringContaining('slipway undo tide-tables')]);
    const early = await asOwner(['undo', 'tide-tables']);
    expect([early.code, early.stderr]).toEqual([1, expect.stringContaining('still being saved')]);
    await dependencies.sql`update snapshots set status = 'Active' where instance_id = ${workspaceId}`;
    expect(await asOwner(['undo', 'tide-tables'])).toMatchObject({ code: 0, stdout: '' });
    expect((await asOwner(['ls', '-q'])).stdout).toContain('tide-tables');
    expect((await asOwner(['rm', 'not-there', '--yes'])).code).toBe(4);
  });

  test('rm tells only those who may undo it how', async () => {
    const { organizationId } = here;
    const { userId } = await mintUser(dependencies, organizationId, 'lead');
    await insertWorkspace(dependencies, { organizationId, userId }, { slug: 'low-tide' });
    const lead = await mintApiToken(dependencies, { userId, organizationId }, { name: 'lead' });
    const removed = await asOwner(['rm', 'low-tide', '--yes'], { environment: { SLIPWAY_TOKEN: lead.token } });
    expect([removed.code, removed.stderr]).toEqual([0, expect.stringContaining('An owner or admin')]);
    expect(removed.stderr).not.toContain('undo');
  });

  test('create --template sends only what the template leaves open', async () => {
    await insertTemplate(dependencies, here.organizationId, { name: 'Harbour', content: { server_id: 'shared' } });
    const made = await asOwner(['create', 'from-harbour', '--template', 'Harbour', '--no-wait', '--json']);
    expect([made.code, made.stderr]).toEqual([0, expect.any(String)]);
    const template = { name: 'Harbour', version: 1, latest: 1 };
    expect(JSON.parse(made.stdout)).toMatchObject({ name: 'from-harbour', language_name: 'None', template });
    const other = await asOwner(['create', 'other', '--template', 'Harbour', '--language', 'python', '--no-wait']);
    expect([other.code, other.stderr]).toEqual([expect.any(Number), expect.stringContaining('template')]);
    expect(other.code).not.toBe(0);
  });
});

describe('without a key of one’s own', () => {
  /** A computer with nothing in `~/.ssh`, where the token says who asks. */
  const home = () => path.join(root, 'bare');
  const folder = () => path.join(home(), '.config/Slipway/ssh');
  const kept = (suffix: string) =>
    globSync('cli-*/certified-*', { cwd: folder() })
      .filter((name) => name.endsWith(suffix))
      .map((name) => path.join(folder(), name));
  let tokenId: string;
  let environment: Record<string, string>;
  const there = (args: string[]) => slipway(args, { environment });

  beforeAll(async () => {
    mkdirSync(path.join(home(), '.ssh'), { recursive: true, mode: 0o700 });
    const { userId } = here.owner;
    const whose = { organizationId: here.organizationId, userId };
    const minted = await mintApiToken(dependencies, whose, { name: 'agent', scopes: ['read', 'use'] });
    tokenId = minted.id;
    environment = { HOME: home(), SLIPWAY_URL: url, SLIPWAY_TOKEN: minted.token };
    await insertWorkspace(dependencies, whose, { name: 'Bare', slug: 'bare', status: 'Active' });
  });

  test('ssh and exec get in with a certificate, made once and kept for its owner alone', async () => {
    const ran = await there(['exec', 'bare', 'echo', 'hello']);
    expect([ran.stderr, ran.stdout, ran.code]).toEqual(['', 'ran: echo hello\n', 0]);
    expect((await there(['ssh', 'bare'])).stdout).toContain('welcome');
    expect(certified).toEqual(Array(2).fill(`token agent of ${here.owner.username}`));
    expect(kept('').map((file) => [path.basename(file), statSync(file).mode & 0o777])).toEqual([
      [expect.stringMatching(/^certified-[0-9a-f]{12}$/), 0o600],
      [expect.stringMatching(/^certified-[0-9a-f]{12}-cert\.pub$/), 0o600],
    ]);
    const [{ issued }] = (await dependencies.sql`
      select count(*)::int as issued from audit_log where action = 'ssh-keys.issue-certificate'`) as [
      { issued: number },
    ];
    expect(issued).toBe(1);
  });

  test('ssh by itself renews one that has ended, as an editor needs it', async () => {
    expect((await there(['config', 'ssh', 'bare'])).stdout).toBe('slipway-bare\n');
    const [file = ''] = kept('-cert.pub');
    const before = readFileSync(file, 'utf8');
    const connect = async () => {
      const options = { env: { PATH: process.env.PATH, ...environment } };
      return (await promisify(execFile)(path.join(root, 'bin/ssh'), ['slipway-bare', 'echo by itself'], options))
        .stdout;
    };
    expect(await connect()).toBe('ran: echo by itself\n');
    expect(readFileSync(file, 'utf8')).toBe(before);
    utimesSync(file, 0, 0);
    expect(await connect()).toBe('ran: echo by itself\n');
    expect(readFileSync(file, 'utf8')).not.toBe(before);
  });

  test('a token that may not work in workspaces gets none, and ssh says no', async () => {
    const whose = { organizationId: here.organizationId, userId: here.owner.userId };
    const reading = await mintApiToken(dependencies, whose, { scopes: ['read'] });
    const ran = await slipway(['exec', 'bare', 'true'], {
      environment: { ...environment, SLIPWAY_TOKEN: reading.token },
    });
    expect([ran.code, ran.stderr]).toEqual([255, expect.stringContaining('Permission denied')]);
  });

  test('nothing opens once the token is revoked, and logout removes the key', async () => {
    await slipway(['login', url, '--token'], { environment: { HOME: home() }, input: environment.SLIPWAY_TOKEN ?? '' });
    await call(revokeApiToken, { params: { tokenID: tokenId } }, { key: here.owner.key });
    expect((await there(['exec', 'bare', 'true'])).code).toBe(3);
    await there(['logout']);
    expect(kept('')).toEqual([]);
  });
});

describe('tasks', () => {
  let id: string;
  let organization: string;
  let environment: Record<string, string>;
  const asOwnerHere = (args: string[]) => slipway(args, { environment });

  test('one begins in a copy of what is there, and its id is the result', async () => {
    const { owner, organizationId } = await mintOrganization(dependencies);
    organization = organizationId;
    const whose = { organizationId, userId: owner.userId };
    environment = { SLIPWAY_URL: url, SLIPWAY_TOKEN: (await mintApiToken(dependencies, whose, { name: 'cli' })).token };
    await call(addSshKey, { body: { name: 'Laptop', public_key: newPublicKey() } }, { key: owner.key });
    const { id: workspace } = await insertWorkspace(dependencies, whose, { name: 'Tidal', slug: 'tidal-shop' });
    const { id: snapshot } = await insertSnapshot(dependencies, whose, { instanceId: workspace });
    expect((await asOwnerHere(['task', 'create', 'tidal-shop', 'Mend it', '--minutes', 'x'])).code).toBe(2);
    expect((await asOwnerHere(['task', 'create', 'tidal-shop', 'Mend it', '--scope', 'money'])).code).toBe(2);
    expect((await asOwnerHere(['task', 'create', 'tidal-shop', 'Mend it', '--secret', 'NONE'])).code).toBe(1);
    expect((await asOwnerHere(['task', 'create', 'tidal-shop', 'Mend it', '--program', 'vim'])).code).toBe(2);
    const keyless = await asOwnerHere([
      'task',
      'create',
      'tidal-shop',
      'Mend it',
      '--program',
      'codex',
      '--instructions',
      'x',
    ]);
    expect([keyless.code, keyless.stderr]).toEqual([
      1,
      expect.stringContaining('Codex needs the secret OPENAI_API_KEY'),
    ]);
    expect((await asOwnerHere(['task', 'create', 'no-such', 'Mend it'])).code).toBe(4);
    const made = await asOwnerHere(['task', 'create', 'tidal-shop', '直す', '--minutes', '7']);
    expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^[0-9a-f-]{36}\n$/) });
    id = made.stdout.trim();
    const json = await asOwnerHere(['task', 'create', 'tidal-shop', 'Second', '--snapshot', snapshot, '--json']);
    expect(addTask.response.parse(JSON.parse(json.stdout)).success).toBe(true);
  });

  test('they are listed and shown in the contract’s shapes', async () => {
    const list = await asOwnerHere(['task', 'ls', '--json']);
    expect(listTasks.response.parse(JSON.parse(list.stdout)).tasks).toHaveLength(2);
    expect((await asOwnerHere(['task', 'ls'])).stdout).toMatch(/Second +preparing +Tidal +task\/second-/);
    const shown = await asOwnerHere(['task', 'show', id, '--json']);
    expect(taskSchema.parse(JSON.parse(shown.stdout))).toMatchObject({ id, minutes: 7 });
    expect((await asOwnerHere(['task', 'show', 'Second'])).stdout).toContain('0/60');
    expect((await asOwnerHere(['task', 'show', 'Second', '--diff'])).code).toBe(1);
    expect((await asOwnerHere(['task', 'show', 'Third'])).code).toBe(4);
  });

  test('discarding asks nobody without a terminal; what is over is listed on request', async () => {
    expect((await asOwnerHere(['task', 'finish', id, '--push', '--keep'])).code).toBe(2);
    expect((await asOwnerHere(['task', 'finish', id])).code).toBe(1);
    expect((await asOwnerHere(['task', 'discard', 'Second'])).code).toBe(2);
    expect((await asOwnerHere(['task', 'discard', 'Second', '--yes'])).code).toBe(0);
    expect((await asOwnerHere(['task', 'finish', id, '--keep'])).code).toBe(0);
    expect((await asOwnerHere(['task', 'ls'])).stdout).toBe('');
    expect((await asOwnerHere(['task', 'ls', '--all'])).stdout).toMatch(/Second +discarded/);
  });

  test('one begins from a template, by its name', async () => {
    await insertTemplate(dependencies, organization, { name: 'Web' });
    const unknown = await asOwnerHere(['task', 'create', 'web', 'Third', '--template']);
    expect([unknown.code, unknown.stderr]).toEqual([4, expect.stringContaining('There are: Web.')]);
    const made = await asOwnerHere(['task', 'create', 'Web', 'Third', '--template']);
    expect([made.code, made.stderr]).toEqual([0, expect.any(String)]);
    expect((await asOwnerHere(['task', 'ls'])).stdout).toMatch(/Third +preparing +Web +task\/third-/);
    // Its copy was never there.
    expect((await asOwnerHere(['task', 'undo', 'Second'])).code).toBe(1);
  });
});

test('bash completes the commands of a group, their options, and workspaces', async () => {
  const { stdout } = await asOwner(['completion', 'bash']);
  const complete = (...words: string[]) => {
    const script = `slipway() { echo odd-name; }
${stdout}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _slipway; echo "\${COMPREPLY[*]}"`;
    return execFileSync('bash', ['-c', script, 'bash', 'slipway', ...words], { encoding: 'utf8' }).trim();
  };
  expect(complete('ta')).toBe('task');
  expect(complete('task', '')).toBe('create ls show finish discard undo');
  expect(complete('task', 'create', 'odd')).toBe('odd-name');
  expect(complete('task', 'finish', '--k')).toBe('--keep');
  expect(complete('stop', 'o')).toBe('odd-name');
  expect(complete('ls', '--s')).toBe('--status');
});

test('the published client makes every call, and fails with the server’s words', async () => {
  const { createClient, ApiError } = (await import(
    path.join(root, 'package/client.mjs')
  )) as typeof import('../../desktop/cli/client/client.ts');
  const client = createClient({ url, token });
  expect((await client.listWorkspaces()).records).toBeGreaterThan(0);
  const failed = await client.addSshKey({ body: { name: '', public_key: 'x' } }).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(ApiError);
  expect(failed).toMatchObject({ status: 422, errorsObj: { name: expect.any(String) } });
  await expect(createClient({ url: 'http://127.0.0.1:1' }).currentUser()).rejects.toMatchObject({ status: 0 });
});

test('its types need no other package', () => {
  const folder = path.join(root, 'typed');
  mkdirSync(path.join(folder, 'node_modules'), { recursive: true });
  execFileSync('ln', ['-s', path.join(root, 'package'), path.join(folder, 'node_modules/slipway')]);
  writeFileSync(
    path.join(folder, 'example.ts'),
    `import { createClient } from 'slipway/client';
const client = createClient({ url: 'https://slipway.example.com', token: 'slipway_…' });
const { rows } = await client.listWorkspaces({ query: { status: 'active' } });
const names: string[] = rows.map(({ name }) => name);
// @ts-expect-error No such status.
await client.listWorkspaces({ query: { status: 'busy' } });
// @ts-expect-error Its id is needed.
await client.startWorkspace();
export { names };
`,
  );
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
  const tsc = path.resolve(import.meta.dirname, '../../node_modules/typescript/bin/tsc');
  const flags = [
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2022',
    '--lib',
    'es2022,dom',
    '--types',
    '',
  ];
  expect(() =>
    execFileSync(process.execPath, [tsc, ...flags, 'example.ts'], { cwd: folder, stdio: 'pipe' }),
  ).not.toThrow();
});
