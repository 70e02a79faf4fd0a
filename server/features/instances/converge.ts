import { sql } from 'drizzle-orm';
import { isEngineError } from '../../compute/engine-error.ts';
import type { Services } from '../context.ts';
import type { Kind, Living } from './kind.ts';
import { withWorkLock } from './work-lock.ts';

/**
 * Brings the engine to what the row says, and again when the row changes meanwhile. One process at a time works on a
 * thing; one that comes later leaves it to the first, which looks once more after it has let go.
 */
export async function converge<R extends Living>(
  services: Services,
  kind: Pick<Kind<R>, 'word' | 'read'>,
  { id, signal, apply }: { id: string; signal: AbortSignal; apply: (record: R) => Promise<void> },
): Promise<void> {
  const untilSettled = async () => {
    let record = await kind.read(services, id);
    while (record) {
      signal.throwIfAborted();
      // With a host that was given back, all that was on it is gone.
      const isGone = record.status === 'Deleted' && !hasEngine(services, record.engineId);
      if (!isGone) {
        const before = record;
        await apply(before).catch(async (error: unknown) => {
          if (!(isEngineError(error) && (await goesWithItsHost(services, before)))) throw error;
        });
      }
      const next = await kind.read(services, id);
      if (isSame(record, next)) return next;
      record = next;
    }
    return null;
  };
  for (;;) {
    let done: R | null = null;
    const ran = await withWorkLock(services, `${kind.word}.${id}`, async () => {
      done = await untilSettled();
    });
    if (!ran || isSame(done, await kind.read(services, id))) return;
  }
}

/** Its host was removed on purpose: what is on it goes with the machine, which may be away before us. */
async function goesWithItsHost({ db }: Pick<Services, 'db'>, { status, engineId }: Living): Promise<boolean> {
  if (status !== 'Deleted') return false;
  const removed = await db.execute(sql`select 1 from hosts where id::text = ${engineId} and status = 'Deleted'`);
  return removed.length > 0;
}

function hasEngine({ engines }: Services, id: string): boolean {
  return engines.list().some((engine) => engine.id === id);
}

function isSame(a: Living | null, b: Living | null): boolean {
  return a?.status === b?.status && a?.revision === b?.revision;
}
