import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { forgetAttempts } from '#server/features/auth/index.ts';
import { addSecret } from '#shared/features/secrets/contract.ts';
import { addSshKey } from '#shared/features/ssh-keys/contract.ts';
import { addWorkspace, getWorkspace } from '#shared/features/workspaces/contract.ts';
import { addDeployKey, lookAtRepository } from '#shared/features/workspaces/repository.ts';
import { createTestClient, type TestClient } from '#tests/support/client.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { fc } from '#tests/support/fast-check.ts';
import { type GitServer, startGitServer } from '#tests/support/git-server.ts';
import { type MintedOrganization, type MintedUser, mintOrganization, mintUser } from '#tests/support/mint.ts';
import { newPublicKey } from '#tests/support/ssh-key.ts';

let dependencies: TestDependencies;
let client: TestClient;
let here: MintedOrganization;
let lead: MintedUser;
let server: GitServer;
let deployKeyId: string;
const folder = mkdtempSync(path.join(os.tmpdir(), 'slipway-repositories-'));

const AUTHOR = ['-c', 'user.name=t', '-c', 'user.email=t@example.com'];
const git = (where: string, ...args: string[]) =>
  execFileSync('git', [...AUTHOR, ...args], { cwd: where, encoding: 'utf8' }).trim();

/** A repository whose first commit on `main` has these files. */
function make(name: string, files: Record<string, string>): string {
  const where = path.join(folder, name);
  mkdirSync(where);
  git(where, 'init', '-q', '-b', 'main');
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(where, file)), { recursive: true });
    writeFileSync(path.join(where, file), text);
  }
  git(where, 'add', '.');
  git(where, 'commit', '-q', '--allow-empty', '-m', 'first');
  return where;
}

beforeAll(async () => {
  dependencies = await createTestDependencies({
    environment: { SLIPWAY_SHARED_MEMORY_MB: '100000', SLIPWAY_EGRESS_ALLOW: '127.0.0.1/32' },
  });
  client = createTestClient(createApp(dependencies));
  here = await mintOrganization(dependencies);
  lead = await mintUser(dependencies, here.organizationId, 'lead');
  server = await startGitServer(folder);
  const made = (await client.call(addDeployKey, {}, { key: lead.key })).body;
  deployKeyId = made.id;
  server.keys.add(made.public_key);
});
beforeEach(() => forgetAttempts(dependencies, 'look-user', lead.userId));
afterAll(async () => {
  await server?.close();
  await dependencies?.close();
  rmSync(folder, { recursive: true, force: true });
});

const address = (name: string) => `ssh://git@127.0.0.1:${server.port}/${name}`;
const look = (name: string, body: Record<string, unknown> = {}) =>
  client.call(
    lookAtRepository,
    { body: { git_url: address(name), deploy_key_id: deployKeyId, ...body } },
    { key: lead.key },
  );
const reason = async (answer: ReturnType<typeof look>) => {
  const { status, body } = await answer;
  return [status, body.errorsObj?.git_url];
};

test('languages, database, size and devcontainer.json are proposed', async () => {
  const where = make('shop', {
    'go.mod': 'module shop\n\nrequire github.com/jackc/pgx/v5 v5.0.0\n',
    'package.json': '{}',
    'README.md': 'hello',
    '.devcontainer/devcontainer.json': `{
      // What the team agreed on.
      "image": "debian", "forwardPorts": [3000], "postCreateCommand": "make",
      "hostRequirements": { "cpus": 64, "memory": "3.5gb", "storage": "12gb" },
    }`,
  });
  const { status, body } = await look('shop');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    name: 'shop',
    ref: { kind: 'branch', name: 'main', commit: git(where, 'rev-parse', 'HEAD') },
    default_branch: 'main',
    languages: [{ value: 'go-1.24' }, { value: 'nodejs-24' }],
    database: { value: expect.stringMatching(/^postgresql/) },
    cpu_cores: 4,
    memory_gb: null,
    disk_gb: 20,
    devcontainer: {
      file: '.devcontainer/devcontainer.json',
      followed: ['image', 'forwardPorts', 'postCreateCommand', 'hostRequirements'],
      notes: expect.arrayContaining(['This workspace uses the project’s image debian.']),
    },
  });
});

test('secrets that devcontainer.json names are told, but those that the person’s workspace would get', async () => {
  const names = ['NPM_TOKEN', 'API_KEY', 'PATH', 'not a name'];
  const wanted = Object.fromEntries(names.map((name) => [name, { description: 'needed' }]));
  make('secretive', { '.devcontainer.json': JSON.stringify({ secrets: wanted }) });
  make('wrong', { '.devcontainer.json': JSON.stringify({ secrets: ['NPM_TOKEN'] }) });
  const missing = async (name: string) => (await look(name)).body.missing_secrets;
  expect(await missing('secretive')).toEqual(['NPM_TOKEN', 'API_KEY']);
  const secret = { owner: 'person', name: 'API_KEY', kind: 'text', value: 'x', repositories: null } as const;
  expect((await client.call(addSecret, { body: secret }, { key: lead.key })).status).toBe(200);
  const elsewhere = { ...secret, name: 'NPM_TOKEN', repositories: ['example.com/other'] };
  expect((await client.call(addSecret, { body: elsewhere }, { key: lead.key })).status).toBe(200);
  expect(await missing('secretive')).toEqual(['NPM_TOKEN']);
  expect(await missing('wrong')).toEqual([]);
});

test('a branch, a tag, a commit and a pull request are found, with a path behind the name', async () => {
  const where = make('refs', { Gemfile: '' });
  const first = git(where, 'rev-parse', 'HEAD');
  git(where, 'tag', '-a', 'v1', '-m', 'one');
  git(where, 'checkout', '-q', '-b', 'feature/x');
  git(where, 'commit', '-q', '--allow-empty', '-m', 'second');
  const second = git(where, 'rev-parse', 'HEAD');
  git(where, 'update-ref', 'refs/pull/7/head', second);
  git(where, 'checkout', '-q', 'main');
  const found = async (git_ref: string) => (await look('refs', { git_ref })).body.ref;
  expect(await found('feature/x/src/app.ts')).toEqual({ kind: 'branch', name: 'feature/x', commit: second });
  expect(await found('v1')).toEqual({ kind: 'tag', name: 'v1', commit: first });
  expect(await found(second)).toEqual({ kind: 'commit', name: second, commit: second });
  expect(await found('refs/pull/7/head')).toEqual({ kind: 'pull', name: 'pull/7', commit: second });
  const missing = 'The repository has no branch, tag, commit or request called nowhere.';
  expect(await reason(look('refs', { git_ref: 'nowhere' }))).toEqual([422, missing]);
  expect((await look('refs', { git_ref: '0'.repeat(40) })).status).toBe(422);
  expect((await look('refs', { git_ref: '--upload-pack=id' })).body.errorsObj).toHaveProperty('git_ref');
  expect((await look('refs.git', { git_url: `${address('refs.git')}#v1`, git_ref: 'v2' })).body.errorsObj).toEqual({
    git_ref: 'The address already names v1. Leave one of them out.',
  });
});

test('a repository that leaves nothing out, an empty one and one without a devcontainer.json', async () => {
  make('plain', { 'src/deep/go.mod': 'module deep', 'notes.txt': '' });
  server.filters = false;
  try {
    expect((await look('plain')).body).toMatchObject({ languages: [], database: null, devcontainer: null });
  } finally {
    server.filters = true;
  }
  mkdirSync(path.join(folder, 'empty'));
  git(path.join(folder, 'empty'), 'init', '-q', '-b', 'main');
  expect(await reason(look('empty'))).toEqual([422, 'This repository is still empty.']);
  expect((await look('missing')).status).toBe(422);
});

test('a devcontainer.json of 10 MB, and links that lead in a circle', async () => {
  make('large', { '.devcontainer.json': `{ "name": "${'x'.repeat(10_000_000)}" }` });
  const notes = (await look('large')).body.devcontainer?.notes;
  expect(notes).toEqual([expect.stringContaining('1 MB')]);

  const where = make('circle', { 'Cargo.toml': '' });
  mkdirSync(path.join(where, '.devcontainer'));
  symlinkSync('devcontainer.json', path.join(where, '.devcontainer/devcontainer.json'));
  symlinkSync('other.yaml', path.join(where, 'compose.yaml'));
  symlinkSync('compose.yaml', path.join(where, 'other.yaml'));
  symlinkSync('/etc/passwd', path.join(where, 'package.json'));
  symlinkSync('..', path.join(where, '.devcontainer/up'));
  git(where, 'add', '.');
  git(where, 'commit', '-q', '-m', 'links');
  const { status, body } = await look('circle');
  expect(status).toBe(200);
  expect(body).toMatchObject({ languages: [{ value: expect.stringMatching(/^rust/) }], devcontainer: null });
});

test('a repository with more to fetch than a look may take', async () => {
  const where = make('heavy', {});
  writeFileSync(path.join(where, 'noise.bin'), randomBytes(66 * 1024 * 1024));
  git(where, '-c', 'core.compression=0', 'add', '.');
  git(where, 'commit', '-q', '-m', 'noise');
  expect((await look('heavy')).status).toBe(200);
  server.filters = false;
  try {
    const tooLarge = 'This repository is too large to look into before the launch.';
    expect(await reason(look('heavy'))).toEqual([422, tooLarge]);
  } finally {
    server.filters = true;
  }
});

test('without its key, nobody looks; a stranger’s key is none', async () => {
  make('closed', { 'go.mod': 'module closed' });
  const [status, said] = await reason(look('closed', { deploy_key_id: undefined }));
  expect([status, said]).toEqual([422, '127.0.0.1 doesn’t let the deploy key read this repository yet.']);
  const other = await mintUser(dependencies, here.organizationId, 'lead');
  const body = { git_url: address('closed'), deploy_key_id: deployKeyId };
  const stolen = await client.call(lookAtRepository, { body }, { key: other.key });
  expect([stolen.status, stolen.body.errorsObj]).toEqual([422, { deploy_key_id: expect.any(String) }]);
  const user = await mintUser(dependencies, here.organizationId, 'user');
  expect((await client.call(lookAtRepository, { body }, { key: user.key })).status).toBe(403);
});

test('private addresses stay closed even where git_url may name them, because workspaces don’t reach them', async () => {
  const open = await createTestDependencies({ environment: { GIT_ALLOW_PRIVATE_HOSTS: 'true' } });
  try {
    const { owner } = await mintOrganization(open);
    const body = { git_url: address('shop') };
    const answer = await createTestClient(createApp(open)).call(lookAtRepository, { body }, { key: owner.key });
    expect(answer.body.errorsObj?.git_url).toMatch(/private network/);
  } finally {
    await open.close();
  }
});

test('no address reaches a command, another machine or a file here', async () => {
  const marker = path.join(folder, 'marker');
  const folders = () => readdirSync(os.tmpdir()).filter((name) => name.startsWith('slipway-look-'));
  const before = folders();
  const word = fc.constantFrom(
    `;touch ${marker};`,
    `$(touch ${marker})`,
    `\`touch ${marker}\``,
    "'",
    '"',
    '%00',
    '--',
    '..',
    '\n',
  );
  const host = fc.constantFrom(
    '127.0.0.2',
    '10.0.0.1',
    '[::1]',
    '169.254.169.254',
    "a';id;'",
    '-oProxyCommand=id',
    '127.1',
    'x y',
    '',
  );
  const piece = fc.oneof(word, fc.string({ maxLength: 12 }));
  const hostile = fc.oneof(
    fc
      .tuple(fc.constantFrom('https://', 'ssh://git@', 'ssh://-x@', 'file://', 'ext::', 'git://', ''), host, piece)
      .map(([scheme, name, rest]) => `${scheme}${name}/${rest}`),
    fc.tuple(fc.constantFrom('git@', '-git@'), host, piece).map(([user, name, rest]) => `${user}${name}:${rest}`),
    piece.map((rest) => `${address('')}${rest}/nothing`),
  );
  await fc.assert(
    fc.asyncProperty(hostile, async (git_url) => {
      await forgetAttempts(dependencies, 'look-user', lead.userId);
      const { status } = await look('', { git_url });
      expect(status).toBe(422);
    }),
    { numRuns: 60 },
  );
  expect(existsSync(marker)).toBe(false);
  // What other servers of this machine look at, too, goes by itself.
  await expect.poll(() => folders().filter((name) => !before.includes(name))).toEqual([]);
});

test('one person looks sixty times in ten minutes', async () => {
  const far = { git_url: 'https://10.0.0.1/x.git' };
  for (let count = 0; count < 60; count += 1) expect((await look('', far)).status).toBe(422);
  expect((await look('', far)).status).toBe(429);
});

test('a workspace is added with the branch beside its address', async () => {
  const key = { name: 'laptop', public_key: newPublicKey() };
  const { sshKeyID: ssh_key_id } = (await client.call(addSshKey, { body: key }, { key: lead.key })).body;
  const add = (body: Record<string, unknown>) =>
    client.call(
      addWorkspace,
      {
        body: {
          ...{ name: 'App', user_id: lead.userId, ssh_key_id, server_id: 'shared' },
          ...{ deployment_type: 'new_container', language: 'none', database: 'none', ...body },
        },
      },
      { key: lead.key },
    );
  const git_url = 'https://127.0.0.1/x.git';
  const { workspaceID } = (await add({ git_url, git_ref: 'release/2' })).body;
  const { body } = await client.call(getWorkspace, { params: { workspaceID } }, { key: lead.key });
  expect(body).toMatchObject({ git_url, git_ref: 'release/2' });
  expect((await add({ git_ref: 'main' })).body.errorsObj).toEqual({
    git_ref: 'A branch or commit needs a repository.',
  });
  expect((await add({ git_url: `${git_url}#v1`, git_ref: 'v2' })).body.errorsObj).toHaveProperty('git_ref');
});
