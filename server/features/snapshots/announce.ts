import type { Executor } from '../../platform/database.ts';
import type { Dependencies } from '../context.ts';
import type { SnapshotRecord } from './access.ts';

/** Tells open pages, on commit, that a snapshot changed. */
export async function announceSnapshot(
  dependencies: Pick<Dependencies, 'publish'>,
  executor: Executor,
  { organizationId, safety }: Pick<SnapshotRecord, 'organizationId' | 'safety'>,
): Promise<void> {
  if (!safety) await dependencies.publish(executor, 'snapshots', organizationId, { id: organizationId });
}
