import type { Services } from '../context.ts';
import { untilActive } from '../lifecycle/index.ts';
import type { WorkspaceRecord } from './access.ts';
import { workspaceKind } from './kind.ts';

/** Waits while the workspace is Pending. @returns the row once it is Active; null when it became anything else. */
export function waitUntilActive(
  services: Services,
  workspaceId: string,
  progress: (text: string) => void,
  signal: AbortSignal,
): Promise<WorkspaceRecord | null> {
  return untilActive(services, workspaceKind, workspaceId, progress, signal);
}
