export const SNAPSHOT_LABEL = 'slipway.snapshot';

/** The image of a snapshot on its engine. */
export function snapshotImage(snapshotId: string): string {
  return `slipway/snapshot:${snapshotId}`;
}

/** A snapshot's type, by its instance's kind. */
export const TYPES = { workspace: 'Workspace', service: 'Service' } as const;
