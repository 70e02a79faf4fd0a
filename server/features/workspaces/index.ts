export { mayManage, requireManage, type WorkspaceRecord } from './access.ts';
export { addWorkspace } from './add-workspace.ts';
export { noteCut, stayStopped, wasStoppedUnder } from './cut-connections.ts';
export { maskOf } from './deliver-secrets.ts';
export { newDeployKeyPair } from './deploy-keypair.ts';
export { findNewestCommit, type NewestCommit } from './find-newest-commit.ts';
export { bringEditorSettings } from './follow-editor-settings.ts';
export { forkWorkspace } from './fork-workspace.ts';
export { parseGitUrl } from './git-url.ts';
export {
  deleteDueWorkspaces,
  type HandedOver,
  handOverWorkspaces,
  takeBackWorkspaces,
} from './hand-over-workspaces.ts';
export { workspaceKind } from './kind.ts';
export { noteUse } from './note-use.ts';
export { findOldestKey } from './oldest-key.ts';
export { notePort } from './other-ports.ts';
export { otherPortsOf, portLinksOf, visitorsOf } from './port-visitors.ts';
export { listTcpRoutes, portModes, portsWithTheirHost } from './ports.ts';
export { prepareCopy } from './prepare-copy.ts';
export { bringBack } from './restore-workspace.ts';
export { setPortVisibility } from './set-port-visibility.ts';
