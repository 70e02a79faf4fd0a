export { BulkActions } from './BulkActions.tsx';
export { History } from './History.tsx';
export type { InstanceKind } from './kind.ts';
export { LaunchDock } from './LaunchDock.tsx';
export { LaunchProgress } from './LaunchProgress.tsx';
export { INSTANCE_KEYS, instanceQuery, launchQuery, listKey, staleInstance } from './queries.ts';
export { useInstanceAction } from './use-instance-action.ts';
export { useLeaveLaunch } from './use-leave-launch.ts';
export { useLaunch, useLiveInstance, useLiveList } from './use-live.ts';
