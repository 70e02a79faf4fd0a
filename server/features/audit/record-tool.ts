import type { Actor, Dependencies, Origin } from '../context.ts';
import { record } from './record.ts';

interface Asking extends Pick<Dependencies, 'clock' | 'db'> {
  actor: Actor;
  origin: Origin;
}

/** Records a tool that somebody's token used. Not with what: a command or a file may hold secrets. */
export async function recordTool(
  context: Asking,
  { outcome = 'success', ...details }: { tool: string; workspace?: string | null; outcome?: 'success' | 'failure' },
): Promise<void> {
  await context.db.transaction((tx) => record(tx, context, { action: 'access.use-tool', outcome, details }));
}
