import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import sharp from 'sharp';
import type Stripe from 'stripe';
import { issueMailToken, newSeed, renewCodes } from '#server/features/auth/index.ts';
import type { TokenPurpose } from '#server/features/auth/mail-tokens.ts';
import { keepOneTime } from '#server/features/auth/one-time-values.ts';
import { apiTokens, deletedApiTokens, deviceLogins, oauthClients, twoFactors } from '#server/features/auth/tables.ts';
import { desktopCodes } from '#server/features/desktop/tables.ts';
import { deletedGroups, groups } from '#server/features/groups/tables.ts';
import { betaUsers } from '#server/features/people/tables.ts';
import { deletedSecrets, secrets } from '#server/features/secrets/tables.ts';
import { editorShares, terminalShares } from '#server/features/sharing/tables.ts';
import { deletedMembers } from '#server/features/users/tables.ts';
import { HOUR } from '#server/platform/clock.ts';
import { hashToken, newId, newToken } from '#server/platform/ids.ts';
import { CURRENCY } from '#shared/features/billing/model.ts';

import { insertNode } from '#tests/support/node.ts';
import { newPublicKey } from '#tests/support/ssh-key.ts';
import { emptyTemplate, insertPrebuild } from '#tests/support/things.ts';
import { EXPIRY, PROFILE } from '../organizations-support.ts';
import {
  type Case,
  CHANGED,
  EVERYONE,
  type Expected,
  KEYS,
  LEADS,
  MANAGED,
  MANAGERS,
  MANAGERS_OF_ANY,
  MANAGERS_OF_OTHERS,
  OPERATOR,
  OWN,
  OWN_OF_SEEN,
  OWNER,
  PERSON,
  type Rule,
  SEEN,
  SEEN_BY_LEADS,
  type Sent,
} from './rules.ts';
import { PASSWORD } from './world.ts';

/** Reading: nothing changes. */
const read = (who: Rule, send?: Expected['send']): Expected => ({ who, ...(send && { send }) });
/** A change, and what the audit log calls it. */
const write = (who: Rule, audit: string, send?: Expected['send']): Expected => ({ who, audit, ...(send && { send }) });
/** The same, for the person alone. */
const self = (who: Rule, audit: string, send?: Expected['send']): Expected => ({
  ...write(who, audit, send),
  self: true,
});
/** The same, for the person and their scripts, but not for an administrator who acts as them. */
const lasting = (who: Rule, audit: string, send?: Expected['send']): Expected => ({
  ...write(who, audit, send),
  notActing: true,
});
/** A call that could change something, and why it leaves no entry. */
const silent = (who: Rule, why: string, send?: Expected['send']): Expected => ({
  who,
  silent: why,
  ...(send && { send }),
});

/** An empty machine of the pool, a new one for each call. */
const machine: Expected['send'] = async ({ dependencies }) => ({
  params: { machineID: await insertNode(dependencies) },
});

/** Says what would be, and writes nothing. */
const dryRun = (who: Rule, send: Expected['send']): Expected => ({
  ...silent(who, 'a dry run changes nothing', send),
  dry: true,
});

/** Copies of the organization's template are prepared. */
const prepared: Expected['send'] = async ({ dependencies, house }) => {
  const { organizationId, ownerId: userId, templateID: templateId } = house;
  await insertPrebuild(dependencies, { organizationId, userId, templateId });
  return {};
};

const status =
  (what: 'workspace' | 'service', value: string) =>
  async (c: Case): Promise<object> => {
    const { workspaceID, organizationServiceID } = c.it;
    await c.set('instances', what === 'workspace' ? workspaceID : organizationServiceID, { status: value });
    return {};
  };
const proof = { current_password: PASSWORD };
const person = { email_address: 'new@example.com', first_name: 'N', last_name: 'N', role: 'user' };
const body = (value: object) => () => ({ body: value });
/** Where a form names what is not there, or not theirs: its field says so. */
const choice = (member: Rule['member']): Rule => ({
  personal: true,
  member: (who, whose) => (member(who, whose) === 404 ? 422 : member(who, whose)),
});
const newWorkspace = ({ it, house }: Case) => ({
  body: {
    name: 'one more',
    user_id: it.userId,
    ssh_key_id: it.sshKeyID,
    server_id: house.serverID,
    deployment_type: 'new_container',
    language: 'none',
    database: 'none',
  },
});

const TEMPLATE = { name: 'new', roles: ['lead'], content: emptyTemplate };

/** The workspace runs, and its terminal is shared: by `it`, or with `it`. */
const sharedTerminal =
  (as: 'owner' | 'guest', body?: object): Expected['send'] =>
  async ({ dependencies, set, it, house, world }) => {
    await set('instances', it.workspaceID, { status: 'Active' });
    const other = house === world.home ? world.here.owner : world.there;
    const [ownerId, guestId] = as === 'owner' ? [it.userId, other.userId] : [other.userId, it.userId];
    const [id, now] = [newId(), dependencies.clock.now()];
    await dependencies.db.insert(terminalShares).values({
      ...{ id, organizationId: house.organizationId, workspaceId: it.workspaceID, ownerId, guestId },
      ...{ mode: 'view', createdAt: now, expiresAt: new Date(now.getTime() + HOUR) },
    });
    return { params: { terminalShareID: id }, ...(body && { body }) };
  };

/** The workspace runs, and its VS Code is shared by `it`. */
const sharedEditor: Expected['send'] = async ({ dependencies, set, it, house, world }) => {
  await set('instances', it.workspaceID, { status: 'Active' });
  const guest = house === world.home ? world.here.owner : world.there;
  const [id, now] = [newId(), dependencies.clock.now()];
  await dependencies.db.insert(editorShares).values({
    ...{ id, organizationId: house.organizationId, workspaceId: it.workspaceID, ownerId: it.userId },
    ...{ guestId: guest.userId, createdAt: now, expiresAt: new Date(now.getTime() + HOUR) },
  });
  return { params: { editorShareID: id } };
};

const ENGINE = 'needs a running container: tests/compute/sleep.test.ts';
const ANONYMOUS = 'a value for the browser that asks, of nobody’s';

/** Who may make every call of the contract. In words: server/features/auth/README.md and workspaces/README.md. */
export const TABLE: Record<string, Expected> = {
  // Workspaces
  'get /workspaces': read(EVERYONE, ({ it }) => ({ query: { search: 'zq', user: it.userId } })),
  'get /workspaces/{workspaceID}': read(SEEN),
  'get /workspaces/{workspaceID}/setup': read(SEEN),
  'get /workspaces/{workspaceID}/activity': read(SEEN),
  'get /workspaces/{workspaceID}/usage': { ...read(SEEN), answer: 409 },
  'get /workspaces/{workspaceID}/repository': read(SEEN),
  'get /workspaces/idle-warnings': read(EVERYONE),
  'get /workspaces/server-options': read(EVERYONE, ({ it }) => ({ query: { user_id: it.userId } })),
  'get /workspaces/user-options': read(EVERYONE),
  'get /workspaces/language-options': read(EVERYONE),
  'get /workspaces/database-options': read(EVERYONE),
  'get /ide-images': read(EVERYONE),
  'get /ide-images/industries': read(EVERYONE),
  'post /workspaces/add': lasting(
    choice((who, whose) => (LEADS.member(who, whose) === 403 ? 403 : KEYS.member(who, whose))),
    'workspaces.add',
    newWorkspace,
  ),
  'post /workspaces/add (from a snapshot)': lasting(
    choice((who, whose) => (LEADS.member(who, whose) === 403 ? 403 : SEEN.member(who, whose))),
    'workspaces.add',
    ({ it, me, house }) => ({
      body: {
        name: 'one more',
        user_id: me.userId,
        ssh_key_id: me.sshKeyID,
        server_id: house.serverID,
        deployment_type: 'snapshot',
        snapshot_id: it.snapshotID,
      },
    }),
  ),
  'post /workspaces/add (from a template)': lasting(
    choice((who, whose) => LEADS.member(who, whose)),
    'workspaces.add',
    ({ house, me }) => ({
      body: {
        name: 'one more',
        user_id: me.userId,
        ssh_key_id: me.sshKeyID,
        deployment_type: 'new_container',
        template_id: house.templateID,
      },
    }),
  ),
  'post /workspaces/deploy-key': lasting(LEADS, 'workspaces.add-deploy-key'),
  'post /workspaces/look-at-repository': {
    ...silent(LEADS, 'looks at a repository and keeps nothing', body({ git_url: 'https://127.0.0.1/x.git' })),
    notActing: true,
    answer: 422,
  },
  'post /workspaces/{workspaceID}/update': lasting(CHANGED, 'workspaces.update', body({ name: 'renamed' })),
  'post /workspaces/{workspaceID}/start': write(SEEN, 'workspaces.start'),
  'post /workspaces/{workspaceID}/start-elsewhere': write(
    SEEN,
    'workspaces.start-elsewhere',
    async ({ dependencies, set, it }) => {
      const engineId = await insertNode(dependencies, { lostAt: dependencies.clock.now() });
      await insertNode(dependencies, { memoryMb: 1_000_000 });
      const held = { held_revision: 1, held_at: dependencies.clock.now() };
      await set('instances', it.workspaceID, { server_id: 'shared', engine_id: engineId, ...held });
      return {};
    },
  ),
  'post /workspaces/{workspaceID}/stop': write(SEEN, 'workspaces.stop', status('workspace', 'Active')),
  'post /workspaces/{workspaceID}/restart': write(SEEN, 'workspaces.restart', status('workspace', 'Active')),
  'post /workspaces/{workspaceID}/keep-awake': write(SEEN, 'workspaces.keep-awake', status('workspace', 'Active')),
  'post /workspaces/{workspaceID}/hold': { ...silent(SEEN, ENGINE), answer: 409 },
  'post /workspaces/{workspaceID}/release': { ...silent(SEEN, ENGINE), answer: 409 },
  'post /workspaces/{workspaceID}/delete': write(CHANGED, 'workspaces.delete'),
  'post /workspaces/{workspaceID}/fork': lasting(SEEN_BY_LEADS, 'workspaces.fork', ({ me }) => ({
    body: { name: 'a fork', ssh_key_id: me.sshKeyID },
  })),
  'post /workspaces/{workspaceID}/snapshot': write(CHANGED, 'workspaces.snapshot'),
  'get /workspaces/{workspaceID}/restore-points': read(CHANGED),
  'post /workspaces/{workspaceID}/restore-points/{pointID}/go-back': write(
    CHANGED,
    'workspaces.go-back',
    async ({ set, it }) => {
      await set('snapshots', it.snapshotID, { safety: true, point: 'stopped' });
      return { params: { pointID: it.snapshotID } };
    },
  ),
  'post /workspaces/{workspaceID}/clone': write(CHANGED, 'workspaces.clone', status('workspace', 'Active')),
  'post /workspaces/{workspaceID}/port-visibility': lasting(
    CHANGED,
    'workspaces.port-visibility',
    body({ port: 3000, visibility: 'organization' }),
  ),
  'get /workspaces/{workspaceID}/ports': read(SEEN),
  'post /organization/public-links': lasting(MANAGERS, 'organizations.public-links', body({ allowed: false })),
  'post /workspaces/{workspaceID}/cancel-delete': write(CHANGED, 'workspaces.cancel-delete', async ({ set, it }) => {
    await set('instances', it.workspaceID, { status: 'Pending Deletion', server_id: 'shared' });
    return {};
  }),
  'post /workspaces/{workspaceID}/restore': write(MANAGERS_OF_ANY, 'workspaces.restore', async ({ set, it }) => {
    await set('instances', it.workspaceID, { status: 'Deleted', container_id: null });
    await set('snapshots', it.snapshotID, { safety: true });
    return {};
  }),

  // Snapshots: deleted by their user, and by owner and admin
  'get /workspaces/snapshots': read(EVERYONE, ({ it }) => ({ query: { search: 'zq', user: it.userId } })),
  'get /workspaces/snapshot-options': read(EVERYONE),
  'post /workspaces/snapshots/{snapshotID}/delete': write(CHANGED, 'snapshots.delete'),
  'post /workspaces/snapshots/{snapshotID}/undelete': write(CHANGED, 'snapshots.undelete', async ({ set, it }) => {
    await set('snapshots', it.snapshotID, { status: 'Pending Deletion', scheduled_delete_at: '2026-12-01' });
    return {};
  }),
  'post /workspaces/snapshots/{snapshotID}/delete (of a service)': write(MANAGED, 'snapshots.delete', ({ it }) => ({
    params: { snapshotID: it.serviceSnapshotID },
  })),

  // Activity of people
  'get /users/{userID}/activity': read(PERSON),

  // Services: owner and admin manage them, lead and user look at what is theirs
  'get /services': read(EVERYONE, () => ({ query: { search: 'zq' } })),
  'get /services/browse': read(MANAGERS),
  'get /services/server-options': read(MANAGERS),
  'get /services/user-options': read(EVERYONE),
  'get /services/{organizationServiceID}': read(SEEN),
  'get /services/{organizationServiceID}/setup': read(SEEN),
  'post /services/add': lasting(MANAGERS, 'services.add', ({ me, house }) => ({
    body: { name: 'one more', service_id: 'redis', server_id: house.serverID, user_id: me.userId },
  })),
  'post /services/{organizationServiceID}/restore': write(
    MANAGERS_OF_ANY,
    'services.restore',
    status('service', 'Pending Deletion'),
  ),
  'post /services/{organizationServiceID}/restart': write(
    MANAGERS_OF_ANY,
    'services.restart',
    status('service', 'Active'),
  ),
  'post /services/{organizationServiceID}/start': write(MANAGERS_OF_ANY, 'services.start'),
  'post /services/{organizationServiceID}/stop': write(MANAGERS_OF_ANY, 'services.stop', status('service', 'Active')),
  'post /services/{organizationServiceID}/update': lasting(
    MANAGERS_OF_ANY,
    'services.update',
    body({ name: 'renamed' }),
  ),
  'post /services/{organizationServiceID}/delete': write(MANAGERS_OF_ANY, 'services.delete'),
  'post /services/{organizationServiceID}/snapshot': write(MANAGERS_OF_ANY, 'services.snapshot'),
  'post /services/stacks': write(MANAGERS_OF_ANY, 'services.snapshot-stack', ({ it }) => ({
    body: { workspace_id: it.workspaceID },
  })),
  // Each part of it is entered as what it is.
  'post /services/stacks/launch': lasting(MANAGERS_OF_ANY, 'workspaces.add', ({ it }) => ({
    body: { stack_id: it.stackID, name: 'again' },
  })),

  // Hosts are the owner's and admins'
  'get /hosts': read(MANAGERS, () => ({ query: { search: 'zq' } })),
  'get /hosts/options': read(MANAGERS),
  'get /hosts/{serverID}': read(MANAGERS),
  'get /hosts/{serverID}/setup': read(MANAGERS),
  'get /hosts/{serverID}/containers': read(MANAGERS),
  // Of a name of its own: the provider remembers what was charged, whatever the ledger puts back.
  'post /hosts/add': lasting(MANAGERS, 'hosts.add', ({ dependencies }) => ({
    body: {
      name: `host ${newId().slice(-12)}`,
      server_option_id: 'general-2',
      at: dependencies.clock.now().toISOString(),
    },
  })),
  'post /hosts/add (dry run)': {
    ...dryRun(MANAGERS, () => ({
      body: { name: 'one more', server_option_id: 'general-2', dry_run: true },
    })),
    notActing: true,
  },
  'post /hosts/{serverID}/update': write(MANAGERS, 'hosts.update', body({ name: 'renamed' })),
  'post /hosts/{serverID}/delete': write(MANAGERS, 'hosts.delete'),
  'post /hosts/{serverID}/cancelDelete': lasting(MANAGERS, 'hosts.cancel-delete', async ({ set, house }) => {
    await set('hosts', house.serverID, { status: 'Pending Deletion' });
    return {};
  }),
  // A visit wakes what the person may open; the 403 is "Not authorized." to the letter.
  'get /hosts/reboot/{hostname}/{port}': {
    ...silent(
      { personal: true, member: (who, whose) => (SEEN.member(who, whose) === 'yes' ? 'yes' : 403) },
      'only looks here; what a visit starts is entered by the start',
      () => ({ query: { wake: 'false' } }),
    ),
    answer: 503,
  },

  // SSH keys belong to a user
  'get /ssh-keys': read(KEYS, ({ it }) => ({ query: { user_id: it.userId } })),
  'get /ssh-keys/{sshKeyID}': read(KEYS),
  'get /ssh-keys/{sshKeyID}/workspaces': read(OWN),
  'post /ssh-keys/add': lasting(EVERYONE, 'ssh-keys.add', () => ({
    body: { name: 'new', public_key: newPublicKey() },
  })),
  'post /ssh-keys/{sshKeyID}/update': write(OWN, 'ssh-keys.rename', body({ name: 'renamed' })),
  'post /ssh-keys/{sshKeyID}/delete': write(OWN, 'ssh-keys.delete'),
  'post /ssh-certificates/add': lasting(EVERYONE, 'ssh-keys.issue-certificate', () => ({
    body: { public_key: newPublicKey() },
  })),

  // Terminals are shared by whose they are, with one member
  'get /terminal-shares': read(EVERYONE),
  'get /terminal-shares/{terminalShareID}': read(OWN, sharedTerminal('guest')),
  'post /terminal-shares/{terminalShareID}/update': self(
    OWN,
    'sharing.change',
    sharedTerminal('owner', { mode: 'type' }),
  ),
  'post /terminal-shares/{terminalShareID}/end': self(OWN, 'sharing.end', sharedTerminal('owner')),
  'get /editor-shares': read(EVERYONE),
  'get /workspaces/{workspaceID}/editor-shares': read(SEEN),
  'post /workspaces/{workspaceID}/editor-shares/add': self(
    OWN_OF_SEEN,
    'sharing.share-editor',
    async ({ me, it, house, set, world }) => {
      await set('instances', it.workspaceID, { status: 'Active' });
      const others = house === world.home ? [world.here.owner, world.here.admin] : [world.there, world.theirUser];
      return { body: { user_id: others.find(({ userId }) => userId !== me.userId)?.userId, minutes: 15 } };
    },
  ),
  'post /editor-shares/{editorShareID}/end': self(PERSON, 'sharing.end-editor', sharedEditor),
  'get /workspaces/{workspaceID}/terminal-shares': read(SEEN),
  'get /workspaces/{workspaceID}/terminal-shares/people': read(SEEN),
  'post /workspaces/{workspaceID}/terminal-shares/add': self(
    SEEN,
    'sharing.share',
    async ({ me, it, house, set, world }) => {
      await set('instances', it.workspaceID, { status: 'Active' });
      const others = house === world.home ? [world.here.owner, world.here.admin] : [world.there, world.theirUser];
      const user_id = others.find(({ userId }) => userId !== me.userId)?.userId;
      return { body: { user_id, mode: 'type', minutes: 15 } };
    },
  ),
  // Tasks are seen by whoever sees their copy
  'get /tasks': read(EVERYONE),
  'get /tasks/{taskID}': read(SEEN),
  'get /tasks/{taskID}/log': read(SEEN),
  'get /tasks/{taskID}/diff': { ...read(SEEN), answer: 409 },
  'post /tasks/add': lasting(LEADS, 'tasks.add', ({ me }) => ({
    body: { workspace_id: me.workspaceID, title: 'new', instructions: '', command: '' },
  })),
  'post /tasks/{taskID}/take-over': { ...silent(SEEN, ENGINE), answer: 409 },
  'post /tasks/{taskID}/hand-back': { ...silent(SEEN, ENGINE), answer: 409 },
  'post /tasks/{taskID}/merge': { ...silent(CHANGED, ENGINE, body({ way: 'apply' })), answer: 409 },
  'post /tasks/{taskID}/keep': write(CHANGED, 'tasks.keep'),
  'post /tasks/{taskID}/discard': write(CHANGED, 'tasks.discard'),
  'post /tasks/{taskID}/undo': write(CHANGED, 'tasks.undo', async (c) => {
    await c.set('tasks', c.it.taskID, { state: 'done', outcome: 'discarded', finished_at: c.dependencies.clock.now() });
    await c.set('instances', c.it.workspaceID, { launched_at: c.dependencies.clock.now() });
    return {};
  }),

  // Templates are the owner's and admins'; whoever adds workspaces sees those they may use
  'get /templates': read(MANAGERS, () => ({ query: { search: 'zq' } })),
  'get /templates/options': read(EVERYONE),
  'get /templates/{templateID}': read(LEADS),
  'post /templates/add': lasting(MANAGERS, 'templates.add', body(TEMPLATE)),
  'post /templates/{templateID}/update': lasting(MANAGERS, 'templates.update', async ({ set, house, dependencies }) => {
    const changed = dependencies.clock.now();
    await set('templates', house.templateID, { changed_at: changed });
    return { body: { ...TEMPLATE, version: 1, change_date: changed.toISOString() } };
  }),
  'post /templates/{templateID}/delete': write(MANAGERS, 'templates.delete'),
  'post /templates/{templateID}/restore': write(MANAGERS, 'templates.restore', async ({ set, house, dependencies }) => {
    await set('templates', house.templateID, { deleted_at: dependencies.clock.now() });
    return {};
  }),
  'get /templates/{templateID}/prebuild': read(MANAGERS),
  'get /templates/{templateID}/prebuild/log': read(MANAGERS),
  'post /templates/{templateID}/prebuild': lasting(
    MANAGERS,
    'templates.prebuild',
    body({ schedule: 'weekly', hour: 2, weekday: 0, time_zone: 'Europe/Vienna' }),
  ),
  'post /templates/{templateID}/prebuild/off': write(MANAGERS, 'templates.prebuild-off', prepared),
  'post /templates/{templateID}/prebuild/prepare': lasting(MANAGERS, 'templates.prepare', prepared),
  'post /templates/{templateID}/prebuild/secret': lasting(MANAGERS, 'templates.prebuild-secret', prepared),
  'post /templates/bound-roles': lasting(MANAGERS, 'templates.bind-roles', body({ roles: ['lead'] })),

  // A person's secrets are theirs alone; those of groups and organizations are in secrets.test.ts
  'get /secrets': read(EVERYONE, () => ({ query: { owner: 'person' } })),
  'get /secrets/places': read(EVERYONE),
  'get /secrets/{secretID}/workspaces': read(OWN),
  'post /secrets/add': lasting(
    EVERYONE,
    'secrets.add',
    body({ owner: 'person', name: 'NEW_SECRET', kind: 'text', value: 'new', repositories: null }),
  ),
  'post /secrets/{secretID}/update': lasting(OWN, 'secrets.update', body({ repositories: null })),
  'post /secrets/{secretID}/delete': write(OWN, 'secrets.delete'),
  'post /secrets/{secretID}/restore': lasting(OWN, 'secrets.restore', async ({ dependencies, it }) => {
    const [row] = await dependencies.db.delete(secrets).where(eq(secrets.id, it.secretID)).returning();
    if (row) await dependencies.db.insert(deletedSecrets).values({ ...row, deletedAt: dependencies.clock.now() });
    return {};
  }),

  // Users and groups are the owner's and admins'; the others see and change themselves
  'get /users': read(MANAGERS, () => ({ query: { search: 'zq' } })),
  'get /users/dropdown': read(MANAGERS, ({ it }) => ({ query: { exclude: it.userId } })),
  'get /users/lookup': read(MANAGERS, () => ({ query: { q: 'zq' } })),
  'get /users/employees': read(MANAGERS),
  'get /users/groups': read(MANAGERS),
  'get /users/{userID}': read(PERSON),
  'post /users/add': lasting(MANAGERS, 'users.add', ({ house }) => ({
    body: { ...person, groups: [house.groupID] },
  })),
  'post /users/add (dry run)': { ...dryRun(MANAGERS, () => ({ body: { ...person, dry_run: true } })), notActing: true },
  'post /users/invite': lasting(MANAGERS, 'users.add', ({ house }) => ({
    body: { people: [{ email_address: 'new@example.com' }], role: 'user', groups: [house.groupID] },
  })),
  'post /users/{userID}/update': lasting(
    { personal: true, member: (who, whose) => (who === 'owner' && whose === 'own' ? 403 : PERSON.member(who, whose)) },
    'users.update',
    body({ first_name: 'Renamed', dry_run: true }),
  ),
  'post /users/{userID}/delete': lasting(MANAGERS_OF_OTHERS, 'users.delete', ({ me }) => ({
    body: { user_id: me.userId },
  })),
  'post /users/{userID}/restore': lasting(
    MANAGERS_OF_OTHERS,
    'users.restore',
    async ({ dependencies, it, me, house }) => {
      if (it !== me) {
        const { organizationId } = house;
        const now = dependencies.clock.now();
        await dependencies.sql`update memberships set status = 'deleted' where user_id = ${it.userId}`;
        const row = { organizationId, userId: it.userId, role: 'user' as const, status: 'active' as const };
        const kept = { heirId: me.userId, workspaces: [], createdAt: now, deletedAt: now };
        await dependencies.db.insert(deletedMembers).values({ id: newId(), ...row, ...kept });
      }
      return {};
    },
  ),
  'post /users/{userID}/resend-invite': lasting(
    MANAGERS_OF_OTHERS,
    'users.resend-invite',
    async ({ dependencies, it, me }) => {
      if (it !== me) await dependencies.sql`update memberships set status = 'pending' where user_id = ${it.userId}`;
      return {};
    },
  ),
  'get /users/accept-invite': {
    ...self(EVERYONE, 'users.accept-invite', async ({ dependencies, me, house }) => ({
      query: { invite_token: await mailToken(dependencies, me.userId, 'invite', house.organizationId) },
    })),
    alone: true,
  },
  'get /groups': read(MANAGERS, () => ({ query: { search: 'zq' } })),
  'get /groups/{groupID}': read(MANAGERS),
  'post /groups/add': lasting(MANAGERS, 'groups.add', ({ it }) => ({
    body: { name: 'new', admin_users: [it.userId], users: [it.userId] },
  })),
  'post /groups/{groupID}/update': lasting(MANAGERS, 'groups.update', ({ it }) => ({
    body: { name: 'renamed', admin_users: [it.userId], users: [] },
  })),
  'post /groups/{groupID}/delete': write(MANAGERS, 'groups.delete'),
  'post /groups/{groupID}/restore': lasting(MANAGERS, 'groups.restore', async ({ dependencies, house }) => {
    const [row] = await dependencies.db.delete(groups).where(eq(groups.id, house.groupID)).returning();
    const deletedAt = dependencies.clock.now();
    if (row) await dependencies.db.insert(deletedGroups).values({ ...row, adminIds: [], userIds: [], deletedAt });
    return {};
  }),

  // Organization and billing
  'get /organization': read(EVERYONE),
  'get /organization/list': read(EVERYONE),
  'get /organization/industries': read(EVERYONE),
  'get /organization/countries': read(EVERYONE),
  'get /organization/states': read(EVERYONE),
  'get /organization/search': read(EVERYONE, () => ({ query: { search: 'zq' } })),
  'get /organization/audit': read(MANAGERS),
  'get /organization/audit/export': read(MANAGERS),
  'get /organization/billing': read(MANAGERS),
  'get /organization/invoices': read(MANAGERS),
  'get /organization/invoices/{invoiceID}': read(MANAGERS),
  'get /organization/invoices/{invoiceID}/pdf': read(MANAGERS),
  'get /organization/startCharge': read(MANAGERS),
  'get /organization/cardSetup': read(MANAGERS, async ({ dependencies, house }) => ({
    query: { setup_intent: (await newCard(dependencies, house.customerId)).id },
  })),
  'post /organization/confirmTestCard': {
    ...silent(MANAGERS, 'what the browser does at the provider; using the card is entered', async (c) => ({
      body: {
        client_secret: (await newCard(c.dependencies, c.house.customerId)).clientSecret,
        number: '4242 4242 4242 4242',
        ...EXPIRY,
      },
    })),
    self: true,
  },
  // There is no such payment here; one that there is: tests/api/billing-confirmation.test.ts.
  'post /organization/confirmTestPayment': {
    ...silent(
      MANAGERS,
      'what the browser does at the provider',
      body({ client_secret: 'pi_1_secret_1', confirm: true }),
    ),
    self: true,
    answer: 404,
  },
  'post /organization/updatePaymentMethod': self(
    MANAGERS,
    'organizations.update-payment-method',
    async ({ dependencies, house }) => ({
      body: { payment_method: await confirmedCard(dependencies, house.customerId) },
    }),
  ),
  'post /organization/update': write(MANAGERS, 'organizations.update', body(PROFILE)),
  'post /organization/updateSetupStep': write(OWNER, 'organizations.update-setup-step', async ({ set, house }) => {
    await set('organizations', house.organizationId, { setup_step: 1 });
    return { body: { setup_step: 2 } };
  }),
  'post /organization/switch': self(EVERYONE, 'organizations.switch', ({ house }) => ({
    body: { id: house.organizationId },
  })),
  'post /organization/new-organization-signup': {
    ...self(EVERYONE, 'organizations.create', body({ new_user_flag: false, organization_name: 'New' })),
    as: 'owner',
  },
  'post /organization/payInvoice': lasting(MANAGERS, 'billing.pay-invoice', async ({ world, house }) => ({
    body: { invoice_id: await openInvoice(world.bench.stripe, house.customerId) },
  })),
  'post /organization/removeUnusedUserLicenses': write(MANAGERS, 'billing.remove-unused-licences'),
  'post /organization/setSpendingCap': lasting(OWNER, 'billing.set-spending-cap', body({ monthly_cap: 100_000 })),
  'post /organization/delete': self(OWNER, 'billing.delete-organization'),
  'post /organization/cancelDelete': self(OWNER, 'billing.restore-organization', async ({ set, house }) => {
    await set('organizations', house.organizationId, { delete_date: '2026-12-01' });
    return {};
  }),
  // Owner and admin see every invitation of the organization, others their own.
  'get /organization/shares': read(EVERYONE),
  'post /organization/add-share': lasting(
    EVERYONE,
    'organizations.add-share',
    body({ invite_name: 'New', invite_email: 'share@example.com' }),
  ),
  'post /organization/resend-share': lasting(PERSON, 'organizations.resend-share', ({ it }) => ({
    body: { id: it.shareID },
  })),
  'get /support': read(EVERYONE),
  'get /desktop/downloads': read(EVERYONE),
  'post /support': write(EVERYONE, 'support.send', () => ({ raw: supportForm() })),

  // A person's own account
  'get /users/current': read(EVERYONE),
  'get /users/get-survey': read(EVERYONE),
  'get /profile/sessions': read(EVERYONE),
  'get /profile/api-tokens': read(EVERYONE),
  'get /profile/impersonations': read(EVERYONE),
  'get /profile/linked-accounts': read(EVERYONE),
  'get /profile/two-factor': read(EVERYONE),
  'get /pictures/{pictureID}': read(EVERYONE),
  'post /profile/update': lasting(EVERYONE, 'profile.update', ({ me }) => ({
    body: { first_name: 'New', last_name: 'Name', username: me.username, time_zone: null },
  })),
  'post /profile/preferences': write(EVERYONE, 'profile.update-preferences', body({ theme: 'dark' })),
  'get /profile/dotfiles': read(EVERYONE),
  'post /profile/dotfiles': lasting(
    EVERYONE,
    'profile.update-dotfiles',
    body({ dotfiles_url: 'https://93.184.216.34/dotfiles.git' }),
  ),
  'get /profile/editor-settings': read(EVERYONE),
  'post /profile/editor-settings': lasting(EVERYONE, 'profile.update-editor-settings', body({ follow: false })),
  'post /profile/tour': write(EVERYONE, 'profile.tour'),
  'post /profile/picture': write(EVERYONE, 'profile.save-picture', async () => ({ raw: await picture })),
  'post /profile/picture/remove': write(EVERYONE, 'profile.remove-picture'),
  'post /profile/sessions/end-others': self(EVERYONE, 'profile.end-other-sessions'),
  'post /profile/sessions/{sessionID}/end': self(OWN, 'profile.end-session'),
  'post /profile/api-tokens/add': self(
    EVERYONE,
    'profile.add-api-token',
    body({ name: 'new', days: 7, scopes: ['read'], ...proof }),
  ),
  'get /profile/authorization': {
    ...read(EVERYONE, async (c) => ({ query: await authorization(c) })),
    self: true,
  },
  'post /profile/authorization/allow': self(EVERYONE, 'profile.allow-client', async (c) => ({
    body: { request: await authorization(c), days: 7, scopes: ['read'], ...proof },
  })),
  'post /profile/authorization/refuse': self(EVERYONE, 'profile.refuse-client', async (c) => ({
    body: { request: await authorization(c) },
  })),
  'post /profile/api-tokens/{tokenID}/revoke': self(OWN, 'profile.revoke-api-token'),
  'post /profile/api-tokens/{tokenID}/restore': self(OWN, 'profile.restore-api-token', async ({ dependencies, it }) => {
    const [row] = await dependencies.db.select().from(apiTokens).where(eq(apiTokens.id, it.tokenID));
    if (!row) return {};
    const [id, tokenHash] = [newId(), hashToken(newToken())];
    await dependencies.db
      .insert(deletedApiTokens)
      .values({ ...row, id, tokenHash, deletedAt: dependencies.clock.now() });
    return { params: { tokenID: id } };
  }),
  'post /profile/two-factor/begin': self(EVERYONE, 'profile.begin-two-factor', body(proof)),
  'post /profile/two-factor/confirm': self(EVERYONE, 'profile.enable-two-factor', async (c) => ({
    body: { code: codeOf(await twoFactor(c, false), c) },
  })),
  'post /profile/two-factor/recovery-codes': self(EVERYONE, 'profile.renew-recovery-codes', async (c) => {
    await twoFactor(c, true);
    return { body: proof };
  }),
  'post /profile/two-factor/disable': self(EVERYONE, 'profile.disable-two-factor', async (c) => {
    await twoFactor(c, true);
    return { body: proof };
  }),
  'post /profile/linked-accounts/{provider}/unlink': {
    ...self(EVERYONE, 'profile.unlink-account', async ({ dependencies, me }) => {
      await dependencies.sql`insert into accounts (id, user_id, account_id, provider_id)
        values (${newId()}, ${me.userId}, ${me.userId}, 'google')`;
      return {};
    }),
    alone: true,
  },
  'post /profile/send-confirmation': self(EVERYONE, 'profile.send-confirmation', async ({ set, me }) => {
    await set('users', me.userId, { email_verified: false });
    return {};
  }),
  'post /profile/access-reviewed': self(EVERYONE, 'profile.review-access', async ({ set, me }) => {
    await set('users', me.userId, { access_review_at: '2026-11-01' });
    return {};
  }),
  'post /users/set-password': self(
    EVERYONE,
    'profile.change-password',
    body({ ...proof, password: 'Lantern-Quay-93!', password_repeat: 'Lantern-Quay-93!' }),
  ),
  'post /users/desktop-code': self(EVERYONE, 'desktop.issue-code', body({ code_challenge: 'a'.repeat(43) })),

  'get /users/device-login': read(EVERYONE, async (c) => {
    const { user_code } = await deviceLogin(c);
    return { query: { user_code } };
  }),
  'post /users/device-login/allow': self(EVERYONE, 'auth.allow-device', async (c) => {
    const { user_code } = await deviceLogin(c);
    return { body: { user_code } };
  }),
  'post /users/device-login/deny': self(EVERYONE, 'auth.deny-device', async (c) => {
    const { user_code } = await deviceLogin(c);
    return { body: { user_code } };
  }),

  // Administrators of the product
  'get /users/admin-organization-dropdown': read(OPERATOR),
  'get /users/admin-user-dropdown': read(OPERATOR),
  'get /users/switch-user': self(OPERATOR, 'auth.switch-user', ({ world }) => ({
    query: {
      organization_id: world.home.organizationId,
      user_id: world.here.lead.userId,
      reason: 'Ticket 4711 of theirs',
    },
  })),
  // The settings of the tests name nobody; who is named: tests/api/administrators.test.ts.
  'post /users/become-administrator': {
    ...silent(EVERYONE, 'refused to those whom the settings do not name', body(proof)),
    self: true,
    answer: 409,
  },
  'get /users/beta-users': read(OPERATOR),
  'post /users/add-beta-user': self(
    OPERATOR,
    'surveys.add-beta-user',
    body({ email_address: 'beta@example.com', credit: 0 }),
  ),
  'post /users/resend-beta-invite': self(OPERATOR, 'surveys.resend-beta-invite', async ({ dependencies }) => {
    const id = await betaUser(dependencies);
    return { body: { id } };
  }),

  'get /machines': read(OPERATOR),
  'get /machines/{machineID}/workspaces': read(OPERATOR, machine),
  'get /machines/join-command': read(OPERATOR),
  'post /machines/{machineID}/cordon': lasting(OPERATOR, 'pool.cordon', machine),
  'post /machines/{machineID}/drain': lasting(OPERATOR, 'pool.drain', async (c) => ({
    ...(await machine(c)),
    body: { due_date: null },
  })),
  'post /machines/{machineID}/uncordon': lasting(OPERATOR, 'pool.uncordon', machine),
  'post /machines/{machineID}/remove': lasting(OPERATOR, 'pool.remove', machine),

  // Open to anyone
  'post /users/signup': write(EVERYONE, 'auth.sign-up', () => ({
    body: {
      username: 'newcomer',
      email: 'newcomer@example.com',
      password: PASSWORD,
      first_name: 'New',
      last_name: 'Comer',
      organization_name: 'New',
      'accept-terms': true,
    },
  })),
  'post /users/login': write(EVERYONE, 'auth.login', ({ me }) => ({
    body: { username: me.username, password: PASSWORD },
  })),
  'post /users/login/code': write(EVERYONE, 'auth.login', async (c) => {
    await twoFactor(c, true);
    const { dependencies, me } = c;
    const [code] = await renewCodes(dependencies.db, me.userId);
    const since = dependencies.clock.now().toISOString();
    const known = { userId: me.userId, how: 'password', since };
    const two_factor_token = await keepOneTime(dependencies, dependencies.db, 'second-factor', known, HOUR);
    return { body: { two_factor_token, code } };
  }),
  'post /users/federated-login': write(EVERYONE, 'auth.login', async ({ dependencies, me }) => {
    // By the server's clock: an account that changed after the proof began lets nobody in.
    await dependencies.sql`insert into accounts (id, user_id, account_id, provider_id, updated_at)
      values (${newId()}, ${me.userId}, ${me.userId}, 'google', ${dependencies.clock.now()})`;
    const known = { userId: me.userId, browser: hashToken('browser'), provider: 'google' };
    const federated_login_id = await keepOneTime(dependencies, dependencies.db, 'federated-login', known, HOUR);
    return { body: { federated_login_id }, headers: { cookie: 'slipway_browser=browser' } };
  }),
  'post /users/desktop-session': write(EVERYONE, 'desktop.sign-in', async ({ dependencies, me, house }) => {
    const [code, code_verifier] = [newToken(), 'v'.repeat(43)];
    await dependencies.db.insert(desktopCodes).values({
      id: newId(),
      codeHash: hashToken(code),
      challenge: createHash('sha256').update(code_verifier).digest('base64url'),
      userId: me.userId,
      organizationId: house.organizationId,
      sessionId: me.sessionID,
      expiresAt: new Date(dependencies.clock.now().getTime() + HOUR),
    });
    return { body: { code, code_verifier } };
  }),
  'post /users/device-login/start': silent(EVERYONE, ANONYMOUS, body({ program: 'slipway', computer: 'laptop' })),
  'post /users/device-login/poll': write(EVERYONE, 'auth.device-login', async (c) => {
    const { device_code } = await deviceLogin(c, true);
    return { body: { device_code } };
  }),
  'get /users/logout': { ...write(EVERYONE, 'auth.logout'), as: 'owner' },
  'get /users/switch-back': { ...write(EVERYONE, 'auth.switch-back'), as: 'acting' },
  'post /users/reset-password': write(EVERYONE, 'auth.request-password-reset', ({ me }) => ({
    body: { email: me.email },
  })),
  'post /users/resend-confirmation': write(EVERYONE, 'auth.resend-confirmation', async ({ me, set }) => {
    await set('users', me.userId, { email_verified: false });
    return { body: { email: me.email } };
  }),
  'post /users/update-password': write(EVERYONE, 'auth.update-password', async ({ dependencies, me }) => ({
    body: {
      password: 'Lantern-Quay-93!',
      password_repeat: 'Lantern-Quay-93!',
      reset_token: await mailToken(dependencies, me.userId, 'reset_password'),
    },
  })),
  'get /users/confirm-email': {
    ...self(EVERYONE, 'auth.confirm-email', async ({ dependencies, me }) => ({
      query: { token: await mailToken(dependencies, me.userId, 'confirm_email') },
    })),
    as: 'owner',
  },
  'get /users/validate-reset-token': read(EVERYONE, async ({ dependencies, me }) => ({
    query: { reset_token: await mailToken(dependencies, me.userId, 'reset_password') },
  })),
  'get /users/check-username': read(EVERYONE, () => ({ query: { q: 'somebody' } })),
  'get /users/check-email': read(EVERYONE, () => ({ query: { q: 'somebody@example.com' } })),
  'get /users/providers': read(EVERYONE),
  'get /users/get-state-token': silent(EVERYONE, ANONYMOUS, () => ({ query: { provider: 'google' } })),
  'get /users/github-auth': { ...read(EVERYONE), answer: 302 },
  'get /users/google-auth': { ...read(EVERYONE), answer: 302 },
  'get /users/get-federated-user': read(EVERYONE, async ({ dependencies }) => {
    const known = { provider: 'google', accountId: '7', email: 'f@example.com', firstName: 'F', lastName: 'F' };
    const federated_user_id = await keepOneTime(dependencies, dependencies.db, 'federated-identity', known, HOUR);
    return { query: { federated_user_id } };
  }),
  'get /users/get-beta-user': read(EVERYONE, async ({ dependencies }) => ({
    query: { beta_user_id: await betaUser(dependencies) },
  })),
  'get /users/survey-languages': read(EVERYONE),
  'post /users/save-survey': { ...write(EVERYONE, 'surveys.save', body({ languages: ['Ada'] })), as: 'owner' },
};

interface Mixed {
  /** Of the contract. */
  call: string;
  /** Something of one's own together with something of another organization or person. */
  send(it: Case): Sent | Promise<Sent>;
  /** 422 when left out: the field says so. */
  answer?: 404;
}

/** Forms that name what is somebody else's; tried by the owner, on rows of the home organization. */
export const MIXED: Record<string, Mixed> = {
  'a workspace for a user of elsewhere': {
    call: 'post /workspaces/add',
    send: (c) => ({ body: { ...newWorkspace(c).body, user_id: c.world.there.userId } }),
  },
  'a workspace with a key of another person': {
    call: 'post /workspaces/add',
    send: (c) => ({ body: { ...newWorkspace(c).body, ssh_key_id: c.world.other.sshKeyID } }),
  },
  'a workspace on a host of elsewhere': {
    call: 'post /workspaces/add',
    send: (c) => ({ body: { ...newWorkspace(c).body, server_id: c.world.away.serverID } }),
  },
  'a workspace with a deploy key of another person': {
    call: 'post /workspaces/add',
    send: (c) => {
      const repository = { git_url: 'ssh://git@93.184.216.34/x.git', deploy_key_id: c.world.other.deployKeyID };
      return { body: { ...newWorkspace(c).body, ...repository } };
    },
  },
  'a look at a repository with a deploy key of another person': {
    call: 'post /workspaces/look-at-repository',
    send: (c) => ({ body: { git_url: 'ssh://git@93.184.216.34/x.git', deploy_key_id: c.world.other.deployKeyID } }),
  },
  'a workspace of a snapshot of elsewhere': {
    call: 'post /workspaces/add',
    send: (c) => {
      const snapshot = { deployment_type: 'snapshot', snapshot_id: c.world.there.snapshotID };
      return { body: { ...newWorkspace(c).body, ...snapshot } };
    },
  },
  'a key of another person for a workspace': {
    call: 'post /workspaces/{workspaceID}/update',
    send: ({ world }) => ({ body: { ssh_key_id: world.other.sshKeyID } }),
  },
  'a service for a user of elsewhere': {
    call: 'post /services/add',
    send: ({ world, house }) => ({
      body: { name: 'x', service_id: 'redis', server_id: house.serverID, user_id: world.there.userId },
    }),
  },
  'a service on a host of elsewhere': {
    call: 'post /services/add',
    send: ({ world, me }) => ({
      body: { name: 'x', service_id: 'redis', server_id: world.away.serverID, user_id: me.userId },
    }),
  },
  'a service of a snapshot of elsewhere': {
    call: 'post /services/add',
    send: ({ world, me, house }) => {
      const snapshot = { deployment_type: 'snapshot', snapshot_id: world.there.serviceSnapshotID };
      const form = { name: 'x', service_id: 'redis', server_id: house.serverID, user_id: me.userId };
      return { body: { ...form, ...snapshot } };
    },
  },
  'a group with a user of elsewhere': {
    call: 'post /groups/{groupID}/update',
    send: ({ world, me }) => ({ body: { name: 'x', admin_users: [me.userId], users: [world.theirUser.userId] } }),
  },
  'a group with an administrator of elsewhere': {
    call: 'post /groups/add',
    send: ({ world, me }) => ({ body: { name: 'x', admin_users: [world.there.userId], users: [me.userId] } }),
  },
  'a new user in a group of elsewhere': {
    call: 'post /users/add',
    send: ({ world }) => ({ body: { ...person, groups: [world.away.groupID] } }),
  },
  'a user in a group of elsewhere': {
    call: 'post /users/{userID}/update',
    send: ({ world }) => ({
      params: { userID: world.other.userId },
      body: { groups: [world.away.groupID] },
    }),
  },
  'workspaces left to a user of elsewhere': {
    call: 'post /users/{userID}/delete',
    send: ({ world }) => ({ params: { userID: world.other.userId }, body: { user_id: world.there.userId } }),
  },
  'an organization that one is no member of': {
    call: 'post /organization/switch',
    send: ({ world }) => ({ body: { id: world.away.organizationId } }),
    answer: 404,
  },
  'an invoice of elsewhere': {
    call: 'post /organization/payInvoice',
    send: ({ world }) => ({ body: { invoice_id: world.away.invoiceID } }),
    answer: 404,
  },
  'a card set-up of elsewhere': {
    call: 'get /organization/cardSetup',
    send: async ({ world, dependencies }) => ({
      query: { setup_intent: (await newCard(dependencies, world.away.customerId)).id },
    }),
    answer: 404,
  },
  'a stack of elsewhere': {
    call: 'post /services/stacks/launch',
    send: ({ world }) => ({ body: { stack_id: world.there.stackID, name: 'x' } }),
    answer: 404,
  },
};

const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
  .png()
  .toBuffer();

function supportForm(): FormData {
  const form = new FormData();
  const fields = { first_name: 'F', last_name: 'L', email: 'f@example.com', classification: 'bug', subject: 'S' };
  for (const [name, value] of Object.entries({ ...fields, description: 'D', ticket_url: '/' })) form.set(name, value);
  return form;
}

function mailToken(dependencies: Case['dependencies'], userId: string, purpose: TokenPurpose, organizationId?: string) {
  return issueMailToken(dependencies, dependencies.db, { userId, purpose, ...(organizationId && { organizationId }) });
}

/** A bill that waits to be paid. */
async function openInvoice({ invoiceItems, invoices }: Stripe, customer: string): Promise<string> {
  const invoice = await invoices.create({ customer, auto_advance: false });
  await invoiceItems.create({ customer, invoice: invoice.id ?? '', amount: 1000, currency: CURRENCY });
  return (await invoices.finalizeInvoice(invoice.id ?? '', { auto_advance: false })).id ?? '';
}

function newCard({ payments }: Case['dependencies'], customerId: string) {
  return payments.createSetupIntent(customerId);
}

async function confirmedCard(dependencies: Case['dependencies'], customerId: string): Promise<string> {
  const { id } = await newCard(dependencies, customerId);
  const card = { number: '4242 4242 4242 4242', expiryMonth: 12, expiryYear: 2040, cvc: '123' };
  const returnUrl = 'https://slipway.example/';
  const setup = await dependencies.payments.confirmTestCard({ customerId, setupIntentId: id, card, returnUrl });
  return setup.status === 'succeeded' ? setup.paymentMethodId : '';
}

/** Gives the asking person an authenticator; its seed. */
async function twoFactor({ dependencies, me }: Case, confirmed: boolean): Promise<string> {
  const seed = newSeed();
  const now = dependencies.clock.now();
  const row = { userId: me.userId, sealedSeed: dependencies.secrets.seal(seed), createdAt: now };
  await dependencies.db.insert(twoFactors).values({ ...row, confirmedAt: confirmed ? now : null });
  return seed;
}

function codeOf(seed: string, { dependencies }: Case): string {
  return new TOTP({ secret: Secret.fromBase32(seed) }).generate({ timestamp: dependencies.clock.now().getTime() });
}

async function betaUser({ db }: Case['dependencies']): Promise<string> {
  const id = newId();
  await db.insert(betaUsers).values({ id, emailAddress: 'invited@example.com' });
  return id;
}

/** What a program asks that has registered. */
async function authorization({ dependencies }: Case) {
  const [id, redirect_uri] = [newId(), 'http://localhost/callback'];
  const client = { id, name: 'Agent', redirectUris: [redirect_uri], createdAt: dependencies.clock.now() };
  await dependencies.db.insert(oauthClients).values(client);
  const challenge = { code_challenge: 'a'.repeat(43), code_challenge_method: 'S256' };
  return { response_type: 'code', client_id: id, redirect_uri, ...challenge };
}

/** A program that waits for an answer, or has one. */
async function deviceLogin({ dependencies, me, house }: Case, allowed = false) {
  const [device_code, now] = [newToken(), dependencies.clock.now()];
  const user_code = 'BCDF-GHJK';
  await dependencies.sql`delete from device_logins`;
  await dependencies.db.insert(deviceLogins).values({
    id: newId(),
    deviceCodeHash: hashToken(device_code),
    userCode: user_code,
    program: 'slipway',
    computer: 'laptop',
    ipAddress: '192.0.2.7',
    pollInterval: 2,
    createdAt: now,
    expiresAt: new Date(now.getTime() + HOUR),
    ...(allowed && {
      answer: 'allowed' as const,
      userId: me.userId,
      organizationId: house.organizationId,
      sessionId: me.sessionID,
    }),
  });
  return { device_code, user_code };
}
