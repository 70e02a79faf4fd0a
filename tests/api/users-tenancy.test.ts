import { globSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { organizationServices } from '#server/features/services/tables.ts';
import { snapshots } from '#server/features/snapshots/tables.ts';
import { sshKeys } from '#server/features/ssh-keys/tables.ts';
import { workspaces } from '#server/features/workspaces/tables.ts';
import { newId } from '#server/platform/ids.ts';
import type { Route } from '#shared/api/route.ts';
import * as groups from '#shared/features/groups/contract.ts';
import { createTestClient, type TestClient } from '#tests/support/client.ts';
import { insertHost } from '#tests/support/host.ts';
import { type MintedOrganization, type MintedUser, mintOrganization, mintUser } from '#tests/support/mint.ts';
import { createTestServices, type TestServices } from '#tests/support/services.ts';

/** Every route there is, read from the contract. */
const root = path.resolve(import.meta.dirname, '../../shared/features');
const modules = await Promise.all(
  globSync('*/contract.ts', { cwd: root }).map((file): Promise<object> => import(path.join(root, file))),
);
const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;
const routes = modules.flatMap((module) => Object.values(module)).filter(isRoute);
const guarded = routes.filter((route) => route.access === 'session');
const withIds = guarded.filter((route) => route.path.includes('{'));
const plainReads = guarded.filter((route) => route.method === 'get' && !route.path.includes('{') && !route.media);

let services: TestServices;
let call: TestClient['call'];
let here: MintedOrganization;
/** Values of each path parameter, all of the other organization. */
let ids: Record<string, string>;
let marks: string[];
const strangers: MintedUser[] = [];

beforeAll(async () => {
  services = await createTestServices();
  call = createTestClient(createApp(services)).call;
  here = await mintOrganization(services);
  const user = await mintUser(services, here.organizationId, 'user');
  const workspaceID = newId();
  await services.db.insert(workspaces).values({
    id: workspaceID,
    organizationId: here.organizationId,
    userId: user.userId,
    name: 'secret workspace',
    slug: workspaceID,
    status: 'Offline',
    engineId: 'local',
    language: 'nodejs',
    database: 'none',
    cpuCores: 1,
    memoryMb: 1536,
    diskGb: 10,
  });
  const body = { name: 'Secret group', admin_users: [user.userId], users: [user.userId] };
  const { groupID } = (await call(groups.addGroup, { body }, { key: here.owner.key })).body;
  const things = await insertThings(user, workspaceID);
  ids = { workspaceID, groupID, userID: user.userId, ...things };
  marks = [...Object.values(ids), user.email, here.organizationId, here.owner.email];
  const there = await mintOrganization(services);
  strangers.push(there.owner);
  for (const role of ['admin', 'lead', 'user'] as const) {
    strangers.push(await mintUser(services, there.organizationId, role));
  }
});
afterAll(() => services?.close());

/** A host, a service, a snapshot and a key: the rest of what a path can name by an id of the database. */
async function insertThings(user: MintedUser, workspaceId: string) {
  const { organizationId } = here;
  const [organizationServiceID, snapshotID, sshKeyID] = [newId(), newId(), newId()];
  const serverID = await insertHost(services, organizationId);
  const base = { organizationId, userId: user.userId, engineId: serverID };
  await services.db.insert(organizationServices).values({
    ...base,
    id: organizationServiceID,
    serviceId: 'postgresql',
    name: 'secret service',
    slug: organizationServiceID,
    status: 'Offline',
    serverId: serverID,
    environment: '{}',
    cpuCores: 1,
    memoryMb: 512,
    diskGb: 10,
  });
  await services.db.insert(snapshots).values({
    ...base,
    id: snapshotID,
    workspaceId,
    name: 'secret snapshot',
    status: 'Active',
    language: 'none',
    database: 'none',
  });
  await services.db.insert(sshKeys).values({
    id: sshKeyID,
    userId: user.userId,
    name: 'secret key',
    publicKey: 'ssh-ed25519 AAAA',
    fingerprint: 'SHA256:secret',
  });
  return { serverID, organizationServiceID, snapshotID, sshKeyID };
}

const paramsOf = (route: Route) =>
  Object.fromEntries([...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, ids[name] ?? newId()]));
/** Good bodies, so that what refuses is the right and not the form. */
const bodies = (): Record<string, object> => ({
  '/groups/{groupID}/update': { name: 'Mine', admin_users: [], users: [] },
  '/users/{userID}/update': { first_name: 'Mine' },
  '/users/{userID}/delete': { user_id: strangers[0]?.userId },
  '/workspaces/{workspaceID}/update': { name: 'mine' },
});
const label = (route: Route) => `${route.method} ${route.path}`;

test.each(guarded.map((route) => [label(route), route] as const))('%s needs a session', async (_, route) => {
  const { status } = await call(route, { params: paramsOf(route) });
  // What is asked for is checked first, and tells nothing.
  expect([401, 422]).toContain(status);
});

test.each(withIds.map((route) => [label(route), route] as const))(
  '%s is closed to another organization',
  async (_, route) => {
    const body = bodies()[route.path];
    for (const stranger of strangers) {
      const answer = await call(route, { params: paramsOf(route), body }, { key: stranger.key });
      expect(answer.status >= 400 || answer.body.success === false).toBe(true);
      expect(marks.filter((mark) => JSON.stringify(answer.body).includes(mark))).toEqual([]);
      const needsMore = (route.body !== undefined && !body) || route.query !== undefined;
      const isOwner = stranger === strangers[0];
      if (isOwner && !needsMore && answer.status !== 200) expect(answer.status).toBe(404);
    }
  },
);

test.each(plainReads.map((route) => [label(route), route] as const))(
  '%s tells nothing of another organization',
  async (_, route) => {
    for (const stranger of strangers) {
      const answer = await call(route, {}, { key: stranger.key });
      expect(marks.filter((mark) => JSON.stringify(answer.body).includes(mark))).toEqual([]);
    }
  },
);

const MANAGED = /^\/(groups(\/|$)|users(\/add|\/dropdown|\/lookup|\/employees|\/groups)?$)/;

test.each(['lead', 'user'] as const)('a %s manages neither users nor groups', async (role) => {
  const member = await mintUser(services, here.organizationId, role);
  const add = { email_address: 'x@example.com', first_name: 'X', last_name: 'Y', role: 'user' };
  const own: Record<string, object> = {
    ...bodies(),
    '/users/add': add,
    '/groups/add': bodies()['/groups/{groupID}/update'] ?? {},
  };
  for (const route of guarded.filter(({ path }) => MANAGED.test(path))) {
    const { status } = await call(route, { params: paramsOf(route), body: own[route.path] }, { key: member.key });
    expect([label(route), status]).toEqual([label(route), 403]);
  }
});

const READ_BY_MANAGERS =
  /^\/(hosts(\/options|\/{serverID}|\/{serverID}\/containers)?|services\/(browse|server-options)|organization\/(billing|invoices|audit))$/;

test.each(['lead', 'user'] as const)(
  'a %s sees neither hosts nor the catalogue, bills and the audit log',
  async (role) => {
    const member = await mintUser(services, here.organizationId, role);
    const routes = guarded.filter(({ method, path }) => method === 'get' && READ_BY_MANAGERS.test(path));
    expect(routes.length).toBeGreaterThanOrEqual(9);
    for (const route of routes) {
      const { status } = await call(route, { params: paramsOf(route) }, { key: member.key });
      expect([label(route), status]).toEqual([label(route), 403]);
    }
  },
);
