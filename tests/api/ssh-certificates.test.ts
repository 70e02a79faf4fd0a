import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { createDirectory } from '#server/features/entrance/directory.ts';
import type { GatewayDirectory } from '#server/gateway/directory.ts';
import { loadCertificateAuthority } from '#server/gateway/ssh/certificate-authority.ts';
import { readCertificate } from '#server/gateway/ssh/certificates.ts';
import { loadHostKeys, publicHostKeys } from '#server/gateway/ssh/host-keys.ts';
import { gatewayHostKeys } from '#server/gateway/tables.ts';
import { HOUR, MINUTE, SECOND } from '#server/platform/clock.ts';
import { logout } from '#shared/features/auth/contract.ts';
import { restoreApiToken, revokeApiToken } from '#shared/features/profile/contract.ts';
import { issueSshCertificate } from '#shared/features/ssh-keys/contract.ts';
import { deleteUser } from '#shared/features/users/contract.ts';
import { mintApiToken } from '#tests/support/api-token.ts';
import { createTestClient, type TestClient } from '#tests/support/client.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import {
  joinOrganization,
  type MintedOrganization,
  type MintedUser,
  mintOrganization,
  mintUser,
} from '#tests/support/mint.ts';
import { newKeyPair, newPublicKey } from '#tests/support/ssh-key.ts';
import { insertWorkspace } from '#tests/support/things.ts';

let dependencies: TestDependencies;
let call: TestClient['call'];
let directory: GatewayDirectory;
let here: MintedOrganization;
let member: MintedUser;
let authority: string;
/** Of the member. */
let workspaceId: string;

beforeAll(async () => {
  dependencies = await createTestDependencies();
  call = createTestClient(createApp(dependencies)).call;
  directory = createDirectory(dependencies);
  here = await mintOrganization(dependencies, { licences: 9 });
  member = await mintUser(dependencies, here.organizationId, 'user');
  workspaceId = await workspaceOf(member);
  authority = publicHostKeys([await loadCertificateAuthority(dependencies)])[0]!;
});
afterAll(() => dependencies?.close());

const workspaceOf = async ({ userId }: MintedUser, { organizationId } = here) =>
  (await insertWorkspace(dependencies, { organizationId, userId })).id;
const tokenOf = ({ userId }: MintedUser, limits: Parameters<typeof mintApiToken>[2] = {}) =>
  mintApiToken(dependencies, { userId, organizationId: here.organizationId }, limits);
const issue = (key: string, body: object = {}) =>
  call(issueSshCertificate, { body: { public_key: newPublicKey(), ...body } }, { key });

/** As the gateway reads it, at some time from now. */
function read(line: string, afterMs = 0) {
  const [type = '', blob = ''] = line.split(' ');
  const at = new Date(dependencies.clock.now().getTime() + afterMs);
  return readCertificate(type, Buffer.from(blob, 'base64'), authority, at);
}
/** Whom it lets into a workspace now. */
async function lets(key: string) {
  const { principal } = read((await issue(key)).body.certificate)!;
  return (id = workspaceId) => directory.certifiedUser(principal, id);
}

describe('issuing', () => {
  test('certifies the key for 15 minutes, or as long as asked up to an hour', async () => {
    const { token } = await tokenOf(member, { name: 'Deploys' });
    const public_key = newKeyPair('ecdsa', 384).public;
    const { status, body } = await issue(token, { public_key });
    expect(status).toBe(200);
    const certificate = body.certificate.split(' ');
    expect(certificate[0]).toBe('ecdsa-sha2-nistp384-cert-v01@openssh.com');
    const inside = read(body.certificate);
    expect(inside).toMatchObject({ publicKey: public_key, keyId: `token Deploys of ${member.username}` });
    expect(new Date(body.end_date).getTime() - dependencies.clock.now().getTime()).toBe(15 * MINUTE);
    expect([read(body.certificate, 15 * MINUTE - SECOND) !== null, read(body.certificate, 15 * MINUTE)]).toEqual([
      true,
      null,
    ]);
    const long = await issue(member.key, { minutes: 60 });
    expect(read(long.body.certificate, HOUR - SECOND)).toMatchObject({ keyId: `session of ${member.username}` });
    for (const minutes of [0, 61, 1.5])
      expect([minutes, (await issue(member.key, { minutes })).status]).toEqual([minutes, 422]);
    expect((await issue(member.key, { public_key: body.certificate })).body.errorsObj).toMatchObject({
      public_key: expect.stringContaining('certificate'),
    });
  });

  test('never beyond the end of the token', async () => {
    const expiresAt = new Date(dependencies.clock.now().getTime() + 2 * MINUTE);
    const { body } = await issue((await tokenOf(member, { expiresAt })).token, { minutes: 30 });
    expect(body.end_date).toBe(expiresAt.toISOString());
    expect(read(body.certificate, 2 * MINUTE)).toBeNull();
  });

  test('is in the audit log under the token’s name, with what finds it again', async () => {
    const { token } = await tokenOf(member, { name: 'Nightly' });
    const { serial } = read((await issue(token)).body.certificate)!;
    const [entry] = await dependencies.sql`
      select user_id, outcome, details from audit_log where details ->> 'serial' = ${String(serial)}`;
    expect(entry).toMatchObject({ user_id: member.userId, outcome: 'success', details: { by: 'token Nightly' } });
  });

  test('all processes sign with one key, made once and kept encrypted; it is no host key', async () => {
    await dependencies.db.delete(gatewayHostKeys);
    const [first, second] = await Promise.all([1, 2].map(() => loadCertificateAuthority(dependencies)));
    expect(first).toBe(second);
    expect(JSON.stringify(await dependencies.db.select().from(gatewayHostKeys))).not.toContain('PRIVATE KEY');
    expect(await loadHostKeys(dependencies)).not.toContain(first);
    authority = publicHostKeys([first!])[0]!;
  });
});

describe('what one opens', () => {
  test('what its person may open, in each of their organizations, when it is a session’s', async () => {
    const elsewhere = await mintOrganization(dependencies);
    const { userId } = member;
    await joinOrganization(dependencies, { organizationId: elsewhere.organizationId, userId, role: 'user' });
    const theirs = await workspaceOf(member, elsewhere);
    const opens = await lets(member.key);
    expect(await opens()).toBe(userId);
    expect(await opens(theirs)).toBe(userId);
    expect(await opens(await workspaceOf(here.owner))).toBeNull();
    expect(await (await lets(here.owner.key))()).toBe(here.owner.userId);
    expect(await (await lets(elsewhere.owner.key))()).toBeNull();
  });

  test('what a token reaches with the right to work in workspaces, in its organization', async () => {
    const elsewhere = await mintOrganization(dependencies);
    const { userId } = member;
    await joinOrganization(dependencies, { organizationId: elsewhere.organizationId, userId, role: 'user' });
    const [other, foreign] = [await workspaceOf(member), await workspaceOf(member, elsewhere)];
    const opens = await lets((await tokenOf(member, { scopes: ['use'], reach: 'some', workspaceIds: [other] })).token);
    expect(await Promise.all([opens(other), opens(), opens(foreign)])).toEqual([userId, null, null]);
    const all = await lets((await tokenOf(member, { scopes: ['use'] })).token);
    expect(await Promise.all([all(other), all(), all(foreign)])).toEqual([userId, userId, null]);
    const reading = await issue((await tokenOf(member, { scopes: ['read', 'manage'] })).token);
    expect(reading.status).toBe(403);
  });

  test('nothing once the token is revoked, until that is taken back; and nothing once it has ended', async () => {
    const { id, token } = await tokenOf(member);
    const opens = await lets(token);
    await call(revokeApiToken, { params: { tokenID: id } }, { key: member.key });
    expect(await opens()).toBeNull();
    await call(restoreApiToken, { params: { tokenID: id } }, { key: member.key });
    expect(await opens()).toBe(member.userId);
    await dependencies.sql`update api_tokens set expires_at = ${dependencies.clock.now().toISOString()} where id = ${id}`;
    expect(await opens()).toBeNull();
  });

  test('nothing after logout, and nothing to somebody who has left', async () => {
    const key = await joinOrganization(dependencies, {
      ...(await mintOrganization(dependencies)),
      userId: member.userId,
      role: 'user',
    });
    const opens = await lets(key);
    expect(await opens()).toBe(member.userId);
    await call(logout, {}, { key });
    expect(await opens()).toBeNull();

    const leaving = await mintUser(dependencies, here.organizationId, 'admin');
    const [byToken, bySession] = [await lets((await tokenOf(leaving)).token), await lets(leaving.key)];
    expect([await byToken(), await bySession()]).toEqual([leaving.userId, leaving.userId]);
    const left = await call(
      deleteUser,
      { params: { userID: leaving.userId }, body: { user_id: here.owner.userId } },
      { key: here.owner.key },
    );
    expect(left.status).toBe(200);
    expect([await byToken(), await bySession()]).toEqual([null, null]);
  });

  test('nothing for a principal we never write', async () => {
    const { id } = await tokenOf(member);
    for (const principal of ['', member.username, id, `session:${id}`, 'token:', `token:${id}x`, `everybody:${id}`])
      expect([principal, await directory.certifiedUser(principal, workspaceId)]).toEqual([principal, null]);
    expect(await directory.certifiedUser(`token:${id}`, 'no id')).toBeNull();
  });
});
