export { findWorkspace } from './access.ts';
export { createDirectory } from './directory.ts';
export { startEngineWatch } from './engine-watch.ts';
export { workspaceCron, workspaceJobs } from './jobs.ts';
export { reconcile } from './reconcile.ts';
