import { eq } from 'drizzle-orm';
import { Conflict } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { announce, lockInstance } from '../instances/index.ts';
import { keepUntil } from './idle.ts';
import { workspaceKind } from './kind.ts';
import { workspaces } from './tables.ts';

/** "Keep it running for 2 hours", even if nobody works in it. @throws NotFound, Conflict */
export async function keepAwake(context: Context, input: { id: string }): Promise<Date> {
  const { actor, clock, db } = context;
  return db.transaction(async (tx) => {
    const workspace = await lockInstance(tx, workspaceKind, actor, input.id);
    if (workspace.status !== 'Active') throw new Conflict(say('workspaces.isStopped'));
    const until = keepUntil(clock.now());
    await tx.update(workspaces).set({ keepAwakeUntil: until }).where(eq(workspaces.id, workspace.id));
    await announce(context, tx, workspaceKind, workspace);
    await record(tx, context, { action: 'workspaces.keep-awake', targetId: workspace.id });
    return until;
  });
}
