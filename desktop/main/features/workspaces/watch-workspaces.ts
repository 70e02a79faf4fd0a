import { currentUser } from '#shared/features/auth/contract.ts';
import { listWorkspaces, type WorkspaceRow } from '#shared/features/workspaces/contract.ts';
import { WARN_BEFORE_MS } from '#shared/features/workspaces/model.ts';
import type { Desktop } from '../../context.ts';
import { messageOf } from '../../errors.ts';
import { createRounds, type Rounds } from '../../rounds.ts';
import { activeSession } from '../session/session.ts';

const EVERY_MS = 20_000;

export interface WorkspaceChange {
  before: WorkspaceRow;
  after: WorkspaceRow;
}

interface WatchOptions {
  onList: (rows: WorkspaceRow[]) => void;
  onChange: (change: WorkspaceChange) => void;
  /** It will pause within five minutes; reported once until it is used again. */
  onIdle: (row: WorkspaceRow) => void;
  now?: () => number;
}

/** The last seen state, of one sign-in. */
interface Known {
  session: string;
  userId: string;
  rows: Map<string, WorkspaceRow>;
  /** Pause times already reported. */
  warned: Map<string, string>;
}

/** Follows the first page of the person's own workspaces for the tray and the notifications. */
export function watchWorkspaces(desktop: Desktop, { onList, onChange, onIdle, now = Date.now }: WatchOptions): Rounds {
  let known: Known | null = null;

  async function meet(session: string): Promise<Known> {
    if (known?.session === session) return known;
    const { id } = await desktop.api.call(currentUser);
    return { session, userId: id, rows: new Map(), warned: new Map() };
  }

  function compare(seen: Known, rows: WorkspaceRow[]): void {
    for (const after of rows) {
      const before = seen.rows.get(after.id);
      if (before && before.workspace_status !== after.workspace_status) onChange({ before, after });
      const { pause_date: pause } = after;
      if (!pause || Date.parse(pause) - now() > WARN_BEFORE_MS || seen.warned.get(after.id) === pause) continue;
      seen.warned.set(after.id, pause);
      onIdle(after);
    }
  }

  return createRounds(EVERY_MS, async (isCurrent) => {
    try {
      const session = await activeSession(desktop);
      if (session === null) return isCurrent() ? onList([]) : undefined;
      const seen = await meet(session);
      const { rows } = await desktop.api.call(listWorkspaces, { query: { user: seen.userId } });
      if (!isCurrent()) return;
      compare(seen, rows);
      known = { ...seen, rows: new Map(rows.map((row) => [row.id, row])) };
      onList(rows);
    } catch (error) {
      // Offline, or signed out elsewhere: the next round tries again.
      desktop.log.info('The workspaces could not be fetched', { cause: messageOf(error) });
      if (isCurrent()) onList([]);
    }
  });
}
