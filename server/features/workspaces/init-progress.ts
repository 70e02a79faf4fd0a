import type { Services } from '../context.ts';
import { createProgress, type InitProgress } from '../lifecycle/index.ts';
import type { WorkspaceRecord } from './access.ts';
import { workspaceKind } from './kind.ts';

/** Tells the person how a launch of a workspace gets on. */
export function createInitProgress(
  services: Services,
  workspace: Pick<WorkspaceRecord, 'id' | 'revision'>,
  redact: (line: string) => string,
): InitProgress {
  return createProgress(services, workspaceKind, workspace, redact);
}
