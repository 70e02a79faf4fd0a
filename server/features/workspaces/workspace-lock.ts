import type { Services } from '../context.ts';
import { withWorkLock } from '../lifecycle/index.ts';

/**
 * Runs `work` unless some process is working on this workspace's container already.
 * @returns false when that is so; `work` was not run then.
 */
export function withWorkspaceLock(
  services: Pick<Services, 'sql'>,
  workspaceId: string,
  work: () => Promise<void>,
): Promise<boolean> {
  return withWorkLock(services, `workspace.${workspaceId}`, work);
}
