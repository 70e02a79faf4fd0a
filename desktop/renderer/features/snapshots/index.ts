export { snapshotListQuery } from './queries.ts';
export { SnapshotPicker, useSnapshotOptions } from './SnapshotPicker.tsx';
export { StackPanel } from './StackPanel.tsx';
export { softwareText } from './software-text.ts';
export { WorkspaceSnapshots } from './WorkspaceSnapshots.tsx';
