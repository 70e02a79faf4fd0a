import { homeCapacity, placeSpare } from '../capacity/index.ts';
import type { Dependencies } from '../context.ts';
import { spares } from '../instances/tables.ts';
import type { PrebuildRecord } from './access.ts';
import type { Source } from './source.ts';

/**
 * Reserves memory that nobody uses; whoever launches or wakes something takes it back. @returns null where memory is short
 */
export async function takeRoom(
  dependencies: Dependencies,
  { id, organizationId }: PrebuildRecord,
  { image, workspace }: Pick<Source, 'image' | 'workspace'>,
): Promise<{ engineId: string } | null> {
  const { clock, db } = dependencies;
  const { cpuCores, memoryMb, diskGb } = workspace;
  const homeMb = await homeCapacity(dependencies, 'shared');
  return db.transaction(async (tx) => {
    const engineId = await placeSpare(dependencies, tx, { organizationId, image, memoryMb, homeMb });
    if (engineId === null) return null;
    const what = { organizationId, engineId, image, cpuCores, memoryMb, diskGb };
    const row = { ...what, status: 'preparing' as const, createdAt: clock.now() };
    await tx
      .insert(spares)
      .values({ id, ...row })
      .onConflictDoUpdate({ target: spares.id, set: row });
    return { engineId };
  });
}
