import { listWorkspaces, type WorkspaceRow } from '#shared/features/workspaces/contract.ts';
import type { Desktop } from '../../context.ts';
import { messageOf } from '../../errors.ts';
import { activeAccount } from '../accounts/accounts.ts';

const EVERY_MS = 20_000;

export interface WorkspaceChange {
  before: WorkspaceRow;
  after: WorkspaceRow;
}

interface WatchOptions {
  onList: (rows: WorkspaceRow[]) => void;
  onChange: (change: WorkspaceChange) => void;
}

export interface WorkspaceWatch {
  /** Looks now, and every 20 s from then on. */
  resume(): void;
  /** Looks no more: the computer goes to sleep, or nobody is signed in. */
  pause(): void;
}

/** Follows the first page of the person's workspaces for the tray and the notifications. */
export function watchWorkspaces(desktop: Desktop, { onList, onChange }: WatchOptions): WorkspaceWatch {
  let known: { accountId: string; rows: Map<string, WorkspaceRow> } | null = null;
  let timer: NodeJS.Timeout | null = null;
  let round = 0;

  async function look(current: number): Promise<void> {
    const account = activeAccount(desktop.settings);
    try {
      const { rows } = await desktop.api.call(listWorkspaces, { query: {} });
      if (current !== round || !account) return;
      const before = known?.accountId === account.id ? known.rows : new Map<string, WorkspaceRow>();
      known = { accountId: account.id, rows: new Map(rows.map((row) => [row.id, row])) };
      for (const after of rows) {
        const old = before.get(after.id);
        if (old && old.workspace_status !== after.workspace_status) onChange({ before: old, after });
      }
      onList(rows);
    } catch (error) {
      // Signed out or offline: the next round looks again.
      desktop.log.info('The workspaces could not be fetched', { cause: messageOf(error) });
      if (current === round) onList([]);
    }
    if (current === round) timer = setTimeout(() => void look(current), EVERY_MS);
  }

  const stop = () => {
    round += 1;
    if (timer) clearTimeout(timer);
    timer = null;
  };
  return {
    resume() {
      stop();
      void look(round);
    },
    pause: stop,
  };
}
