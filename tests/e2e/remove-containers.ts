import path from 'node:path';
import postgres from 'postgres';
import { createEngines } from '#server/compute/engines.ts';
import { runHere } from '#server/compute/fence/enforce-fence.ts';
import { withdrawScript } from '#server/compute/fence/fence-script.ts';
import { registryName } from '#server/compute/registry/own-place.ts';
import { startEmbeddedPostgres } from '#server/dev/embedded-postgres.ts';

/** What the containers of the product in this folder are labelled with. Asked while it runs. */
export async function installationOf(dataDir: string): Promise<string> {
  const { url } = await startEmbeddedPostgres(path.join(dataDir, 'postgres'));
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const [row] = await sql`select id from installation`;
  await sql.end();
  return String(row?.id);
}

/** Workspaces and snapshots outlive the server on purpose; here nobody comes back for them. */
export async function removeContainers(installation: string): Promise<void> {
  const engine = createEngines({ engines: [{ id: 'local', socketPath: '/var/run/docker.sock' }] }).get('local');
  const labels = { 'slipway.installation': installation };
  for (const { id } of await engine.list(labels)) await engine.remove(id);
  for (const { tags } of await engine.listImages(labels)) for (const tag of tags) await engine.removeImage(tag);
  for (const { name } of await engine.listNetworks(labels)) await engine.removeNetwork(name);
  await engine.removeVolume(registryName(installation));
  if (process.getuid?.() === 0) await runHere(withdrawScript(installation));
}
