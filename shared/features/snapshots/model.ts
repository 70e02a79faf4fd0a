import { z } from 'zod';

/** The words are shown and sent exactly like this. */
export const SNAPSHOT_TYPES = ['Workspace', 'Service'] as const;
export const snapshotTypeSchema = z.enum(SNAPSHOT_TYPES);

/** Pending → Active | Failed; Active ↔ Pending Deletion → Deleted; Failed → Deleted. The words are shown as they stand. */
export const SNAPSHOT_STATUSES = ['Pending', 'Active', 'Failed', 'Pending Deletion', 'Deleted'] as const;
export const snapshotStatusSchema = z.enum(SNAPSHOT_STATUSES);
export type SnapshotStatus = z.infer<typeof snapshotStatusSchema>;

export const SNAPSHOT_STATUS_FILTERS = ['active', 'pending', 'failed', 'pending_deletion'] as const;

/** Why a restore point was kept: its workspace stopped, an hour of work, or going back to another one. */
export const RESTORE_POINT_REASONS = ['stopped', 'hourly', 'before'] as const;
export type RestorePointReason = (typeof RESTORE_POINT_REASONS)[number];

const HOUR_MS = 3_600_000;
/** How long a deletion can be undone. */
export const DELETION_GRACE_MS = 24 * HOUR_MS;
/** How long a deleted workspace can be restored. */
export const SAFETY_KEPT_DAYS = 15;
export const SAFETY_KEPT_MS = SAFETY_KEPT_DAYS * 24 * HOUR_MS;

/** A snapshot's name: its workspace and the minute it was taken, in UTC. */
export function snapshotName(workspaceName: string, takenAt: Date): string {
  return `${workspaceName} ${takenAt.toISOString().slice(0, 16).replace('T', ' ')}`;
}

/** The name of the snapshot's source, from the snapshot's name. */
export function nameInSnapshot(snapshot: string): string {
  return snapshot.replace(/ \d{4}-\d\d-\d\d \d\d:\d\d$/, '');
}

/** Where a snapshot is launched from, as a path of the UI. */
export function launchPath(snapshotId: string, serviceId: string | null = null): string {
  if (serviceId) return `/services/add?service_id=${serviceId}&snapshot_id=${snapshotId}`;
  return `/workspaces/add?snapshot_id=${snapshotId}`;
}
