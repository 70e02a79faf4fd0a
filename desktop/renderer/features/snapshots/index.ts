export { SnapshotPicker, useSnapshotOptions } from './SnapshotPicker.tsx';
export { WorkspaceSnapshots } from './WorkspaceSnapshots.tsx';
