import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { createDirectory } from '#server/features/entrance/directory.ts';
import { loadCertificateAuthority } from '#server/gateway/ssh/certificate-authority.ts';
import { loadHostKeys } from '#server/gateway/ssh/host-keys.ts';
import { createSshGateway, type SshGateway } from '#server/gateway/ssh/ssh-gateway.ts';
import { MINUTE } from '#server/platform/clock.ts';
import { revokeApiToken } from '#shared/features/profile/contract.ts';
import { issueSshCertificate } from '#shared/features/ssh-keys/contract.ts';
import { updateUser } from '#shared/features/users/contract.ts';
import { mintApiToken } from '#tests/support/api-token.ts';
import { createTestClient, type TestClient } from '#tests/support/client.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { freePort } from '#tests/support/free-port.ts';
import { type MintedOrganization, type MintedUser, mintOrganization, mintUser } from '#tests/support/mint.ts';
import { insertWorkspace } from '#tests/support/things.ts';
import { engines, startContainer, type TestContainer } from './container.ts';
import { run } from './run.ts';
import { createSshClient, type Identity, type SshClient } from './ssh-client.ts';

const PORT = await freePort();
const SHELL = ['-p', String(PORT), 'box@127.0.0.1'];
const SAY = 'echo in as $USER';

let dependencies: TestDependencies;
let container: TestContainer;
let gateway: SshGateway;
let client: SshClient;
let call: TestClient['call'];
let here: MintedOrganization;
let user: MintedUser;
let authorityFile: string;
let workspaceId: string;
/** Works in the workspace named `box`. */
let token: { id: string; token: string };

beforeAll(async () => {
  dependencies = await createTestDependencies();
  container = await startContainer();
  call = createTestClient(createApp(dependencies)).call;
  const hostKeys = await loadHostKeys(dependencies);
  const certificateAuthority = await loadCertificateAuthority(dependencies);
  const directory = createDirectory(dependencies);
  gateway = await createSshGateway({ ...dependencies, engines, directory, hostKeys, certificateAuthority });
  await gateway.listen(PORT, '127.0.0.1');
  client = await createSshClient(PORT, hostKeys);
  authorityFile = path.join(client.folder, 'ca');
  await writeFile(authorityFile, certificateAuthority, { mode: 0o600 });
  here = await mintOrganization(dependencies, { licences: 9 });
  user = await mintUser(dependencies, here.organizationId, 'user');
  ({ id: workspaceId } = await insertWorkspace(
    dependencies,
    { organizationId: here.organizationId, userId: user.userId },
    { name: 'Box', slug: 'box', status: 'Active', containerId: container.id },
  ));
});
afterAll(async () => {
  await gateway?.close();
  await client?.remove();
  await container?.remove();
  await dependencies?.close();
});
beforeEach(async () => {
  token = await mint(user, { name: 'Deploys', scopes: ['use'], reach: 'some', workspaceIds: [workspaceId] });
});

const mint = ({ userId }: MintedUser, limits: Parameters<typeof mintApiToken>[2] = {}) =>
  mintApiToken(dependencies, { userId, organizationId: here.organizationId }, limits);

/** A new key with a certificate beside it, as ssh finds it by itself. */
async function certified(key: string, { type = 'ed25519' as 'ed25519' | 'rsa' | 'ecdsa', minutes = 15 } = {}) {
  const identity = await client.makeKey(type);
  const body = { public_key: identity.key.publicKey, minutes };
  const answer = await call(issueSshCertificate, { body }, { key });
  expect(answer.status).toBe(200);
  await writeFile(`${identity.file}-cert.pub`, `${answer.body.certificate}\n`);
  return identity;
}

/** A new key with a certificate that ssh-keygen made. */
async function signed(authority: string, options: string[]): Promise<Identity> {
  const identity = await client.makeKey();
  const made = await run('ssh-keygen', ['-q', '-s', authority, '-I', 'id', ...options, `${identity.file}.pub`]);
  expect(made).toMatchObject({ code: 0, stderr: '' });
  return identity;
}

const ssh = (identity: Identity) => run('ssh', [...client.options(identity), ...SHELL, SAY]);
const IN = { code: 0, stdout: Buffer.from('in as dev\n') };
const OUT = { code: 255, stderr: expect.stringContaining('Permission denied (publickey)') };

async function openShell(identity: Identity) {
  const child = spawn('ssh', [...client.options(identity), ...SHELL, 'echo in; sleep 1000']);
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');
  return { child, ended };
}

test.each(['ed25519', 'ecdsa', 'rsa'] as const)('a certificate of a %s key opens the workspace', async (type) => {
  const identity = await certified(token.token, { type });
  expect(await ssh(identity)).toMatchObject(IN);
  // The key alone, which nobody uploaded, doesn't.
  const bare = { ...identity, file: path.join(client.folder, `bare-${type}`) };
  await copyFile(identity.file, bare.file);
  expect(await ssh(bare)).toMatchObject(OUT);
});

test('a session’s certificate opens what its person may open, with sftp too; their activity is noted', async () => {
  const identity = await certified(here.owner.key);
  const sent = path.join(client.folder, 'sent');
  await writeFile(sent, 'by sftp');
  const options = [...client.options(identity), '-P', String(PORT), '-b', '-', 'box@127.0.0.1'];
  const copied = await run('sftp', options, { input: `put ${sent} sent\nget sent ${sent}-back\n` });
  expect([copied.code, copied.stderr]).toEqual([0, '']);
  expect(await readFile(`${sent}-back`, 'utf8')).toBe('by sftp');
  const seen = () => dependencies.sql`select 1 from workspace_activity where user_id = ${here.owner.userId}`;
  await expect.poll(async () => (await seen()).length).toBeGreaterThan(0);
});

test('each login is in the audit log under the token’s name; an attempt without its key is not', async () => {
  const identity = await certified(token.token);
  expect(await ssh(identity)).toMatchObject(IN);
  const stolen = await client.makeKey();
  await copyFile(`${identity.file}-cert.pub`, `${stolen.file}-cert.pub`);
  expect(await ssh(stolen)).toMatchObject(OUT);
  const shown = (await run('ssh-keygen', ['-L', '-f', `${identity.file}-cert.pub`])).stdout.toString();
  expect(shown).toContain(`Key ID: "token Deploys of ${user.username}"`);
  const serial = /Serial: (\d+)/.exec(shown)?.[1] ?? '';
  const entries = await dependencies.sql`
    select user_id, target_id, details, ip_address from audit_log
    where action = 'ssh-keys.use-certificate' and details ->> 'serial' = ${serial}`;
  expect(entries).toEqual([
    { user_id: user.userId, target_id: workspaceId, details: { serial, by: 'token Deploys' }, ip_address: '127.0.0.1' },
  ]);
});

test('one that has ended, of another authority, of a host, or with conditions opens nothing', async () => {
  const principal = `token:${token.id}`;
  const other = await client.makeKey();
  const good = ['-n', principal, '-V', '-1m:+10m'];
  expect(await ssh(await signed(authorityFile, good))).toMatchObject(IN);
  for (const [authority, ...options] of [
    [other.file, ...good],
    [authorityFile, '-n', principal, '-V', '-10m:-5m'],
    [authorityFile, '-h', ...good],
    [authorityFile, '-O', 'source-address=127.0.0.1/32', ...good],
    [authorityFile, '-n', 'box', '-V', '-1m:+10m'],
    [authorityFile, '-V', '-1m:+10m'],
  ] as const) {
    expect([options, await ssh(await signed(authority, options))]).toEqual([options, expect.objectContaining(OUT)]);
  }
  const identity = await certified(token.token, { minutes: 1 });
  dependencies.clock.advance(MINUTE);
  expect(await ssh(identity)).toMatchObject(OUT);
});

test('another person’s, and a token’s that reaches other workspaces, open nothing', async () => {
  const stranger = await mintUser(dependencies, here.organizationId, 'user');
  expect(await ssh(await certified(stranger.key))).toMatchObject(OUT);
  const elsewhere = await mintOrganization(dependencies);
  expect(await ssh(await certified(elsewhere.owner.key))).toMatchObject(OUT);
  const own = await mint(user, { scopes: ['use'], reach: 'own' });
  expect(await ssh(await certified(own.token))).toMatchObject(OUT);
});

test('a revoked token’s open connections end at once, and its certificate opens nothing more', async () => {
  const [identity, others] = [await certified(token.token), await certified(user.key)];
  const [open, stays] = [await openShell(identity), await openShell(others)];
  const revoked = await call(revokeApiToken, { params: { tokenID: token.id } }, { key: user.key });
  expect(revoked.status).toBe(200);
  expect(await open.ended).toEqual([255, null]);
  expect(await ssh(identity)).toMatchObject(OUT);
  expect(stays.child.exitCode).toBeNull();
  stays.child.kill();
});

test('whoever loses the role that let them in is out at once', async () => {
  const admin = await mintUser(dependencies, here.organizationId, 'admin');
  const identity = await certified((await mint(admin)).token);
  const open = await openShell(identity);
  const params = { userID: admin.userId };
  expect((await call(updateUser, { params, body: { role: 'lead' } }, { key: here.owner.key })).status).toBe(200);
  expect(await open.ended).toEqual([255, null]);
  expect(await ssh(identity)).toMatchObject(OUT);
});
