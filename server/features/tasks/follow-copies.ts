import { and, eq } from 'drizzle-orm';
import type { Dependencies } from '../context.ts';
import { requestAdvance } from './advance-job.ts';
import { tasks } from './tables.ts';

/**
 * Begins a task the moment its copy runs, instead of when it is looked at next. A message that is lost costs only that.
 * @returns what ends it
 */
export function followCopies({ bus, db, log }: Pick<Dependencies, 'bus' | 'db' | 'log'>): Promise<() => Promise<void>> {
  const look = async (copyId: string) => {
    const waiting = and(eq(tasks.copyId, copyId), eq(tasks.state, 'preparing'));
    const [task] = await db.select({ id: tasks.id }).from(tasks).where(waiting);
    if (task) await requestAdvance(db, task.id);
  };
  return bus.listen('workspace_changed', ({ id }) => {
    look(id).catch((error: unknown) => log.warn({ err: error, copyId: id }, 'a task could not be asked for'));
  });
}
