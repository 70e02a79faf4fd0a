import { and, eq } from 'drizzle-orm';
import { SAFETY_KEPT_MS, snapshotName } from '#shared/features/snapshots/model.ts';
import type { Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import type { Services } from '../context.ts';
import { snapshots } from '../instances/tables.ts';
import { announceSnapshot } from './announce.ts';

/** What a snapshot keeps of the workspace or service it is taken of. */
export interface SnapshotSource {
  id: string;
  organizationId: string;
  userId: string;
  name: string;
  engineId: string;
  language: string;
  languageVersion: string | null;
  database: string;
  gitUrl: string | null;
  /** Of a service: its item of the catalogue, and its values, sealed. */
  service?: { serviceId: string; environment: string };
}

/**
 * Writes down that a snapshot is to be taken; the caller holds the workspace's lock and asks for its convergence, which
 * takes it. One that is still to be taken is returned instead of a second one.
 */
export async function addSnapshot(
  services: Pick<Services, 'clock' | 'publish'>,
  tx: Transaction,
  workspace: SnapshotSource,
  { safety, stack }: { safety: boolean; stack?: { stackId: string; restartUserId: string | null } },
): Promise<{ id: string; added: boolean }> {
  const [waiting] = await tx
    .select({ id: snapshots.id })
    .from(snapshots)
    .where(and(eq(snapshots.workspaceId, workspace.id), eq(snapshots.status, 'Pending'), eq(snapshots.safety, safety)))
    .limit(1);
  if (waiting && !stack) return { id: waiting.id, added: false };
  const now = services.clock.now();
  const { id: workspaceId, organizationId, userId, engineId, language, languageVersion, database, gitUrl } = workspace;
  const id = newId();
  await tx.insert(snapshots).values({
    id,
    organizationId,
    userId,
    type: workspace.service ? 'Service' : 'Workspace',
    workspaceId,
    ...workspace.service,
    ...stack,
    safety,
    name: snapshotName(workspace.name, now),
    status: 'Pending',
    engineId,
    language,
    languageVersion,
    database,
    gitUrl,
    createdAt: now,
    scheduledDeleteAt: safety ? new Date(now.getTime() + SAFETY_KEPT_MS) : null,
  });
  await announceSnapshot(services, tx, { organizationId, safety });
  return { id, added: true };
}
