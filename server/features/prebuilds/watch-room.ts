import { eq } from 'drizzle-orm';
import { say } from '../../platform/say.ts';
import type { Dependencies } from '../context.ts';
import { spares } from '../instances/tables.ts';
import { prebuilds } from './tables.ts';

const LOOK_EACH_MS = 2_000;

/** Aborts, with a sentence, once somebody else was given the memory of a preparation, or it was turned off. */
export function watchRoom(
  { db, log }: Pick<Dependencies, 'db' | 'log'>,
  id: string,
  outer: AbortSignal,
): { signal: AbortSignal; lost: () => string | null; stop: () => void } {
  const gone = new AbortController();
  const look = async () => {
    const [spare] = await db.select({ id: spares.id }).from(spares).where(eq(spares.id, id));
    const [prebuild] = await db.select({ on: prebuilds.on }).from(prebuilds).where(eq(prebuilds.id, id));
    if (!prebuild?.on) gone.abort(say('prebuilds.off'));
    else if (!spare) gone.abort(say('prebuilds.roomTaken'));
  };
  const timer = setInterval(() => {
    look().catch((error: unknown) => log.warn({ err: error, prebuildId: id }, 'a preparation could not be watched'));
  }, LOOK_EACH_MS).unref();
  return {
    signal: AbortSignal.any([outer, gone.signal]),
    /** Why, if that was it. */
    lost: () => (gone.signal.aborted ? String(gone.signal.reason) : null),
    stop: () => clearInterval(timer),
  };
}
