import type { Services } from '../context.ts';
import { watchAsked } from '../lifecycle/index.ts';
import type { WorkspaceRecord } from './access.ts';
import { workspaceKind } from './kind.ts';

/** A signal that aborts with `Superseded` as soon as the person asks for something else, or when `outer` aborts. */
export function watchRevision(
  services: Services,
  workspace: Pick<WorkspaceRecord, 'id' | 'revision' | 'status'>,
  outer: AbortSignal,
): { signal: AbortSignal; stop(): void } {
  return watchAsked(services, workspaceKind, workspace, outer);
}
