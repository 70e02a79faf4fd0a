export type { WorkspaceRecord } from './access.ts';
export { addWorkspace } from './add-workspace.ts';
export { noteCut, stayStopped, wasStoppedUnder } from './cut-connections.ts';
export { deleteDueWorkspaces, handOverWorkspaces } from './hand-over-workspaces.ts';
export { workspaceKind } from './kind.ts';
export { noteUse } from './note-use.ts';
export { portLinksOf, visitorsOf } from './port-visitors.ts';
export { listTcpRoutes, portModes, portsWithTheirHost } from './ports.ts';
export { setPortVisibility } from './set-port-visibility.ts';
