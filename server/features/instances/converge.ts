import { sql } from 'drizzle-orm';
import { isEngineError } from '../../compute/engine-error.ts';
import type { Dependencies } from '../context.ts';
import type { Instance } from './kind.ts';
import { launch } from './launch.ts';
import { containerName } from './names.ts';
import { readInstance } from './read.ts';
import { stopIfThere } from './remove-container.ts';
import type { Runner } from './runner.ts';
import { withWorkLock } from './work-lock.ts';

/** Brings the engine to what the row says, and again if the row changes meanwhile. */
export async function convergeInstance<R extends Instance>(
  dependencies: Dependencies,
  runner: Runner<R>,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  await converge<R>(dependencies, `${runner.word}.${id}`, {
    signal,
    read: () => readInstance(dependencies, runner, id),
    apply: (record) => apply(dependencies, runner, record, signal),
  });
}

async function apply<R extends Instance>(
  dependencies: Dependencies,
  runner: Runner<R>,
  record: R,
  signal: AbortSignal,
): Promise<void> {
  const engine = dependencies.engines.get(record.engineId);
  switch (record.status) {
    case 'Pending':
      return launch(dependencies, runner, record, signal);
    case 'Pending Deletion':
    case 'Offline':
      // Frozen under the row's lock; the reconciler sees to it that it stays so.
      if (record.asleepSince !== null) return;
      await stopIfThere(engine, containerName(runner.word, record.id), runner.stopSeconds);
      return runner.takeSnapshots(dependencies, engine, record);
    case 'Deleted':
      return runner.dismantle(dependencies, engine, record);
    case 'Active':
      return runner.isUnfinished(record) ? runner.finish(dependencies, record, signal) : undefined;
    default:
      return record.status satisfies never;
  }
}

interface Convergence<R> {
  signal: AbortSignal;
  read(): Promise<R | null>;
  apply(record: R): Promise<void>;
}

/**
 * Applies what the row says until it says nothing new. One process works on an instance at a time; a later one leaves
 * it to the first, which looks once more after releasing it.
 * @param key its kind and id: `workspace.<id>`
 */
export async function converge<R extends Instance>(
  dependencies: Dependencies,
  key: string,
  { signal, read, apply }: Convergence<R>,
): Promise<void> {
  const untilSettled = async () => {
    let record = await read();
    while (record) {
      signal.throwIfAborted();
      // When a host was given back, everything on it is gone.
      const isGone = record.status === 'Deleted' && !hasEngine(dependencies, record.engineId);
      if (!isGone) {
        const before = record;
        await apply(before).catch(async (error: unknown) => {
          if (!(isEngineError(error) && (await goesWithItsHost(dependencies, before)))) throw error;
        });
      }
      const next = await read();
      if (isSame(record, next)) return next;
      record = next;
    }
    return null;
  };
  for (;;) {
    let done: R | null = null;
    const ran = await withWorkLock(dependencies, key, async () => {
      done = await untilSettled();
    });
    if (!ran || isSame(done, await read())) return;
  }
}

/** Its host was removed on purpose: it goes with the machine, which may disappear first. */
async function goesWithItsHost({ db }: Pick<Dependencies, 'db'>, { status, engineId }: Instance): Promise<boolean> {
  if (status !== 'Deleted') return false;
  const removed = await db.execute(sql`select 1 from hosts where id::text = ${engineId} and status = 'Deleted'`);
  return removed.length > 0;
}

function hasEngine({ engines }: Dependencies, id: string): boolean {
  return engines.list().some((engine) => engine.id === id);
}

function isSame(a: Instance | null, b: Instance | null): boolean {
  return a?.status === b?.status && a?.revision === b?.revision;
}
