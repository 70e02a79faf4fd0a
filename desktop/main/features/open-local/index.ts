export { listTerminals } from './list-terminals.ts';
export { openWorkspace, showSshConfig } from './open-workspace.ts';
