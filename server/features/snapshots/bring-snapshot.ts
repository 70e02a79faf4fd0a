import { eq } from 'drizzle-orm';
import type { Engine } from '../../compute/engine.ts';
import { moveImage } from '../../compute/move-image.ts';
import type { Services } from '../context.ts';
import { snapshotImage } from './names.ts';
import { snapshots } from './tables.ts';

/** Has a snapshot's image on an engine, from the one that keeps it. Returns false when it is on neither. @throws EngineError */
export async function bringSnapshot(
  { db, engines }: Pick<Services, 'db' | 'engines'>,
  to: Engine,
  id: string,
  onOutput: (line: string) => void = () => undefined,
): Promise<boolean> {
  const image = snapshotImage(id);
  if (await to.imageExists(image)) return true;
  const [snapshot] = await db.select({ engineId: snapshots.engineId }).from(snapshots).where(eq(snapshots.id, id));
  const from = engines.list().find((engine) => engine.id === snapshot?.engineId);
  if (!from || from.id === to.id || !(await from.imageExists(image))) return false;
  await moveImage(image, { from, to, onOutput });
  return true;
}
