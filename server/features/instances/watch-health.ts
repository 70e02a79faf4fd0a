import { eq } from 'drizzle-orm';
import { isEngineError } from '../../compute/engine-error.ts';
import { inLanes } from '../../platform/in-lanes.ts';
import type { Dependencies } from '../context.ts';
import { keepChange } from './change-status.ts';
import { HEALTHY, UNANSWERED_TIMES } from './not-answering.ts';
import { lockRow } from './read.ts';
import { readRecords } from './records.ts';
import type { Runner } from './runner.ts';
import { type Instance, instances } from './tables.ts';

/** How many are checked at a time, on all engines together. */
const LANES = 8;
const AT_WORK_MS = 45_000;

/**
 * Checks whether running things still answer. Three failures in a row are reported with the reason, and nothing else
 * happens, as in Docker; a recovery is reported too. Called once a minute, a few at a time, in random order: what
 * wasn't reached is, the next time. Healthy ones cost no write.
 */
export async function watchHealth(dependencies: Dependencies, runner: Runner): Promise<void> {
  const running = shuffle(await readRecords(dependencies.db, runner, eq(instances.status, 'Active')));
  const end = performance.now() + AT_WORK_MS;
  const away = new Set<string>();
  await inLanes(running, LANES, async (each) => {
    if (performance.now() >= end || away.has(each.engineId)) return;
    try {
      await look(dependencies, runner, each);
    } catch (error) {
      // The watch over hosts reports hosts that are away.
      if (isEngineError(error, 'unreachable')) away.add(each.engineId);
      dependencies.log.warn({ err: error, [`${runner.word}Id`]: each.id }, 'not asked whether it answers');
    }
  });
}

async function look(dependencies: Dependencies, runner: Runner, asked: Instance): Promise<void> {
  const fault = await runner.ask(dependencies.engines.get(asked.engineId), asked);
  if (fault === null && asked.unansweredCount === 0) return;
  await dependencies.db.transaction(async (tx) => {
    const record = await lockRow(tx, runner, asked.id);
    // It was stopped or restarted during the check, so the result is outdated.
    if (record?.status !== 'Active' || record.activeSince?.getTime() !== asked.activeSince?.getTime()) return;
    const save = (health: Partial<Instance>) => tx.update(instances).set(health).where(eq(instances.id, record.id));
    const told = record.unansweredCount >= UNANSWERED_TIMES;
    if (fault === null) {
      await save(HEALTHY);
      if (told) await keepChange(dependencies, tx, runner, record, { cause: 'answering_again' });
    } else if (!told) {
      const unansweredCount = record.unansweredCount + 1;
      await save({ unansweredCount, unansweredSince: record.unansweredSince ?? dependencies.clock.now() });
      if (unansweredCount < UNANSWERED_TIMES) return;
      await keepChange(dependencies, tx, runner, record, { cause: 'not_answering', detail: fault });
    }
  });
}

function shuffle<T>(list: T[]): T[] {
  return list
    .map((each) => ({ each, order: Math.random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ each }) => each);
}
