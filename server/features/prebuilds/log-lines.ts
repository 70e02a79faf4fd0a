import { eq } from 'drizzle-orm';
import { PREBUILD_LOG_CHARACTERS } from '#shared/features/prebuilds/model.ts';
import type { Executor } from '../../platform/database.ts';
import type { InitProgress } from '../instances/index.ts';
import { prebuildRuns } from './tables.ts';

const SAVED_EACH_MS = 1_000;

/** Keeps the end of what a preparation writes in its row, which is written at most once a second. */
export function logLines(db: Executor, runId: string): InitProgress {
  let text = '';
  let timer: NodeJS.Timeout | null = null;
  let stored: Promise<unknown> = Promise.resolve();
  const save = () => {
    if (timer) clearTimeout(timer);
    timer = null;
    const log = text;
    stored = stored.then(() => db.update(prebuildRuns).set({ log }).where(eq(prebuildRuns.id, runId)));
    // Reported by flush; unhandled until then, it would end the process.
    stored.catch(() => undefined);
  };
  const add = (line: string) => {
    if (!line.trim()) return;
    // Postgres has no NUL in texts.
    text = `${text}${line.trimEnd().replaceAll('\0', '')}\n`.slice(-PREBUILD_LOG_CHARACTERS);
    timer ??= setTimeout(save, SAVED_EACH_MS);
  };
  return {
    say: (_, line) => add(line),
    output: () => add,
    tail: () => text.split('\n').slice(-15).join('\n'),
    async flush() {
      save();
      await stored;
    },
  };
}
