import type { Executor } from '../../platform/database.ts';
import type { Services } from '../context.ts';
import type { SnapshotRecord } from './access.ts';

/** Tells open pages, on commit, that a snapshot is different now. */
export async function announceSnapshot(
  services: Pick<Services, 'publish'>,
  executor: Executor,
  snapshot: Pick<SnapshotRecord, 'id' | 'organizationId' | 'safety' | 'workspaceId'>,
): Promise<void> {
  if (!snapshot.safety) await services.publish(executor, 'snapshots', snapshot.organizationId, { id: snapshot.id });
}
