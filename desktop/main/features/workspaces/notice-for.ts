import type { WorkspaceRow } from '#shared/features/workspaces/contract.ts';
import { text } from '../../text.ts';
import type { WorkspaceChange } from './watch-workspaces.ts';
import { workspacePath } from './workspace-path.ts';

export interface Notice {
  title: string;
  body?: string;
  path: string;
  /** Counts on the app's badge until the person looks. */
  failed: boolean;
  /** A button, on systems whose notifications have them; a click elsewhere opens `path`. */
  action?: { label: string; run: () => void };
}

/** The notification for a change: ready, failed, stopped. Null if it isn't news. */
export function noticeFor({ before, after }: WorkspaceChange): Notice | null {
  const values = { name: after.name };
  const path = workspacePath(after.id);
  if (after.workspace_status === 'Active' && before.workspace_status === 'Pending') {
    return { title: text('notice.ready', values), path, failed: false };
  }
  // Falling asleep takes nothing away.
  if (after.workspace_status !== 'Offline' || after.sleep === 'warm') return null;
  if (before.workspace_status === 'Pending') return { title: text('notice.failed', values), path, failed: true };
  if (before.workspace_status === 'Active') return { title: text('notice.stopped', values), path, failed: false };
  return null;
}

/** It pauses soon unless the person wants to keep it running. */
export function idleNotice({ id, name }: WorkspaceRow, keep: () => void): Notice {
  return {
    title: text('notice.idle', { name }),
    body: text('notice.idleHelp'),
    path: workspacePath(id),
    failed: false,
    action: { label: text('notice.keep'), run: keep },
  };
}

export function unpaidNotice(): Notice {
  return {
    title: text('notice.unpaid'),
    body: text('notice.unpaidHelp'),
    path: '/organization/billing',
    failed: true,
  };
}
