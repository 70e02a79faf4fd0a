import { eq } from 'drizzle-orm';
import { createSession, setPassword } from '#server/features/auth/index.ts';
import { apiTokens, impersonations } from '#server/features/auth/tables.ts';
import { groupAdmins, groups, groupUsers } from '#server/features/groups/tables.ts';
import { insertRecord } from '#server/features/instances/records.ts';
import { snapshots } from '#server/features/instances/tables.ts';
import { memberships, organizations, shares, sshKeys, users } from '#server/features/people/tables.ts';
import { pictures } from '#server/features/profile/tables.ts';
import { secrets } from '#server/features/secrets/tables.ts';
import { sealEnvironment } from '#server/features/services/sealed-environment.ts';
import { services } from '#server/features/services/tables.ts';
import { tasks } from '#server/features/tasks/tables.ts';
import { workspaceDeployKeys, workspaces } from '#server/features/workspaces/tables.ts';
import { HOUR } from '#server/platform/clock.ts';
import { hashToken, newId, newToken } from '#server/platform/ids.ts';
import type { Role } from '#shared/features/auth/model.ts';
import { insertHost } from '#tests/support/host.ts';
import { newPublicKey } from '#tests/support/ssh-key.ts';
import { insertTemplate } from '#tests/support/things.ts';
import { type BillingBench, billingBench } from '../billing-support.ts';

export const PASSWORD = 'Harbour-Wind-74';
const NOW = new Date('2026-11-23T12:00:00Z');
/** A word that is nowhere else. */
const mark = () => `zq${newId().slice(-12)}`;

/** A member, and one row of everything that belongs to a person. */
export type Person = Awaited<ReturnType<typeof addPerson>>;

/** An organization with a subscription, and one of everything that belongs to no person in it. */
export interface House {
  organizationId: string;
  serverID: string;
  groupID: string;
  templateID: string;
  invoiceID: string;
  customerId: string;
}

/**
 * Two organizations with real rows of everything, and an administrator of the product in a third. In `here`, the group's
 * administrators are a lead and a user; `grouped` is in the group, and `other` is somebody whom only managers see.
 */
export async function buildWorld() {
  const bench = await billingBench(NOW, {
    SLIPWAY_SHARED_MEMORY_MB: '1000000',
    SLIPWAY_HOST_MEMORY_MB: '9000000',
    SLIPWAY_TRUST_PROXY: 'true',
    SLIPWAY_GOOGLE_CLIENT_ID: 'google-client',
    SLIPWAY_GOOGLE_CLIENT_SECRET: 'google-secret',
  });
  const { dependencies } = bench;
  const hash = await dependencies.passwords.hash(PASSWORD);
  const add = (house: House, place: Place) => addPerson(bench, house, place, hash);

  const home = await furnish(bench);
  const here = {
    owner: await add(home, { role: 'owner', ownerId: home.ownerId }),
    admin: await add(home, { role: 'admin' }),
    lead: await add(home, { role: 'lead' }),
    user: await add(home, { role: 'user' }),
    groupLead: await add(home, { role: 'lead', group: 'admin' }),
    groupUser: await add(home, { role: 'user', group: 'admin' }),
    grouped: await add(home, { role: 'user', group: 'user' }),
  };
  const beforeOther = await wordsOf(dependencies);
  const other = await add(home, { role: 'user' });
  const withOther = await wordsOf(dependencies);
  const pending = await add(home, { role: 'user', status: 'pending' });
  const deleted = await add(home, { role: 'user', status: 'deleted' });
  const beforeThere = await wordsOf(dependencies);
  const away = await furnish(bench);
  const there = await add(away, { role: 'owner', ownerId: away.ownerId });
  const theirUser = await add(away, { role: 'user' });
  const withThere = await wordsOf(dependencies);
  const both = await addToBoth(bench, { home, away, hash, owners: { here: here.owner, there } });
  const far = await furnish(bench);
  const operator = await add(far, { role: 'owner', ownerId: far.ownerId });
  await dependencies.db.update(users).set({ adminFlag: true }).where(eq(users.id, operator.userId));
  return {
    bench,
    dependencies,
    home,
    away,
    /** Those who are signed in to the home organization. */
    here,
    other,
    pending,
    deleted,
    there,
    theirUser,
    both,
    operator,
    actingKey: await actAs(bench, operator, { ...here.owner, organizationId: home.organizationId }),
    /** What is known of `other`, and of the other organization, and of nobody else. */
    wordsOfOther: difference(withOther, beforeOther),
    wordsOfThere: difference(withThere, beforeThere),
    close: () => dependencies.close(),
  };
}
export type World = Awaited<ReturnType<typeof buildWorld>>;

async function furnish(bench: BillingBench): Promise<House & { ownerId: string }> {
  const { dependencies } = bench;
  const { organizationId, customerId, owner } = await bench.subscribed();
  const word = mark();
  await dependencies.db
    .update(organizations)
    .set({
      name: `org ${word}`,
      userLicenses: 40,
      country: 'AT',
      city: `city ${word}`,
      streetAddress: `street ${word}`,
    })
    .where(eq(organizations.id, organizationId));
  const size = { cpuCores: 64, memoryMb: 512 * 1024, diskGb: 9000 };
  const serverID = await insertHost(dependencies, organizationId, { name: `host ${word}`, ...size });
  const groupID = newId();
  await dependencies.db.insert(groups).values({ id: groupID, organizationId, name: `group ${word}` });
  const templateID = await insertTemplate(dependencies, organizationId, {
    name: `template ${word}`,
    content: { git_url: 'https://1.1.1.1/app' },
  });
  const [invoice] = await dependencies.sql`select id from billing_invoices where organization_id = ${organizationId}`;
  const invoiceID = String(invoice?.id);
  return { organizationId, customerId, serverID, groupID, templateID, invoiceID, ownerId: owner.userId };
}

interface Place {
  role: Role;
  group?: 'user' | 'admin';
  status?: 'active' | 'pending' | 'deleted';
  /** A user who is there already and gets the rest. */
  ownerId?: string;
}

async function addPerson({ dependencies }: BillingBench, house: House, place: Place, hash: string) {
  const { db, clock } = dependencies;
  const { organizationId, groupID } = house;
  const { role, group, status = 'active', ownerId } = place;
  const word = mark();
  const userId = ownerId ?? newId();
  const email = `${word}@example.com`;
  const names = { username: word, email, name: `${word} Person`, firstName: word, lastName: `of ${word}` };
  if (ownerId) await db.update(users).set(names).where(eq(users.id, userId));
  else {
    await db.insert(users).values({ id: userId, ...names, emailVerified: true });
    await db.insert(memberships).values({ id: newId(), organizationId, userId, role, status });
  }
  if (group === 'user') await db.insert(groupUsers).values({ groupId: groupID, userId });
  if (group === 'admin') await db.insert(groupAdmins).values({ groupId: groupID, userId });
  await setPassword(dependencies, db, { userId, hash });
  const origin = { ipAddress: '192.0.2.7', userAgent: `agent ${word}` };
  const key = await createSession(dependencies, { userId, organizationId, origin });
  const second = await createSession(dependencies, { userId, organizationId, origin });
  const [{ id: sessionID } = { id: '' }] = await dependencies.sql<
    { id: string }[]
  >`select id from sessions where token = ${hashToken(second)}`;
  const shareID = newId();
  const invited = {
    inviteName: `share ${word}`,
    inviteEmail: `share-${word}@example.com`,
    customMessage: `Dear ${word}`,
  };
  const sentAt = new Date(clock.now().getTime() - HOUR);
  await db.insert(shares).values({ id: shareID, organizationId, userId, ...invited, sentAt });
  const [tokenID, tokenKey] = [newId(), `slipway_${newToken()}`];
  await db.insert(apiTokens).values({
    id: tokenID,
    userId,
    organizationId,
    name: `token ${word}`,
    tokenHash: hashToken(tokenKey),
    hint: tokenKey.slice(-4),
    lastUsedAt: clock.now(),
    createdAt: clock.now(),
  });
  const pictureID = newId();
  await db.insert(pictures).values({ id: pictureID, userId, webp: Buffer.from('RIFF'), createdAt: clock.now() });
  const things = await addThings(dependencies, { house, userId, word });
  return { userId, ...names, key, sessionID, shareID, tokenID, tokenKey, pictureID, ...things };
}

interface Both {
  home: House;
  away: House;
  hash: string;
  owners: { here: Person; there: Person };
}

/**
 * An admin of both organizations, signed in to each. `hers` are her own things there; what belongs to no organization (her
 * keys and sessions) is that owner's instead.
 */
async function addToBoth(bench: BillingBench, { home, away, hash, owners }: Both) {
  const { dependencies } = bench;
  const me = await addPerson(bench, home, { role: 'admin' }, hash);
  const { userId } = me;
  const membership = { id: newId(), organizationId: away.organizationId, userId };
  await dependencies.db.insert(memberships).values({ ...membership, role: 'admin', status: 'active' });
  const before = await wordsOf(dependencies);
  const { sshKeyID, ...theirs } = await addThings(dependencies, { house: away, userId, word: mark() });
  // A key is hers in both.
  await dependencies.db.delete(sshKeys).where(eq(sshKeys.id, sshKeyID));
  const words = difference(await wordsOf(dependencies), before);
  const { workspaceID, organizationServiceID, snapshotID, serviceSnapshotID, stackID, deployKeyID, taskID } = me;
  const mine = { workspaceID, organizationServiceID, snapshotID, serviceSnapshotID, stackID, deployKeyID, taskID };
  const origin = { ipAddress: '192.0.2.7', userAgent: 'agent of both' };
  const key = await createSession(dependencies, { userId, organizationId: away.organizationId, origin });
  return {
    here: { me, key: me.key, hers: { ...owners.here, ...mine }, words: Object.values(mine) },
    there: { me, key, hers: { ...owners.there, ...theirs }, words },
  };
}

interface Owner {
  house: House;
  userId: string;
  word: string;
}

/** A stopped workspace on the host with its repository, a stopped service, a snapshot of each as one stack, and a key. */
async function addThings(dependencies: BillingBench['dependencies'], { house, userId, word }: Owner) {
  const { db } = dependencies;
  const { organizationId, serverID } = house;
  const [
    workspaceID,
    organizationServiceID,
    snapshotID,
    serviceSnapshotID,
    stackID,
    sshKeyID,
    deployKeyID,
    secretID,
    taskID,
  ] = [newId(), newId(), newId(), newId(), newId(), newId(), newId(), newId(), newId()];
  const whose = { organizationId, userId, engineId: serverID };
  const publicKey = newPublicKey();
  await db
    .insert(sshKeys)
    .values({ id: sshKeyID, userId, name: `key ${word}`, publicKey, fingerprint: `SHA256:${word}` });
  await db.insert(secrets).values({
    ...{ id: secretID, organizationId, userId, name: `SECRET_${word}`, kind: 'text' as const },
    ...{ sealed: dependencies.secrets.seal(`value ${word}`), sizeBytes: 10, version: newId() },
  });
  const size = { cpuCores: 1, memoryMb: 1536, diskGb: 10 };
  const software = {
    language: 'nodejs',
    languageVersion: '22',
    database: 'none',
    gitUrl: `https://93.184.216.34/${word}/x.git`,
  };
  await insertRecord(db, workspaces, {
    kind: 'workspace',
    ...whose,
    ...software,
    ...size,
    id: workspaceID,
    name: `workspace ${word}`,
    slug: `w-${word}`,
    status: 'Offline',
    serverId: serverID,
    containerId: `container-${word}`,
    sshKeyId: sshKeyID,
    cloneStatus: 'refused',
    cloneDetail: `refused ${word}`,
  });
  await db.insert(workspaceDeployKeys).values({
    id: deployKeyID,
    organizationId,
    userId,
    publicKey: `ssh-ed25519 ${word}`,
    createdAt: dependencies.clock.now(),
  });
  const environment = sealEnvironment(dependencies, {
    REDIS_PASSWORD: `password ${word}`,
    REDIS_APPENDONLY: 'yes',
    REDIS_MAXMEMORY_POLICY: 'noeviction',
  });
  await insertRecord(db, services, {
    kind: 'service',
    ...whose,
    ...size,
    id: organizationServiceID,
    catalogueId: 'redis',
    name: `service ${word}`,
    slug: `s-${word}`,
    status: 'Offline',
    serverId: serverID,
    containerId: `service-container-${word}`,
    environment,
  });
  const taken = { ...whose, status: 'Active' as const, stackId: stackID };
  await db.insert(snapshots).values([
    { ...taken, ...software, id: snapshotID, instanceId: workspaceID, name: `snapshot ${word}` },
    {
      ...taken,
      id: serviceSnapshotID,
      instanceId: organizationServiceID,
      type: 'Service',
      name: `service snapshot ${word}`,
      language: 'none',
      database: 'none',
      catalogueId: 'redis',
      environment,
    },
  ]);
  await db.insert(tasks).values({
    ...{ id: taskID, organizationId, userId, sourceId: workspaceID, copyId: workspaceID, scopes: ['use'] },
    ...{ title: `task ${word}`, instructions: `do ${word}`, branch: `task/${word}`, minutes: 60, cents: 0 },
    ...{ state: 'waiting', reason: 'ready', baseTree: `tree ${word}`, log: `log ${word}` },
    ...{ createdAt: dependencies.clock.now(), expiresAt: new Date(dependencies.clock.now().getTime() + 24 * HOUR) },
  });
  return {
    taskID,
    workspaceID,
    organizationServiceID,
    snapshotID,
    serviceSnapshotID,
    stackID,
    sshKeyID,
    deployKeyID,
    secretID,
  };
}

/** A session in which an administrator of the product acts as somebody. */
async function actAs(
  { dependencies }: BillingBench,
  operator: Person,
  who: { userId: string; organizationId: string },
) {
  const { db, sql, clock } = dependencies;
  const [session] = await sql`select id from sessions where token = ${hashToken(operator.key)}`;
  const id = newId();
  const expiresAt = new Date(clock.now().getTime() + HOUR);
  const { userId, organizationId } = who;
  const between = { realUserId: operator.userId, realSessionId: String(session?.id), userId, organizationId };
  await db.insert(impersonations).values({ id, ...between, reason: 'A ticket', startedAt: clock.now(), expiresAt });
  const origin = { ipAddress: '192.0.2.8', userAgent: 'operator' };
  return createSession(dependencies, { userId, organizationId, origin, impersonationId: id, expiresAt });
}

/** Every text in every row that could give something away: ids, names, addresses, hashes. */
async function wordsOf({ sql }: BillingBench['dependencies']): Promise<Set<string>> {
  const tables = await sql<{ name: string }[]>`select tablename as name from pg_tables where schemaname = 'public'`;
  const words = new Set<string>();
  for (const { name } of tables) {
    for (const { row } of await sql<{ row: object }[]>`select to_jsonb(t) as row from ${sql(name)} t`)
      collect(row, words);
  }
  return words;
}

function collect(value: unknown, into: Set<string>): void {
  if (typeof value === 'string') {
    if (value.length >= 6 && !/^\d{4}-\d\d-\d\dT/.test(value)) into.add(value);
  } else if (value !== null && typeof value === 'object') for (const each of Object.values(value)) collect(each, into);
}

const difference = (all: Set<string>, known: Set<string>): string[] => [...all].filter((word) => !known.has(word));
