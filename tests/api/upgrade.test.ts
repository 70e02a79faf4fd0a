import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import {
  instanceInitMessages,
  instanceStatusChanges,
  instances,
  snapshots,
} from '#server/features/instances/tables.ts';
import { services } from '#server/features/services/tables.ts';
import { workspaces } from '#server/features/workspaces/tables.ts';
import { ConfigError } from '#server/platform/config-error.ts';
import { migrateDatabase, openDatabase } from '#server/platform/database.ts';
import type { Route } from '#shared/api/route.ts';
import { listAudit } from '#shared/features/audit/contract.ts';
import { listInvoices } from '#shared/features/billing/contract.ts';
import { listGroups } from '#shared/features/groups/contract.ts';
import { listHosts } from '#shared/features/hosts/contract.ts';
import { getOrganization } from '#shared/features/organizations/contract.ts';
import { listServices } from '#shared/features/services/contract.ts';
import { listSnapshots } from '#shared/features/snapshots/contract.ts';
import { listSshKeys } from '#shared/features/ssh-keys/contract.ts';
import { listUsers } from '#shared/features/users/contract.ts';
import { listWorkspaces } from '#shared/features/workspaces/contract.ts';
import { createTestClient } from '#tests/support/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const MIGRATIONS = path.join(ROOT, 'migrations');
/** Of Ada in first-rows.sql. */
const KEY = 'first-session-key-first-session-key-abcdefg';
const temporary = mkdtempSync(path.join(os.tmpdir(), 'slipway-upgrade-'));

let database: TestDatabase;
let dependencies: TestDependencies;
const before = new Map<string, number>();

/** A folder with the first migration alone. */
function firstMigration(): string {
  const folder = path.join(temporary, 'migrations');
  cpSync(MIGRATIONS, folder, { recursive: true });
  const file = path.join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, 1) }));
  return folder;
}

async function today(): Promise<PgTable[]> {
  const files = globSync('server/{features/*,gateway,mail}/tables.ts', { cwd: ROOT });
  const modules = await Promise.all(files.map((file): Promise<object> => import(path.join(ROOT, file))));
  return [...new Set(modules.flatMap((module) => Object.values(module)))].filter((value) => is(value, PgTable));
}

beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
  await migrateDatabase(database.url, firstMigration());
  const { sql, close } = openDatabase(database.url, 1);
  await sql.unsafe(readFileSync(path.join(import.meta.dirname, 'upgrade/first-rows.sql'), 'utf8'));
  const tables = await sql`select table_name as name from information_schema.tables where table_schema = 'public'`;
  for (const { name } of tables) {
    const [{ rows } = { rows: 0 }] = await sql`select count(*)::int as rows from ${sql(name)}`;
    before.set(name, rows);
  }
  await close();
  await migrateDatabase(database.url, MIGRATIONS);
  dependencies = await createTestDependencies({ database });
});
afterAll(async () => {
  await dependencies?.close();
  rmSync(temporary, { recursive: true, force: true });
});

describe('an upgrade from the first schema', () => {
  test('begins with a row in each of its tables', () => {
    expect([...before].filter(([, rows]) => rows === 0)).toEqual([]);
  });

  test('ends with the tables and columns that the server reads', async () => {
    const found = await dependencies.sql`
      select table_name || '.' || column_name || case is_nullable when 'NO' then ' not null' else '' end as text
      from information_schema.columns where table_schema = 'public'`;
    const wanted = (await today())
      .map(getTableConfig)
      .flatMap(({ name, columns }) =>
        columns.map((column) => `${name}.${column.name}${column.notNull ? ' not null' : ''}`),
      );
    expect(found.map(({ text }) => text).sort()).toEqual(wanted.sort());
  });

  /** A migration that moves rows out of a table takes it out of here, and gets a test of where they are. */
  test('keeps every row of tables that are still there, with values that the server knows', async () => {
    for (const table of await today()) {
      const { name, columns } = getTableConfig(table);
      const rows: Record<string, unknown>[] = await dependencies.db.select().from(table);
      if (before.has(name)) expect([name, rows.length]).toEqual([name, before.get(name)]);
      for (const { name: column, enumValues } of columns) {
        if (!enumValues?.length) continue;
        const values =
          await dependencies.sql`select distinct ${dependencies.sql(column)} as value from ${dependencies.sql(name)}`;
        expect([null, ...enumValues]).toEqual(expect.arrayContaining(values.map(({ value }) => value)));
      }
    }
  });

  describe('has one table for what runs', () => {
    const [workspaceId, serviceId] = ['00000000-0000-4000-8000-000000000020', '00000000-0000-4000-8000-000000000021'];
    const at = new Date('2026-11-20T09:00:00Z');

    test('with every column of a workspace and a service as it was', async () => {
      const common = {
        organizationId: '00000000-0000-4000-8000-000000000010',
        status: 'Offline',
        engineId: 'local',
        image: 'slipway/workspace:1',
        cpuCores: 1.5,
        memoryMb: 2048,
        diskGb: 20,
        diskUsedBytes: 5368709120,
        diskMeasuredAt: at,
        diskWarnedPercent: 80,
        unansweredCount: 1,
        unansweredSince: at,
        deleteProtect: true,
        revision: 2,
        launchedAt: at,
        activeSince: null,
        asleepSince: null,
        createdAt: at,
        scheduledDeleteAt: null,
        deletedAt: null,
        backupRevision: null,
        backedUpAt: null,
        heldRevision: null,
        heldAt: null,
        backToId: null,
        tokenId: null,
      };
      expect(await dependencies.db.select().from(instances).orderBy(instances.id)).toEqual([
        {
          ...common,
          id: workspaceId,
          kind: 'workspace',
          userId: '00000000-0000-4000-8000-000000000001',
          name: 'Storefront',
          slug: 'storefront-1a2b',
          serverId: '00000000-0000-4000-8000-000000000040',
          containerId: 'container-of-storefront-1a2b',
          snapshotId: '00000000-0000-4000-8000-000000000022',
          restoreId: '00000000-0000-4000-8000-000000000022',
          keepalive: true,
        },
        {
          ...common,
          id: serviceId,
          kind: 'service',
          userId: '00000000-0000-4000-8000-000000000002',
          name: 'Cache',
          slug: 'cache-3c4d',
          serverId: 'shared',
          containerId: 'container-of-cache-3c4d',
          snapshotId: '00000000-0000-4000-8000-000000000023',
          restoreId: null,
          keepalive: false,
        },
      ]);
      expect(await dependencies.db.select().from(workspaces)).toMatchObject([
        {
          id: workspaceId,
          sshKeyId: '00000000-0000-4000-8000-000000000030',
          language: 'nodejs',
          port3030: 'tcp',
          warmSleep: true,
        },
      ]);
      expect(await dependencies.db.select().from(services)).toEqual([
        {
          id: serviceId,
          catalogueId: 'redis',
          environment: 'v1.sealed',
          previousEnvironment: 'v1.sealed',
          dockerPrivilege: false,
        },
      ]);
    });

    test('with what happened to each, in its order', async () => {
      const { instanceId, status, cause, detail, userId, createdAt, id } = instanceStatusChanges;
      const changes = await dependencies.db
        .select({ instanceId, status, cause, detail, userId, createdAt })
        .from(instanceStatusChanges)
        .orderBy(instanceId, id);
      const [ada, jonas] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
      const stopped = { status: 'Offline', detail: 'over night', createdAt: at };
      expect(changes).toEqual([
        { instanceId: workspaceId, status: 'Active', cause: 'launched', detail: null, userId: null, createdAt: at },
        { ...stopped, instanceId: workspaceId, cause: 'stopped_by_user', userId: ada },
        { ...stopped, instanceId: serviceId, cause: 'idle', userId: jonas },
      ]);
      const message = { revision: 2, number: 1, code: 'W10', text: 'Ready', createdAt: at };
      const messages = await dependencies.db.select().from(instanceInitMessages).orderBy(instanceInitMessages.id);
      expect(messages.map(({ id: _, ...rest }) => rest)).toEqual([
        { ...message, instanceId: workspaceId },
        { ...message, instanceId: serviceId },
      ]);
    });

    test('to which snapshots refer, and whose old tables are gone', async () => {
      const { name, instanceId, catalogueId } = snapshots;
      expect(await dependencies.db.select({ name, instanceId, catalogueId }).from(snapshots).orderBy(name)).toEqual([
        { name: 'Before the move', instanceId: workspaceId, catalogueId: null },
        { name: 'Cache, full', instanceId: serviceId, catalogueId: 'redis' },
      ]);
      await expect(
        dependencies.sql`update snapshots set instance_id = gen_random_uuid() where name = 'Cache, full'`,
      ).rejects.toThrow('snapshots_instance_id_instances_id_fk');
      const left = await dependencies.sql`select table_name from information_schema.tables where table_name in
        ('organization_services', 'workspace_status_changes', 'service_status_changes', 'workspace_init_messages',
        'service_init_messages')`;
      expect(left).toEqual([]);
    });
  });

  const lists: [Route, string][] = [
    [listWorkspaces, 'Storefront'],
    [listServices, 'Cache'],
    [listSnapshots, 'Before the move'],
    [listHosts, 'Dock 1'],
    [listUsers, 'Jonas'],
    [listGroups, 'Pilots'],
    [listSshKeys, 'Laptop'],
    [listInvoices, 'SLIP-0001'],
    [listAudit, 'workspaces.start'],
    [getOrganization, 'Harbour Software'],
  ];
  test.each(lists.map(([route, name]) => ({ path: route.path, route, name })))(
    'leaves somebody signed in, who sees in $path what was there',
    async ({ route, name }) => {
      const { call } = createTestClient(createApp(dependencies));
      const answer = await call(route, { query: {} }, { key: KEY });
      expect(answer.status).toBe(200);
      expect(JSON.stringify(answer.body)).toContain(name);
    },
  );
});

test('a database from before is refused with what to do, and stays as it is', async () => {
  const old = await createTestDatabase({ empty: true });
  const { sql, close } = openDatabase(old.url, 1);
  try {
    await sql`create schema drizzle`;
    await sql`create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`;
    await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('2f3852fc52dcbd4e', 1795340000000)`;
    const refused = migrateDatabase(old.url, MIGRATIONS);
    await expect(refused).rejects.toThrow(ConfigError);
    await expect(refused).rejects.toThrow(/^[^.]*before Slipway’s first release[^.]*SLIPWAY_DATA_DIR[^.]*\.$/);
    const [{ tables } = { tables: null }] = await sql`
      select array_agg(table_name::text) as tables from information_schema.tables
      where table_schema not in ('pg_catalog', 'information_schema')`;
    expect(tables).toEqual(['__drizzle_migrations']);
    expect(await sql`select extname from pg_extension where extname = 'pg_trgm'`).toEqual([]);
  } finally {
    await close();
    await old.drop();
  }
});

test('a database that a newer release has made unfit for this one is refused, and stays as it is', async () => {
  const newer = await createTestDatabase();
  const { sql, close } = openDatabase(newer.url, 1);
  try {
    await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('of the future', 9999999999999)`;
    await sql`update drizzle.compatible_from set created_at = 9999999999999`;
    const journal = () => sql`select * from drizzle.__drizzle_migrations order by id`;
    const before = await journal();
    await expect(migrateDatabase(newer.url, MIGRATIONS)).rejects.toThrow(
      /A newer release of Slipway.*Start that release/,
    );
    expect(await journal()).toEqual(before);
  } finally {
    await close();
    await newer.drop();
  }
});
