export const SNAPSHOT_LABEL = 'slipway.snapshot';

/** The image of a snapshot on its engine. */
export function snapshotImage(snapshotId: string): string {
  return `slipway/snapshot:${snapshotId}`;
}

/** What a snapshot is of, by the kind of its instance. */
export const TYPES = { workspace: 'Workspace', service: 'Service' } as const;
