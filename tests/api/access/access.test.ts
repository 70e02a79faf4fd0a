import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requireAuditReader } from '#server/features/audit/access.ts';
import type { Actor, Context } from '#server/features/context.ts';
import { administers, administersUser, lockGroup, requirePeopleManager } from '#server/features/groups/access.ts';
import { lockHost, mustFindHost } from '#server/features/hosts/access.ts';
import { findInstance, lockInstance, mayOpen } from '#server/features/instances/read.ts';
import { instances as instanceTable } from '#server/features/instances/tables.ts';
import { requireManager, requireOwner } from '#server/features/people/index.ts';
import { memberships, users } from '#server/features/people/tables.ts';
import * as services from '#server/features/services/access.ts';
import { serviceKind } from '#server/features/services/kind.ts';
import * as snapshots from '#server/features/snapshots/access.ts';
import { mustSeeKeysOf } from '#server/features/ssh-keys/access.ts';
import { requireProductAdmin } from '#server/features/surveys/access.ts';
import * as members from '#server/features/users/access.ts';
import * as workspaces from '#server/features/workspaces/access.ts';
import { workspaceKind } from '#server/features/workspaces/kind.ts';
import { Forbidden, NotFound } from '#server/platform/errors.ts';
import { newId } from '#server/platform/ids.ts';
import type { Role } from '#shared/features/auth/model.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { insertHost } from '#tests/support/host.ts';
import { mintOrganization, mintUser } from '#tests/support/mint.ts';
import { insertGroup, insertService, insertSnapshot, insertWorkspace } from '#tests/support/things.ts';

/**
 * Here are an owner, an admin, a lead and a user; the lead and the user administer a group that the ward is in, and `other` is in
 * none. All of them are in a group of the other organization, whose administrator is `spy`: a user here, an owner there.
 */
const PEOPLE = ['owner', 'admin', 'lead', 'user', 'ward', 'other', 'spy', 'stranger'] as const;
type Name = (typeof PEOPLE)[number];

let world: TestDependencies;
let home: string;
let away: string;
const actors = {} as Record<Name, Actor>;

beforeAll(async () => {
  world = await createTestDependencies();
  const here = await mintOrganization(world);
  const there = await mintOrganization(world);
  [home, away] = [here.organizationId, there.organizationId];
  const actor = (userId: string, role: Role, organizationId = home): Actor => ({
    userId,
    role,
    organizationId,
    sessionId: newId(),
    membershipId: newId(),
    adminFlag: false,
  });
  actors.owner = actor(here.owner.userId, 'owner');
  actors.stranger = actor(there.owner.userId, 'owner', away);
  for (const [name, role] of [
    ['admin', 'admin'],
    ['lead', 'lead'],
    ['user', 'user'],
    ['ward', 'user'],
    ['other', 'user'],
    ['spy', 'user'],
  ] as const)
    actors[name] = actor((await mintUser(world, home, role)).userId, role);
  await world.db
    .insert(memberships)
    .values({ id: newId(), organizationId: away, userId: actors.spy.userId, role: 'lead' });
  await insertGroup(world, home, {
    admins: [actors.lead.userId, actors.user.userId],
    members: [actors.ward.userId],
  });
  await insertGroup(world, away, {
    admins: [actors.spy.userId],
    members: PEOPLE.map((name) => actors[name].userId),
  });
});
afterAll(() => world?.close());

const context = (name: Name, change: Partial<Actor> = {}) =>
  ({
    ...world,
    actor: { ...actors[name], ...change },
    origin: { ipAddress: '192.0.2.1', userAgent: 'test' },
  }) as Context;
const of = (name: Name) => ({ organizationId: actors[name].organizationId, userId: actors[name].userId });

/** Who of all gets in, by name. */
async function those(may: (actor: Actor, name: Name) => Promise<unknown> | unknown): Promise<string> {
  const allowed: Name[] = [];
  for (const name of PEOPLE) {
    const answer = await Promise.resolve()
      .then(() => may(actors[name], name))
      .catch((error: unknown) => {
        if (error instanceof Forbidden || error instanceof NotFound) return false;
        throw error;
      });
    if (answer !== false && answer !== null) allowed.push(name);
  }
  return allowed.join(' ');
}

describe('whose things a person sees', () => {
  test.each([
    ['ward', 'owner admin lead user ward'],
    ['other', 'owner admin other'],
    ['owner', 'owner admin'],
    ['lead', 'owner admin lead'],
    ['stranger', 'stranger'],
  ] as const)('a workspace of %s: %s', async (whose, seen) => {
    const { id } = await insertWorkspace(world, of(whose));
    expect(await those((actor) => findInstance(world.db, workspaceKind, actor, id))).toBe(seen);
    expect(await those((actor) => lockInstance(world.db, workspaceKind, actor, id))).toBe(seen);
    expect(await those((actor) => mayOpen(world.db, workspaceKind, actor, id))).toBe(seen);
  });

  test.each([
    ['ward', 'owner admin lead user ward'],
    ['other', 'owner admin other'],
    ['stranger', 'stranger'],
  ] as const)('a service and a snapshot of %s: %s', async (whose, seen) => {
    const service = await insertService(world, of(whose));
    expect(await those((actor) => findInstance(world.db, serviceKind, actor, service.id))).toBe(seen);
    expect(await those((actor) => lockInstance(world.db, serviceKind, actor, service.id))).toBe(seen);
    const snapshot = await insertSnapshot(world, of(whose));
    expect(await those((actor) => snapshots.lockSnapshot(world.db, actor, snapshot.id))).toBe(seen);
    expect(await those((actor) => snapshots.holdLaunchable(world.db, actor, snapshot.id))).toBe(seen);
  });

  test('a service is opened by managers and who holds it', async () => {
    const { id } = await insertService(world, of('ward'));
    expect(await those((actor) => mayOpen(world.db, serviceKind, actor, id))).toBe('owner admin ward');
    const deleted = await insertService(world, of('ward'), { status: 'Deleted' });
    expect(await those((actor) => mayOpen(world.db, serviceKind, actor, deleted.id))).toBe('');
  });

  test('nobody opens a deleted workspace, and those who saw it still find it', async () => {
    const { id } = await insertWorkspace(world, of('ward'), { status: 'Deleted' });
    expect(await those((actor) => mayOpen(world.db, workspaceKind, actor, id))).toBe('');
    expect(await those((actor) => findInstance(world.db, workspaceKind, actor, id))).toBe('owner admin lead user ward');
  });

  test('what is no id finds nothing', async () => {
    const { owner } = actors;
    for (const id of ['', 'none', "' or true --", '0']) {
      await expect(findInstance(world.db, workspaceKind, owner, id)).rejects.toThrow(NotFound);
      await expect(lockInstance(world.db, workspaceKind, owner, id)).rejects.toThrow(NotFound);
      await expect(findInstance(world.db, serviceKind, owner, id)).rejects.toThrow(NotFound);
      await expect(lockInstance(world.db, serviceKind, owner, id)).rejects.toThrow(NotFound);
      await expect(snapshots.lockSnapshot(world.db, owner, id)).rejects.toThrow(NotFound);
      await expect(snapshots.holdLaunchable(world.db, owner, id)).resolves.toBeNull();
      await expect(lockGroup(world.db, owner, id)).rejects.toThrow(NotFound);
      await expect(members.findMember(world.db, owner, id)).rejects.toThrow(NotFound);
      await expect(members.lockMember(world.db as never, owner, id)).rejects.toThrow(NotFound);
      await expect(mustFindHost(context('owner'), id)).rejects.toThrow(NotFound);
      await expect(lockHost(world.db as never, context('owner'), id)).rejects.toThrow(NotFound);
      await expect(administers(world.db, owner, id)).resolves.toBe(false);
    }
  });
});

describe('snapshots', () => {
  test('safety copies and deleted ones are in no list', async () => {
    for (const hidden of [{ safety: true }, { status: 'Deleted' as const }]) {
      const { id } = await insertSnapshot(world, of('ward'), hidden);
      expect(await those((actor) => snapshots.lockSnapshot(world.db, actor, id))).toBe('');
      expect(await those((actor) => snapshots.holdLaunchable(world.db, actor, id))).toBe('');
      expect(await snapshots.findOrigin(world.db, actors.owner, id)).toEqual({ name: 'App then', listed: false });
    }
  });

  test('only an Active one of the wanted kind is launched', async () => {
    const failed = await insertSnapshot(world, of('ward'), { status: 'Failed' });
    const service = await insertSnapshot(world, of('ward'), { type: 'Service' });
    expect(await snapshots.holdLaunchable(world.db, actors.owner, failed.id)).toBeNull();
    expect(await snapshots.holdLaunchable(world.db, actors.owner, service.id)).toBeNull();
    expect(await snapshots.holdLaunchable(world.db, actors.owner, service.id, 'Service')).toMatchObject({
      id: service.id,
    });
  });

  test('what a workspace was launched from is named, and linked for those who see it', async () => {
    const { id } = await insertSnapshot(world, of('ward'));
    expect(await snapshots.findOrigin(world.db, actors.ward, id)).toEqual({ name: 'App then', listed: true });
    expect(await snapshots.findOrigin(world.db, actors.other, id)).toEqual({ name: 'App then', listed: false });
    expect(await snapshots.findOrigin(world.db, actors.ward, null)).toBeNull();
    expect(await snapshots.findOrigin(world.db, actors.ward, newId())).toBeNull();
  });

  const kinds = ['Workspace', 'Service'] as const;
  const statuses = ['Pending', 'Active', 'Failed', 'Pending Deletion', 'Deleted'] as const;
  const cases = kinds.flatMap((type) => statuses.map((status) => ({ type, status })));
  test.each(cases)('rights to a ward’s $type snapshot that is $status', async ({ type, status }) => {
    const who = (right: 'launch' | 'delete' | 'undelete') =>
      those((actor) => snapshots.permissions(actor, { type, status, userId: actors.ward.userId })[right]);
    const managers = 'owner admin stranger';
    const right = type === 'Service' ? managers : 'owner admin ward stranger';
    const launchers = type === 'Service' ? managers : 'owner admin lead stranger';
    expect(await who('launch')).toBe(status === 'Active' ? launchers : '');
    expect(await who('delete')).toBe(status === 'Active' || status === 'Failed' ? right : '');
    expect(await who('undelete')).toBe(status === 'Pending Deletion' ? right : '');
  });
});

/** What a manager, who holds it, and who only sees it may do, by status. */
const RIGHTS = {
  Active: { manager: 'open stop edit delete fork', holder: 'open stop edit delete', seer: 'open stop fork' },
  Offline: {
    manager: 'open start edit delete fork snapshot',
    holder: 'open start edit delete snapshot',
    seer: 'open start fork',
  },
  Pending: { manager: 'open stop edit delete', holder: 'open stop edit delete', seer: 'open stop' },
  'Pending Deletion': { manager: 'delete cancel_delete', holder: 'delete cancel_delete', seer: '' },
  Deleted: { manager: 'restore', holder: '', seer: '' },
} as const;
const granted = (may: object) =>
  Object.entries(may)
    .filter(([, yes]) => yes)
    .map(([right]) => right)
    .join(' ');
const statuses = Object.keys(RIGHTS) as (keyof typeof RIGHTS)[];

describe('rights to a workspace', () => {
  test.each(statuses)('that is %s', async (status) => {
    const workspace = await insertWorkspace(world, of('ward'), { status });
    const { manager, holder, seer } = RIGHTS[status];
    expect(granted(workspaces.permissions(actors.admin, workspace))).toBe(manager);
    expect(granted(workspaces.permissions(actors.ward, workspace))).toBe(holder);
    expect(granted(workspaces.permissions(actors.lead, workspace))).toBe(seer);
  });

  test('without a container there is nothing to snapshot', async () => {
    const workspace = await insertWorkspace(world, of('ward'), { containerId: null });
    expect(workspaces.permissions(actors.owner, workspace).snapshot).toBe(false);
  });

  test('one that goes with its host is not kept alone', async () => {
    const workspace = await insertWorkspace(world, of('ward'), { status: 'Pending Deletion', serverId: newId() });
    expect(workspaces.mayCancelDeletion(actors.owner, workspace)).toBe(false);
    expect(workspaces.mayCancelDeletion(actors.ward, { ...workspace, serverId: 'shared' })).toBe(true);
    expect(workspaces.mayCancelDeletion(actors.lead, { ...workspace, serverId: 'shared' })).toBe(false);
  });

  test('a group’s administrators may not change it', async () => {
    const workspace = await insertWorkspace(world, of('ward'));
    expect(await those((actor) => workspaces.requireManage(actor, workspace))).toBe('owner admin ward stranger');
    expect(await those((actor) => workspaces.mayRestore(actor))).toBe('owner admin stranger');
  });

  test('is added for oneself, and by a lead for those it looks after', async () => {
    const adds = (whose: Name) => those((actor) => workspaces.mayAddFor(world.db, actor, actors[whose].userId));
    expect(await adds('ward')).toBe('owner admin lead stranger');
    expect(await adds('other')).toBe('owner admin stranger');
    expect(await adds('lead')).toBe('owner admin lead stranger');
    expect(await adds('user')).toBe('owner admin stranger');
  });
});

describe('rights to a service', () => {
  test.each(statuses)('that is %s', async (status) => {
    const service = await insertService(world, of('ward'), { status, catalogueId: 'maildev' });
    const isDeleted = status === 'Deleted' || status === 'Pending Deletion';
    const expected =
      status === 'Pending Deletion' ? 'restore' : RIGHTS[status].manager.replace(/ ?(cancel_delete|restore|fork)/, '');
    const snapshotted = await insertService(world, of('ward'), { status });
    expect(granted(services.permissions(actors.admin, snapshotted))).toBe(expected.replace(/^open ?/, ''));
    expect(granted(services.permissions(actors.ward, service))).toBe(isDeleted ? '' : 'open');
    expect(granted(services.permissions(actors.lead, service))).toBe('');
    expect(services.permissions(actors.owner, service).open).toBe(!isDeleted);
  });

  test('without a container, or of an item that can’t be, it isn’t snapshotted', async () => {
    const bare = await insertService(world, of('ward'), { containerId: null });
    const unknown = await insertService(world, of('ward'), { catalogueId: 'no-such-item' });
    expect(services.permissions(actors.owner, bare).snapshot).toBe(false);
    expect(services.permissions(actors.owner, unknown).snapshot).toBe(false);
    expect(services.httpPort(unknown)).toBeNull();
    expect(services.httpPort({ catalogueId: 'redis' })).toBeNull();
    expect(services.httpPort({ catalogueId: 'maildev' })).toBe(1080);
  });

  test('is the managers’', async () => {
    expect(await those((actor) => services.requireManage(actor))).toBe('owner admin stranger');
  });
});

describe('people and groups', () => {
  test('a group’s administrators look after those in it, within their organization', async () => {
    const lookAfter = (whose: Name) => those((actor) => administers(world.db, actor, actors[whose].userId));
    expect(await lookAfter('ward')).toBe('lead user');
    expect(await lookAfter('other')).toBe('');
    expect(await administers(world.db, { ...actors.spy, organizationId: away }, actors.ward.userId)).toBe(true);
  });

  test('the same in SQL', async () => {
    const { id } = await insertWorkspace(world, of('ward'));
    const administering = await world.db
      .select({ userId: users.id })
      .from(users)
      .innerJoin(instanceTable, eq(instanceTable.id, id))
      .where(administersUser(users.id, instanceTable));
    expect(new Set(administering.map(({ userId }) => userId))).toEqual(
      new Set([actors.lead.userId, actors.user.userId]),
    );
  });

  test('a group is found in its organization alone', async () => {
    const id = await insertGroup(world, away, { admins: [], members: [] });
    expect(await those((actor) => lockGroup(world.db, actor, id))).toBe('stranger');
  });

  test('managers find everyone, others themselves, nobody the removed', async () => {
    const finds = (whose: Name) => those((actor) => members.findMember(world.db, actor, actors[whose].userId));
    const locks = (whose: Name) => those((actor) => members.lockMember(world.db as never, actor, actors[whose].userId));
    expect(await finds('ward')).toBe('owner admin ward');
    expect(await locks('ward')).toBe('owner admin ward');
    expect(await finds('lead')).toBe('owner admin lead');
    expect(await finds('stranger')).toBe('stranger');
    expect(await locks('stranger')).toBe('stranger');
    const removed = await mintUser(world, home, 'user');
    await world.db.update(memberships).set({ status: 'deleted' }).where(eq(memberships.userId, removed.userId));
    expect(await those((actor) => members.findMember(world.db, actor, removed.userId))).toBe('');
    expect(await those((actor) => members.lockMember(world.db as never, actor, removed.userId))).toBe('');
  });

  test('who belongs elsewhere too is not ours to rename', async () => {
    const onlyHere = async (name: Name) =>
      members.isOnlyHere(world.db, await members.findMember(world.db, actors.owner, actors[name].userId));
    expect(await onlyHere('ward')).toBe(true);
    expect(await onlyHere('spy')).toBe(false);
  });

  test('rights to a member', async () => {
    const rights = async (
      by: Name,
      whose: Name,
      { onlyHere = true, status = 'active' as 'active' | 'pending' } = {},
    ) => {
      const member = await members.findMember(world.db, actors.owner, actors[whose].userId);
      const changed = {
        ...member,
        user: { ...member.user, status },
        membership: { ...member.membership, status },
      };
      return granted(members.permissions(actors[by], changed, onlyHere));
    };
    expect(await rights('admin', 'ward')).toBe('edit identity role groups delete');
    expect(await rights('admin', 'ward', { onlyHere: false })).toBe('edit role groups delete');
    expect(await rights('admin', 'ward', { status: 'pending' })).toBe('edit identity email role groups delete resend');
    expect(await rights('admin', 'ward', { status: 'pending', onlyHere: false })).toBe(
      'edit role groups delete resend',
    );
    expect(await rights('admin', 'admin')).toBe('edit identity groups');
    expect(await rights('admin', 'owner')).toBe('');
    expect(await rights('owner', 'owner')).toBe('');
    expect(await rights('ward', 'ward')).toBe('edit identity');
    expect(await rights('ward', 'ward', { onlyHere: false, status: 'pending' })).toBe('edit identity');
    expect(await rights('lead', 'ward')).toBe('');
    const gone = await members.findMember(world.db, actors.owner, actors.ward.userId);
    const deleted = { ...gone, user: { ...gone.user, status: 'deleted' as const } };
    expect(members.permissions(actors.admin, deleted, true).identity).toBe(false);
  });

  test('keys are seen by whoever adds workspaces for their owner', async () => {
    const sees = (whose: Name) => those((_, name) => mustSeeKeysOf(context(name), actors[whose].userId));
    expect(await sees('ward')).toBe('owner admin lead ward');
    expect(await sees('other')).toBe('owner admin other');
    expect(await sees('stranger')).toBe('stranger');
    const removed = await mintUser(world, home, 'user');
    await world.db.update(memberships).set({ status: 'deleted' }).where(eq(memberships.userId, removed.userId));
    await expect(mustSeeKeysOf(context('owner'), removed.userId)).rejects.toThrow(NotFound);
  });
});

test('hosts are the managers’, of their own organization', async () => {
  const host = await insertHost(world, home);
  expect(await those((_, name) => mustFindHost(context(name), host))).toBe('owner admin');
  expect(await those((_, name) => lockHost(world.db as never, context(name), host))).toBe('owner admin');
  const gone = await insertHost(world, home, { status: 'Deleted' });
  expect(await those((_, name) => mustFindHost(context(name), gone))).toBe('');
  expect(await those((_, name) => lockHost(world.db as never, context(name), gone))).toBe('');
});

test('who is asked for their role alone', async () => {
  expect(await those((actor) => requireAuditReader(actor))).toBe('owner admin stranger');
  expect(await those((actor) => requirePeopleManager(actor))).toBe('owner admin stranger');
  expect(await those((actor) => requireManager(actor))).toBe('owner admin stranger');
  expect(await those((actor) => requireOwner(actor))).toBe('owner stranger');
  expect(() => requireProductAdmin({ adminFlag: false })).toThrow(Forbidden);
  expect(() => requireProductAdmin({ adminFlag: true })).not.toThrow();
});
