import { eq } from 'drizzle-orm';
import type { Engine } from '../../compute/engine.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import type { Dependencies } from '../context.ts';
import { snapshots } from '../instances/tables.ts';
import { snapshotImage } from './names.ts';

/**
 * Makes a snapshot's image available on an engine: it is there, or comes from the registry or the engine it was taken
 * on. Returns false if it is nowhere. @throws RegistryError, EngineError
 */
export async function bringSnapshot(
  { db, engines, registry }: Pick<Dependencies, 'db' | 'engines' | 'registry'>,
  to: Engine,
  id: string,
  onOutput: (line: string) => void = () => undefined,
): Promise<boolean> {
  const image = snapshotImage(id);
  if (await to.imageExists(image)) return true;
  const read = async () => {
    const [row] = await db
      .select({ engineId: snapshots.engineId, registry: snapshots.registry })
      .from(snapshots)
      .where(eq(snapshots.id, id));
    return row;
  };
  const pull = async () => (await read())?.registry === 'held' && registry.pull(image, to, { onOutput });
  if (await pull()) return true;
  const snapshot = await read();
  const from = engines.list().find((engine) => engine.id === snapshot?.engineId);
  if (!from || from.id === to.id || !(await from.imageExists(image))) return pull();
  try {
    await registry.carry(image, { from, to }, { onOutput });
  } catch (error) {
    // Its own job has just pushed it, and it is no longer on its engine.
    if (isEngineError(error, 'not-found') && (await pull())) return true;
    throw error;
  }
  // If it is to be kept there, that job does it.
  if (snapshot?.registry === null) await db.update(snapshots).set({ registry: 'held' }).where(eq(snapshots.id, id));
  return true;
}
