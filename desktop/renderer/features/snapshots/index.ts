export { SnapshotField } from './SnapshotField.tsx';
export { WorkspaceSnapshots } from './WorkspaceSnapshots.tsx';
