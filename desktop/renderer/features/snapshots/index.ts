export { SnapshotPicker, useSnapshotOptions } from './SnapshotPicker.tsx';
export { StackPanel } from './StackPanel.tsx';
export { WorkspaceSnapshots } from './WorkspaceSnapshots.tsx';
