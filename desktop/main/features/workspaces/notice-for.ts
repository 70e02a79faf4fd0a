import { text } from '../../text.ts';
import type { WorkspaceChange } from './watch-workspaces.ts';
import { workspacePath } from './workspace-path.ts';

export interface Notice {
  title: string;
  path: string;
  /** Counts on the app's badge until the person looks. */
  failed: boolean;
}

/** What to tell of a change: ready, failed, stopped. Null when it is no news. */
export function noticeFor({ before, after }: WorkspaceChange): Notice | null {
  const values = { name: after.name };
  const path = workspacePath(after.id);
  if (after.workspace_status === 'Active' && before.workspace_status === 'Pending') {
    return { title: text('notice.ready', values), path, failed: false };
  }
  if (after.workspace_status !== 'Offline') return null;
  if (before.workspace_status === 'Pending') return { title: text('notice.failed', values), path, failed: true };
  if (before.workspace_status === 'Active') return { title: text('notice.stopped', values), path, failed: false };
  return null;
}
