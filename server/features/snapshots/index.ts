export { findOrigin, holdLaunchable, type SnapshotRecord, visibleSnapshots } from './access.ts';
export { addSnapshot } from './add-snapshot.ts';
export { bringSnapshot } from './bring-snapshot.ts';
export { deleteAllSnapshots } from './delete-all-snapshots.ts';
export { addForkCopy, findForkCopy, findForkSource, settleForkCopy } from './fork-copies.ts';
export { keepLeft } from './keep-left.ts';
export { snapshotImage } from './names.ts';
export {
  endPrepared,
  findPrepared,
  holdPrepared,
  keepPrepared,
  putPreparedAway,
  takePreparedBack,
  thinPrepared,
} from './prepared-copies.ts';
export { rescueSnapshots } from './rescue-snapshots.ts';
export {
  addPointBefore,
  dropPointBefore,
  holdPoint,
  keepPoint,
  readPoints,
  takePointBefore,
} from './restore-points.ts';
export { hasSafetyCopy, keepForRestore, keepOnceMore, lockSafetyCopy, restorableUntil } from './safety-copies.ts';
export { snapshotInstance } from './snapshot-instance.ts';
export { freezeAgain, takeForkCopy } from './take-fork-copy.ts';
export { dismantle, idsToCopy, takeSnapshots } from './take-snapshots.ts';
export { bytesOf, POINTS_BUDGET_BYTES } from './thin-points.ts';
