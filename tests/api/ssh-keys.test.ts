import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import * as contract from '#shared/features/ssh-keys/contract.ts';
import { addWorkspace, deleteWorkspace, getWorkspace, updateWorkspace } from '#shared/features/workspaces/contract.ts';
import { createTestClient, type TestClient } from '#tests/support/client.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { type MintedOrganization, type MintedUser, mintOrganization, mintUser } from '#tests/support/mint.ts';
import { newKeyPair } from '#tests/support/ssh-key.ts';

let dependencies: TestDependencies;
let client: TestClient;
let here: MintedOrganization;
let there: MintedOrganization;
let member: MintedUser;

beforeAll(async () => {
  dependencies = await createTestDependencies();
  client = createTestClient(createApp(dependencies));
  here = await mintOrganization(dependencies);
  there = await mintOrganization(dependencies);
  member = await mintUser(dependencies, here.organizationId, 'user');
});
afterAll(() => dependencies?.close());

const newKey = (type: 'ed25519' | 'rsa' | 'ecdsa' = 'ed25519', bits?: number) =>
  newKeyPair(type, bits ?? (type === 'ecdsa' ? 256 : 2048));

const add = (who: MintedUser, name: string, publicKey: string) =>
  client.call(contract.addSshKey, { body: { name, public_key: publicKey } }, { key: who.key });

async function added(who: MintedUser, name: string): Promise<string> {
  const { body } = await add(who, name, newKey().public);
  return body.sshKeyID;
}

describe('adding a key', () => {
  test.each(['ed25519', 'rsa', 'ecdsa'] as const)(
    'takes %s and shows its fingerprint as ssh-keygen does',
    async (type) => {
      const answer = await add(here.owner, `my ${type}`, `  ${newKey(type).public} me@laptop  \n`);
      expect(answer.status).toBe(200);
      const shown = await client.call(
        contract.getSshKey,
        { params: { sshKeyID: answer.body.sshKeyID } },
        { key: here.owner.key },
      );
      expect(shown.body.fingerprint).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/);
      expect(shown.body.public_key).toMatch(/^\S+ \S+ me@laptop$/);
      expect(shown.body.name).toBe(`my ${type}`);
    },
  );

  test('computes the fingerprint of a known key', async () => {
    const known = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl';
    const { body } = await add(here.owner, 'github', known);
    const shown = await client.call(
      contract.getSshKey,
      { params: { sshKeyID: body.sshKeyID } },
      { key: here.owner.key },
    );
    expect(shown.body.fingerprint).toBe('SHA256:+DiY3wvvV6TuJJhbpZisF/zLDA0zPMSvHdkr4UvCOqU');
  });

  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const half = newKey().public.slice(0, 50);
  test.each([
    ['words', 'hello there', /isn’t an SSH public key/],
    ['half a key', half, /isn’t an SSH public key/],
    ['two keys', `${newKey().public}\n${newKey().public}`, /isn’t an SSH public key/],
    ['a type that is not the key’s', newKey().public.replace('ssh-ed25519', 'ssh-rsa'), /isn’t an SSH public key/],
    ['options before the key', `command="id" ${newKey().public}`, /isn’t an SSH public key/],
    ['a private key', newKey().private, /private key/],
    ['a private key in PEM', privateKey, /private key/],
    ['1024 bits of RSA', newKey('rsa', 1024).public, /1024 bits/],
    ['DSA', 'ssh-dss AAAAB3NzaC1kc3MAAACBAA==', /DSA/],
    ['a token’s key', 'sk-ssh-ed25519@openssh.com AAAAGnNrLXNzaC1lZDI1NTE5', /security key/],
  ])('refuses %s with the reason', async (_name, text, reason) => {
    const answer = await add(here.owner, 'bad', text);
    expect(answer.status).toBe(422);
    expect(answer.body.errorsObj?.public_key).toMatch(reason);
    expect(JSON.stringify(answer.body)).not.toContain(text.slice(-60));
  });

  test('refuses a key that is there, naming it, and a name that is taken', async () => {
    const { public: key } = newKey();
    await add(member, 'laptop', key);
    const again = await add(member, 'other', `${key} another comment`);
    expect(again.body.errorsObj?.public_key).toContain('"laptop"');
    const sameName = await add(member, 'laptop', newKey().public);
    expect(sameName.body.errorsObj?.name).toMatch(/already/);
    expect((await add(here.owner, 'the same key of somebody else', key)).status).toBe(200);
  });

  test('keeps one of two equal keys that come at once', async () => {
    const { public: key } = newKey();
    const answers = await Promise.all([add(member, 'twin a', key), add(member, 'twin b', key)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422]);
  });
});

describe('whose keys they are', () => {
  test('everyone lists their own; owner and admin a member’s, and nobody else', async () => {
    const admin = await mintUser(dependencies, here.organizationId, 'admin');
    const lead = await mintUser(dependencies, here.organizationId, 'lead');
    await added(lead, 'of the lead');
    const list = (who: MintedUser, user_id?: string) =>
      client.call(contract.listSshKeys, { query: user_id ? { user_id } : {} }, { key: who.key });
    expect((await list(lead)).body.sshKeys.map((key) => key.name)).toEqual(['of the lead']);
    for (const who of [here.owner, admin]) {
      expect((await list(who, lead.userId)).body.sshKeys.map((key) => key.name)).toEqual(['of the lead']);
    }
    for (const [who, whose] of [
      [member, lead.userId],
      [lead, member.userId],
      [there.owner, lead.userId],
      [here.owner, there.owner.userId],
      [here.owner, 'nonsense'],
    ] as const) {
      expect((await list(who, whose)).status).toBe(404);
    }
  });

  test('nobody else’s key is read, renamed or deleted', async () => {
    const sshKeyID = await added(member, 'mine alone');
    const params = { sshKeyID };
    expect((await client.call(contract.getSshKey, { params }, { key: there.owner.key })).status).toBe(404);
    for (const who of [there.owner, here.owner]) {
      const renamed = await client.call(contract.updateSshKey, { params, body: { name: 'x' } }, { key: who.key });
      expect(renamed.status).toBe(404);
      expect((await client.call(contract.deleteSshKey, { params }, { key: who.key })).status).toBe(404);
    }
    expect((await client.call(contract.getSshKey, { params }, {})).status).toBe(401);
  });

  test('a key is renamed and deleted by its user', async () => {
    const params = { sshKeyID: await added(member, 'first name') };
    const renamed = await client.call(contract.updateSshKey, { params, body: { name: 'second' } }, { key: member.key });
    expect(renamed.status).toBe(200);
    expect((await client.call(contract.getSshKey, { params }, { key: member.key })).body.name).toBe('second');
    expect((await client.call(contract.deleteSshKey, { params }, { key: member.key })).status).toBe(200);
    expect((await client.call(contract.getSshKey, { params }, { key: member.key })).status).toBe(404);
  });
});

test('a key names the workspaces that use it; added again, they can use it again', async () => {
  const owner = await mintUser(dependencies, here.organizationId, 'admin');
  const keyPair = newKey().public;
  const { sshKeyID } = (await add(owner, 'in use', keyPair)).body;
  const make = async (name: string) => {
    const body = {
      ...{ name, user_id: owner.userId, ssh_key_id: sshKeyID, server_id: 'shared' },
      ...{ deployment_type: 'new_container', language: 'nodejs', database: 'none' },
    };
    return (await client.call(addWorkspace, { body }, { key: owner.key })).body.id;
  };
  const [kept, deleted] = [await make('Kept'), await make('Gone')];
  await client.call(deleteWorkspace, { params: { workspaceID: deleted } }, { key: owner.key });
  const using = (who: MintedUser) =>
    client.call(contract.listKeyWorkspaces, { params: { sshKeyID } }, { key: who.key });
  expect((await using(owner)).body.workspaces).toEqual([{ id: kept, name: 'Kept', here: true }]);
  expect((await using(here.owner)).status).toBe(404);
  await client.call(contract.deleteSshKey, { params: { sshKeyID } }, { key: owner.key });
  expect((await using(owner)).status).toBe(404);
  const again = (await add(owner, 'in use', keyPair)).body.sshKeyID;
  const params = { workspaceID: kept };
  await client.call(updateWorkspace, { params, body: { ssh_key_id: again } }, { key: owner.key });
  const { body } = await client.call(getWorkspace, { params }, { key: owner.key });
  expect(body).toMatchObject({ ssh_key_id: again, ssh_key_name: 'in use' });
});
