import { and, eq, isNotNull, ne, sql } from 'drizzle-orm';
import type { Engine } from '../../compute/engine.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import { RegistryError } from '../../compute/registry/registry-error.ts';
import type { Dependencies } from '../context.ts';
import { backupImage } from './backup.ts';
import { instances } from './tables.ts';

/** Whose backups should outlive their machine: this one takes the registry with it, and a host's goes with its host. */
const ELSEWHERE = and(eq(instances.serverId, 'shared'), ne(instances.engineId, 'local'));

/** Sends the backups of a node to the registry, from which another machine can have them. The next round retries. */
export async function sendBackups(dependencies: Dependencies, engine: Engine): Promise<void> {
  const { db, log } = dependencies;
  const rows = await db
    .select({ id: instances.id, revision: instances.backupRevision, at: instances.backedUpAt })
    .from(instances)
    .where(
      and(
        ELSEWHERE,
        eq(instances.engineId, engine.id),
        ne(instances.status, 'Deleted'),
        isNotNull(instances.backupRevision),
        sql`(${instances.heldRevision}, ${instances.heldAt}) is distinct from
          (${instances.backupRevision}, ${instances.backedUpAt})`,
      ),
    );
  for (const { id, revision, at } of rows) {
    if (revision === null) continue;
    try {
      await sendBackup(dependencies, engine, { id, revision, at });
    } catch (error) {
      if (!(error instanceof RegistryError) && !isEngineError(error, 'not-found', 'other', 'timeout')) throw error;
      log.warn({ err: error, instanceId: id }, 'a backup could not be sent to the registry yet');
    }
  }
}

/** Sends one backup to the registry. @throws EngineError, RegistryError */
export async function sendBackup(
  { db, registry }: Pick<Dependencies, 'db' | 'registry'>,
  engine: Engine,
  { id, revision, at }: { id: string; revision: number; at: Date | null },
): Promise<void> {
  await registry.push(backupImage(id, revision), engine);
  const unchanged = and(eq(instances.id, id), eq(instances.engineId, engine.id));
  await db.update(instances).set({ heldRevision: revision, heldAt: at }).where(unchanged);
}
