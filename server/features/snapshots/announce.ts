import type { Executor } from '../../platform/database.ts';
import type { Services } from '../context.ts';
import type { SnapshotRecord } from './access.ts';

/** Tells open pages, on commit, that a snapshot changed. */
export async function announceSnapshot(
  services: Pick<Services, 'publish'>,
  executor: Executor,
  { organizationId, safety }: Pick<SnapshotRecord, 'organizationId' | 'safety'>,
): Promise<void> {
  if (!safety) await services.publish(executor, 'snapshots', organizationId, { id: organizationId });
}
