import { and, eq } from 'drizzle-orm';
import type { Engine } from '../../compute/engine.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import type { Dependencies } from '../context.ts';
import { copyToImage } from './back-up-stopped.ts';
import { backupImage } from './backup.ts';
import type { Kind } from './kind.ts';
import { containerName } from './names.ts';
import { stopIfThere } from './remove-container.ts';
import { sendBackup } from './send-backups.ts';
import { type Instance, instances } from './tables.ts';

/**
 * Sees to it that the registry has the files of a stopped one as they are. The caller holds its lock, and that of the
 * engine's backups. Repeatable. @throws EngineError, RegistryError
 */
export async function copyAway<R extends Instance>(
  dependencies: Dependencies,
  kind: Kind<R>,
  engine: Engine,
  record: R,
): Promise<void> {
  const { id, revision } = record;
  let { backupRevision, backedUpAt } = record;
  await stopIfThere(engine, containerName(kind.word, id), kind.stopSeconds);
  if (backupRevision !== revision) {
    try {
      await copyToImage(dependencies, kind, engine, record, backupImage(id, revision));
      [backupRevision, backedUpAt] = [revision, dependencies.clock.now()];
      const unchanged = and(eq(instances.id, id), eq(instances.revision, revision), eq(instances.status, 'Offline'));
      await dependencies.db.update(instances).set({ backupRevision, backedUpAt }).where(unchanged);
    } catch (error) {
      // Its container is gone: the last copy is all there is.
      if (!isEngineError(error, 'not-found') || backupRevision === null) throw error;
    }
  }
  if (backupRevision !== null && record.heldRevision !== backupRevision) {
    await sendBackup(dependencies, engine, { id, revision: backupRevision, at: backedUpAt });
  }
}
