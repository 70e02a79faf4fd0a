import { startWorkspace } from '#shared/features/workspaces/contract.ts';
import type { Desktop } from '../../context.ts';
import { messageOf, Unreachable } from '../../errors.ts';
import { createRounds, type Rounds } from '../../rounds.ts';
import { activeAccount } from '../accounts/active-account.ts';

const EVERY_MS = 10_000;

/**
 * Starts the workspaces that should run whenever the computer does. Running ones are left alone. A computer that just
 * woke has no network yet, so what can't be asked for is asked for again until the server answers.
 */
export function startOnWake(desktop: Desktop): Rounds {
  let waiting: string[] | null = null;
  const rounds = createRounds(EVERY_MS, async (isCurrent) => {
    waiting ??= activeAccount(desktop.settings)?.preferences.startOnWake ?? [];
    const again: string[] = [];
    for (const id of waiting) {
      if (isCurrent() && !(await isAnswered(desktop, id))) again.push(id);
    }
    if (!isCurrent()) return;
    waiting = again;
    if (again.length === 0) rounds.pause();
  });
  return {
    resume() {
      waiting = null;
      rounds.resume();
    },
    pause: rounds.pause,
  };
}

/** A server that refuses has answered too. */
async function isAnswered({ api, log }: Desktop, workspaceID: string): Promise<boolean> {
  try {
    await api.call(startWorkspace, { params: { workspaceID } });
    return true;
  } catch (error) {
    log.warn('A workspace was not started', { workspaceID, cause: messageOf(error) });
    return !(error instanceof Unreachable);
  }
}
