import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { auditLog } from '#server/features/audit/tables.ts';
import { createDirectory } from '#server/features/entrance/directory.ts';
import { insertRecord } from '#server/features/instances/records.ts';
import { workspacePortLinks, workspaces } from '#server/features/workspaces/tables.ts';
import { HOUR } from '#server/platform/clock.ts';
import { hashToken, newId } from '#server/platform/ids.ts';
import type { Role } from '#shared/features/auth/model.ts';
import * as contract from '#shared/features/workspaces/contract.ts';
import * as ports from '#shared/features/workspaces/ports.ts';
import { createTestClient, type TestClient } from '#tests/support/client.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { type MintedOrganization, mintOrganization, mintUser } from '#tests/support/mint.ts';

let dependencies: TestDependencies;
let client: TestClient;
let here: MintedOrganization;
let id: string;
let slug: string;
const heard: string[] = [];

beforeAll(async () => {
  dependencies = await createTestDependencies();
  client = createTestClient(createApp(dependencies));
  here = await mintOrganization(dependencies);
  await dependencies.bus.listen('workspace_changed', (message) => heard.push(message.slug));
});
afterAll(() => dependencies?.close());
beforeEach(async () => {
  id = newId();
  slug = `app-${id.slice(-12)}`;
  heard.length = 0;
  await insertRecord(dependencies.db, workspaces, {
    kind: 'workspace',
    ...{ id, slug, organizationId: here.organizationId, userId: here.owner.userId, name: 'App', status: 'Offline' },
    ...{ engineId: 'local', language: 'nodejs', database: 'none', cpuCores: 1, memoryMb: 1536, diskGb: 10 },
  });
});

const choose = (body: Record<string, unknown>, key = here.owner.key) =>
  client.call(ports.portVisibility, { params: { workspaceID: id }, body: { port: 3000, ...body } }, { key });
const get = async () =>
  (await client.call(contract.getWorkspace, { params: { workspaceID: id } }, { key: here.owner.key })).body;
const update = (body: Record<string, unknown>) =>
  client.call(contract.updateWorkspace, { params: { workspaceID: id }, body }, { key: here.owner.key });
const target = () => createDirectory(dependencies).find(slug);
const links = () => dependencies.db.select().from(workspacePortLinks).where(eq(workspacePortLinks.workspaceId, id));

describe('an http port', () => {
  test('has its program see localhost, or the host that people type where that is chosen; gateways hear of it', async () => {
    expect(await get()).toMatchObject({ port_3000_pass_host: false, port_3030_pass_host: false });
    expect((await target())?.passHost).toEqual([]);
    expect((await update({ port_3030_pass_host: true })).status).toBe(200);
    expect(await get()).toMatchObject({ port_3000_pass_host: false, port_3030_pass_host: true });
    expect((await target())?.passHost).toEqual([3030]);
    await expect.poll(() => heard).toEqual([slug]);
    // Who may visit is another matter.
    await choose({ visibility: 'organization' });
    await update({ port_3000_pass_host: true, port_3030_pass_host: false });
    expect(await get()).toMatchObject({ port_3000_visibility: 'organization', port_3000_pass_host: true });
    expect((await target())?.passHost).toEqual([3000]);
    expect((await update({ port_3000_pass_host: 'yes' })).body.errorsObj).toHaveProperty('port_3000_pass_host');
  });

  test('is private at first, and can be shown to the organization and back; gateways hear of it', async () => {
    expect(await get()).toMatchObject({ port_3000_visibility: 'private', port_3000_public_until: null });
    expect((await target())?.visitors).toEqual({});
    const { status, body } = await choose({ visibility: 'organization' });
    expect([status, body.url]).toEqual([200, null]);
    expect(await get()).toMatchObject({ port_3000_visibility: 'organization', port_3030_visibility: 'private' });
    expect((await target())?.visitors).toEqual({ 3000: { kind: 'organization' } });
    await choose({ visibility: 'private' });
    expect((await target())?.visitors).toEqual({});
    await expect.poll(() => heard).toEqual([slug, slug]);
    const entries = await dependencies.db.select().from(auditLog).where(eq(auditLog.targetId, id));
    expect(entries.map((entry) => [entry.action, entry.details])).toEqual([
      ['workspaces.port-visibility', { port: 3000, visibility: 'organization' }],
      ['workspaces.port-visibility', { port: 3000, visibility: 'private' }],
    ]);
  });

  test('has a public link that is told once, kept hashed, replaced by the next, and ends in private', async () => {
    const { body } = await choose({ visibility: 'public', hours: 24 });
    const url = new URL(body.url ?? '');
    const token = url.searchParams.get('slipway_share') ?? '';
    expect(url.origin).toBe(`http://${slug}-3000.workspaces.localhost:4401`);
    expect(token).toHaveLength(43);
    const until = new Date(dependencies.clock.now().getTime() + 24 * HOUR);
    expect(body.public_until).toBe(until.toISOString());
    expect(await links()).toEqual([{ workspaceId: id, port: 3000, tokenHash: hashToken(token), endsAt: until }]);
    expect((await target())?.visitors).toEqual({ 3000: { kind: 'link', tokenHash: hashToken(token), endsAt: until } });
    expect(await get()).toMatchObject({
      port_3000_visibility: 'public',
      port_3000_public_until: until.toISOString(),
      port_3030_public_until: null,
    });
    await choose({ visibility: 'public', hours: 1 });
    expect((await links())[0]?.tokenHash).not.toBe(hashToken(token));
    dependencies.clock.advance(HOUR);
    expect(await get()).toMatchObject({ port_3000_visibility: 'private', port_3000_public_until: null });
    const log = JSON.stringify(await dependencies.db.select().from(auditLog).where(eq(auditLog.targetId, id)));
    expect(log).not.toContain(token);
  });

  test('is private again once it is closed, and with its workspace deleted', async () => {
    await choose({ visibility: 'public', hours: 168 });
    await update({ port_3000: 'disabled' });
    await update({ port_3000: 'http' });
    expect((await get()).port_3000_visibility).toBe('private');
    await choose({ visibility: 'public', hours: 168 });
    await client.call(contract.deleteWorkspace, { params: { workspaceID: id } }, { key: here.owner.key });
    expect(await links()).toEqual([]);
    expect((await choose({ visibility: 'organization' })).status).toBe(409);
  });

  test('is shown only while it is open to http, for a time on offer, by those who may edit the workspace', async () => {
    const closed = await choose({ port: 3030, visibility: 'organization' });
    expect([closed.status, closed.body.message]).toEqual([
      409,
      expect.stringContaining('Change it in the settings first'),
    ]);
    expect((await choose({ visibility: 'public' })).body.errorsObj).toHaveProperty('hours');
    expect((await choose({ visibility: 'public', hours: 2 })).status).toBe(422);
    for (const port of [7070, 7080, 0, 65_536, 80.5]) {
      expect((await choose({ port, visibility: 'public', hours: 1 })).body.errorsObj).toHaveProperty('port');
    }
    const by = async (role: Role, organizationId = here.organizationId) =>
      (await choose({ visibility: 'organization' }, (await mintUser(dependencies, organizationId, role)).key)).status;
    expect(await by('admin')).toBe(200);
    expect(await by('user')).toBe(404);
    expect(await by('admin', (await mintOrganization(dependencies)).organizationId)).toBe(404);
  });

  test('knows the active members of its organization', async () => {
    const directory = createDirectory(dependencies);
    const { userId } = await mintUser(dependencies, here.organizationId, 'user');
    const { organizationId } = await mintOrganization(dependencies);
    expect(await directory.isMember({ userId, organizationId: here.organizationId })).toBe(true);
    expect(await directory.isMember({ userId, organizationId })).toBe(false);
  });
});

describe('any other port', () => {
  const listed = async (key = here.owner.key) =>
    (await client.call(ports.workspacePorts, { params: { workspaceID: id } }, { key })).body.ports;
  const known = async () => (await target())?.otherPorts;

  test('is private until somebody shares it, and is remembered once it was visited', async () => {
    expect(await listed()).toEqual([]);
    await createDirectory(dependencies).notePort(id, 5173);
    await createDirectory(dependencies).notePort(id, 5173);
    await createDirectory(dependencies).notePort(id, 3000);
    expect(await known()).toEqual([5173]);
    // Visited, but neither shared nor in use now.
    expect(await listed()).toEqual([]);
    await choose({ port: 5173, visibility: 'organization' });
    expect((await target())?.visitors).toEqual({ 5173: { kind: 'organization' } });
    const address = `http://${slug}-5173.workspaces.localhost:4401`;
    expect(await listed()).toEqual([
      {
        ...{ port: 5173, label: null, program: null, listening: false, address },
        visibility: 'organization',
        public_until: null,
      },
    ]);
    const { body } = await choose({ port: 5173, visibility: 'public', hours: 1 });
    expect(body.url).toMatch(new RegExp(`^${address}/\\?slipway_share=`));
    expect((await listed())[0]).toMatchObject({ visibility: 'public', public_until: body.public_until });
    await choose({ port: 5173, visibility: 'private' });
    expect((await target())?.visitors).toEqual({});
  });

  test('is forgotten before there are more than a hundred, unless it is shared', async () => {
    await choose({ port: 2000, visibility: 'public', hours: 1 });
    for (let port = 2001; port < 2110; port += 1) await createDirectory(dependencies).notePort(id, port);
    expect(await known()).toHaveLength(100);
    expect(await known()).toEqual(expect.arrayContaining([2000, 2109]));
  });

  test('has no public link while the organization forbids them; forbidding ends those there are', async () => {
    const allow = (allowed: boolean, key = here.owner.key) =>
      client.call(ports.publicLinks, { body: { allowed } }, { key });
    await choose({ visibility: 'public', hours: 1 });
    await choose({ port: 5173, visibility: 'public', hours: 1 });
    heard.length = 0;
    expect((await allow(false, (await mintUser(dependencies, here.organizationId, 'lead')).key)).status).toBe(403);
    expect((await allow(false)).status).toBe(200);
    expect(await links()).toEqual([]);
    await expect.poll(() => heard).toContain(slug);
    const refused = await choose({ port: 5173, visibility: 'public', hours: 1 });
    expect([refused.status, refused.body.message]).toEqual([403, 'Your organization doesn’t allow public links.']);
    expect((await choose({ visibility: 'organization' })).status).toBe(200);
    await allow(true);
    expect((await choose({ visibility: 'public', hours: 1 })).status).toBe(200);
  });
});
