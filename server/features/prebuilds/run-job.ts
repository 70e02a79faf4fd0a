import { eq } from 'drizzle-orm';
import type { PrebuildTrigger } from '#shared/features/prebuilds/model.ts';
import type { Executor } from '../../platform/database.ts';
import { addJob } from '../../platform/jobs.ts';
import { prebuilds } from './tables.ts';

declare module '../../platform/jobs.ts' {
  interface Jobs {
    /** Prepares a copy of one template, if that was asked for or is due. */
    'prebuilds.run': { id: string };
    /** Asks for those that are due, and tidies up. */
    'prebuilds.watch': Record<string, never>;
  }
}

/** Notes, on commit, that a copy is to be prepared. What a person asked for isn't asked for less by somebody else. */
export async function ask(
  executor: Executor,
  { id, asked }: { id: string; asked: PrebuildTrigger | null },
  by: PrebuildTrigger,
  now: Date,
): Promise<void> {
  const trigger = asked === 'hand' ? asked : by;
  await executor.update(prebuilds).set({ asked: trigger, askedAt: now }).where(eq(prebuilds.id, id));
  await requestRun(executor, id);
}

/** One after another, since each keeps a core busy. */
export async function requestRun(executor: Executor, id: string): Promise<void> {
  await addJob(executor, 'prebuilds.run', { id }, { key: `prebuilds.run:${id}`, queue: 'prebuilds.run' });
}
