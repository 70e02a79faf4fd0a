export { findOrigin, holdLaunchable, type SnapshotRecord, visibleSnapshots } from './access.ts';
export { addSnapshot } from './add-snapshot.ts';
export { bringSnapshot } from './bring-snapshot.ts';
export { deleteAllSnapshots } from './delete-all-snapshots.ts';
export { snapshotImage } from './names.ts';
export { rescueSnapshots } from './rescue-snapshots.ts';
export { hasSafetyCopy, keepForRestore, keepOnceMore, lockSafetyCopy, restorableUntil } from './safety-copies.ts';
export { snapshotInstance } from './snapshot-instance.ts';
export { dismantle, idsToCopy, takeSnapshots } from './take-snapshots.ts';
