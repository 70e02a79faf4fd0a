import { KEEP_AWAKE_MS, PAUSE_AFTER_MS, WARN_BEFORE_MS } from '#shared/features/workspaces/model.ts';
import type { WorkspaceRecord } from './access.ts';

type Awake = Pick<
  WorkspaceRecord,
  | 'status'
  | 'keepalive'
  | 'createdAt'
  | 'lastAccessAt'
  | 'activeSince'
  | 'keepAwakeUntil'
  | 'idleWarnedAt'
  | 'heldSeenAt'
>;

/**
 * When a workspace pauses if nobody works in it until then: 30 minutes after the last activity or its start, not before
 * a requested extension ends, and never sooner than 5 minutes after the warning. Null if it isn't running or has
 * KeepAlive. Rules: workspaces/README.md, "Idle pause and KeepAlive".
 */
export function pauseDate(workspace: Awake): Date | null {
  if (workspace.status !== 'Active' || workspace.keepalive) return null;
  const due = quietSince(workspace) + PAUSE_AFTER_MS;
  const warned = wasWarned(workspace) ? (workspace.idleWarnedAt?.getTime() ?? 0) : due - WARN_BEFORE_MS;
  return new Date(Math.max(due, warned + WARN_BEFORE_MS));
}

/** Was the warning given since it was last used? */
export function wasWarned(workspace: Awake): boolean {
  const { idleWarnedAt } = workspace;
  return idleWarnedAt !== null && idleWarnedAt.getTime() >= quietSince(workspace);
}

/** The moment from which the 30 minutes count. */
function quietSince(workspace: Awake): number {
  const { activeSince, createdAt, lastAccessAt, keepAwakeUntil, heldSeenAt } = workspace;
  return Math.max(
    (activeSince ?? createdAt).getTime(),
    lastAccessAt?.getTime() ?? 0,
    heldSeenAt?.getTime() ?? 0,
    (keepAwakeUntil?.getTime() ?? 0) - PAUSE_AFTER_MS,
  );
}

/** How long "Keep it running" lasts. */
export function keepUntil(now: Date): Date {
  return new Date(now.getTime() + KEEP_AWAKE_MS);
}
