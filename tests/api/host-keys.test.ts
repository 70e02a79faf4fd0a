import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import ssh2 from 'ssh2';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { importHostKeys, loadHostKeys, publicHostKeys } from '#server/gateway/ssh/host-keys.ts';
import { showHostKeys } from '#server/gateway/ssh/shown-host-keys.ts';
import { gatewayHostKeys, sshHostKeys } from '#server/gateway/tables.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';

let dependencies: TestDependencies;
let folder: string;
beforeAll(async () => {
  dependencies = await createTestDependencies();
  folder = path.join(dependencies.config.dataDir, 'ssh');
});
beforeEach(async () => {
  await dependencies.db.delete(gatewayHostKeys);
  await dependencies.db.delete(sshHostKeys);
  await rm(folder, { recursive: true, force: true });
});
afterAll(() => dependencies?.close());

/** As an earlier release kept them. @returns the private halves */
async function keepInFolder(): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const ed25519 = ssh2.utils.generateKeyPairSync('ed25519').private;
  const ecdsa = ssh2.utils.generateKeyPairSync('ecdsa', { bits: 256 }).private;
  await writeFile(path.join(folder, 'host_ed25519'), ed25519);
  await writeFile(path.join(folder, 'host_ecdsa'), ecdsa);
  return [ed25519, ecdsa];
}

test('gateways that start together have the same keys, which are encrypted in the database', async () => {
  const [first, second] = await Promise.all([loadHostKeys(dependencies), loadHostKeys(dependencies)]);
  expect(second).toEqual(first);
  expect(publicHostKeys(first).map((key) => key.split(' ')[0])).toEqual(['ssh-ed25519', 'ecdsa-sha2-nistp256']);
  expect(JSON.stringify(await dependencies.db.select().from(gatewayHostKeys))).not.toContain('PRIVATE KEY');
});

test('keys of an earlier release are taken over by whatever process has its data folder', async () => {
  const keys = await keepInFolder();
  await showHostKeys(dependencies.db, publicHostKeys(keys));
  await importHostKeys(dependencies);
  await rm(folder, { recursive: true });
  expect(await loadHostKeys(dependencies)).toEqual(keys);
});

test('clients keep the keys they know: a gateway elsewhere waits for them, and makes new ones only when told to', async () => {
  const known = publicHostKeys(await keepInFolder());
  await showHostKeys(dependencies.db, known);
  await rm(folder, { recursive: true });
  await expect(loadHostKeys(dependencies)).rejects.toThrow('SLIPWAY_NEW_HOST_KEYS=true');
  // Those in this folder are of another installation.
  await keepInFolder();
  await importHostKeys(dependencies);
  await expect(loadHostKeys(dependencies)).rejects.toThrow('SLIPWAY_NEW_HOST_KEYS=true');
  expect(await dependencies.db.select().from(gatewayHostKeys)).toEqual([]);
  const config = { ...dependencies.config, newHostKeys: true };
  const made = await loadHostKeys({ ...dependencies, config });
  expect(publicHostKeys(made)).not.toEqual(known);
  expect(await loadHostKeys(dependencies)).toEqual(made);
});
