import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { backUp } from '#server/backup/back-up.ts';
import { restore } from '#server/backup/restore.ts';
import { registryName } from '#server/compute/registry/own-place.ts';
import { containerName } from '#server/features/instances/index.ts';
import { reconcile } from '#server/features/instances/reconcile.ts';
import { runners } from '#server/kinds.ts';
import { readConfig } from '#server/platform/config.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { startWorkspace } from '#tests/support/instances.ts';
import { Lifecycle } from './lifecycle-support.ts';

const work = mkdtempSync(path.join(os.tmpdir(), 'slipway-restore-'));
const opened: Lifecycle[] = [];
afterAll(async () => {
  for (const life of opened.reverse()) await life.close();
  rmSync(work, { recursive: true, force: true });
});

test('a workspace that runs while it is backed up opens again on an empty machine, with its files and its database', async () => {
  const life = await Lifecycle.open();
  opened.push(life);
  await life.work();
  const id = await life.add({ name: 'ledger', database: 'postgresql' });
  await life.until(id, 'Active');
  const { database_password: password } = await life.get(id);
  const psql = (query: string) => `PGPASSWORD=${password} psql -h 127.0.0.1 -U dev -d dev -Atc "${query}"`;
  await life.shell(id, 'echo kept > notes');
  await life.shell(id, psql("create table entries (what text); insert into entries values ('paid')"));
  const given = { folder: path.join(work, 'backup'), passphrase: 'only the test knows it', say: () => undefined };
  await backUp(life.dependencies, { ...given, environment: {} });
  // It went on working, and its disk holds no second copy of it.
  expect(await life.isRunning(id)).toBe(true);
  expect(await life.engine.listImages({ 'slipway.backup': id })).toEqual([]);

  await life.rest();
  const registry = registryName(await life.installationId());
  for (const name of [containerName('workspace', id), registry]) await life.engine.remove(name);
  await life.engine.removeVolume(registry);
  const database = await createTestDatabase({ empty: true });
  const { secret = '', dockerSocket } = life.dependencies.config;
  const machine = readConfig({
    DATABASE_URL: database.url,
    SLIPWAY_DATA_DIR: path.join(work, 'data'),
    SLIPWAY_SECRET: secret,
    SLIPWAY_DOCKER_SOCKET: dockerSocket,
  });
  await restore(machine, { ...given, home: life.engine });

  const restored = await Lifecycle.again(life, database);
  opened.push(restored);
  await restored.work();
  await reconcile(restored.dependencies, runners);
  expect(await restored.get(id)).toMatchObject({ workspace_status: 'Offline', database_password: password });
  await startWorkspace(restored.context, { id });
  await restored.until(id, 'Active');
  expect(await restored.shell(id, 'cat notes')).toBe('kept');
  expect(await restored.shell(id, psql('select what from entries'))).toBe('paid');
  const texts = (await restored.messages(id)).map(({ message_text: text }) => text);
  expect(texts.join('\n')).toContain('Its files come back as of');
});
