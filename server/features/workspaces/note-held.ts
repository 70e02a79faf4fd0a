import type { Engine } from '../../compute/engine.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import type { Dependencies } from '../context.ts';
import { announce, containerName, keepChange, lockRow, updateRecord } from '../instances/index.ts';
import type { WorkspaceRecord } from './access.ts';
import { workspaceKind } from './kind.ts';

const TIMEOUT_MS = 10_000;
const MAX_COMMAND = 120;

interface Hold {
  since: Date;
  command: string;
}

/**
 * Checks whether a process marked "hold until done" (`slipway hold make`, or the web terminal's button) runs in the
 * workspace, and records it: that counts as activity. @returns its command, or null
 */
export async function noteHeld(dependencies: Dependencies, workspace: WorkspaceRecord): Promise<string | null> {
  const hold = await oldestHold(dependencies.engines.get(workspace.engineId), workspace.id);
  const held = hold?.command ?? null;
  if (held === null && workspace.heldCommand === null) return null;
  await dependencies.db.transaction(async (tx) => {
    const now = await lockRow(tx, workspaceKind, workspace.id);
    if (now?.status !== 'Active') return;
    const noted = await updateRecord(tx, workspaceKind, now, {
      heldCommand: held,
      heldSince: hold?.since ?? null,
      heldSeenAt: dependencies.clock.now(),
      idleWarnedAt: null,
    });
    if (!noted) return;
    if (now.heldCommand !== held) {
      const cause = held === null ? 'hold_ended' : 'held';
      await keepChange(dependencies, tx, workspaceKind, noted, { cause, detail: held ?? now.heldCommand ?? '' });
    } else if (now.idleWarnedAt) {
      await announce(dependencies, tx, workspaceKind, noted);
    }
  });
  return held;
}

async function oldestHold(engine: Engine, workspaceId: string): Promise<Hold | null> {
  try {
    // An image from before the command existed answers with an error: nothing is held in it.
    const { exitCode, stdout } = await engine.run(
      containerName('workspace', workspaceId),
      { command: ['slipway', 'held', '--tsv'], cwd: '/' },
      { timeoutMs: TIMEOUT_MS },
    );
    return exitCode === 0 ? (parse(stdout).sort((a, b) => a.since.getTime() - b.since.getTime())[0] ?? null) : null;
  } catch (error) {
    if (isEngineError(error, 'offline') || isEngineError(error, 'not-found')) return null;
    throw error;
  }
}

/** Lines of process id, seconds since 1970, command. */
function parse(text: string): Hold[] {
  return text.split('\n').flatMap((line) => {
    const [, seconds = '', command = ''] = line.split('\t');
    const since = new Date(Number(seconds) * 1000);
    if (!command || Number.isNaN(since.getTime())) return [];
    return [{ since, command: command.length > MAX_COMMAND ? `${command.slice(0, MAX_COMMAND)}…` : command }];
  });
}
