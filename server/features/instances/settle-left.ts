import { and, eq, inArray } from 'drizzle-orm';
import type { ContainerSummary, Engine } from '../../compute/engine.ts';
import type { Dependencies } from '../context.ts';
import { INSTALLATION_LABEL } from './names.ts';
import { readInstance } from './read.ts';
import type { Runner } from './runner.ts';
import { leftContainers } from './tables.ts';
import { withWorkLock } from './work-lock.ts';

export type Left = typeof leftContainers.$inferSelect;

/** What runs elsewhere now, while its container is still on this engine's machine. */
export const readLeft = ({ db }: Dependencies, engine: Engine): Promise<Left[]> =>
  db.select().from(leftContainers).where(eq(leftContainers.engineId, engine.id));

/**
 * Stops what was left on a machine that is back, before anything else is done with it: it never runs beside what has
 * taken its place elsewhere. What only it has becomes a snapshot. @returns the other containers @throws EngineError
 */
export async function settleLeft(
  dependencies: Dependencies,
  runner: Runner,
  engine: Engine,
  here: readonly Left[],
  containers: readonly ContainerSummary[],
): Promise<readonly ContainerSummary[]> {
  const { log } = dependencies;
  if (here.length === 0) return containers;
  const found = here.flatMap((left) => {
    const container = containers.find(({ labels }) => labels[runner.label] === left.instanceId);
    return container ? [{ left, container }] : [];
  });
  for (const { container } of found) await engine.stop(container.name, { timeoutSeconds: runner.stopSeconds });
  for (const { left, container } of found) {
    await withWorkLock(dependencies, `left.${left.id}`, async () => {
      const record = await readInstance(dependencies, runner, left.instanceId);
      if (left.unsaved && record && record.status !== 'Deleted') {
        log.warn({ instanceId: record.id, engineId: engine.id }, 'what was left on a lost machine becomes a snapshot');
        await runner.keepLeft(dependencies, engine, record, { id: left.id, container: container.name });
      }
      await engine.remove(container.name);
      await forget(dependencies, engine, [left.instanceId]);
    });
  }
  const settled = new Set(found.map(({ container }) => container));
  return containers.filter((container) => !settled.has(container));
}

/** What isn't on the machine any more can't run there. */
export async function forgetGone(
  dependencies: Dependencies,
  runners: readonly Runner[],
  engine: Engine,
  here: readonly Left[],
  installationId: string,
): Promise<void> {
  if (here.length === 0) return;
  const there = new Set<string>();
  for (const { label } of runners) {
    const found = await engine.list({ [INSTALLATION_LABEL]: installationId, [label]: '' });
    for (const { labels } of found) there.add(labels[label] ?? '');
  }
  const gone = here.map(({ instanceId }) => instanceId).filter((id) => !there.has(id));
  if (gone.length > 0) await forget(dependencies, engine, gone);
}

async function forget({ db }: Dependencies, engine: Engine, ids: string[]): Promise<void> {
  const these = and(eq(leftContainers.engineId, engine.id), inArray(leftContainers.instanceId, ids));
  await db.delete(leftContainers).where(these);
}
