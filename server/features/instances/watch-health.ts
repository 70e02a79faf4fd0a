import type { Engine } from '../../compute/engine.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import type { Transaction } from '../../platform/database.ts';
import type { Services } from '../context.ts';
import type { Fault } from './ask-health.ts';
import type { Kind, Living } from './kind.ts';

/** So often in a row, a minute apart, does it have to fail before anything is said. */
const UNANSWERED_TIMES = 3;
/** So many are asked at a time, on all engines together. */
const LANES = 8;
const AT_WORK_MS = 45_000;

/** What is kept of the asking; a change of status begins anew. */
interface Health {
  /** Times in a row that it failed, counted up to `UNANSWERED_TIMES`. */
  unansweredCount: number;
  /** When it failed first. */
  unansweredSince: Date | null;
}
export const WELL: Health = { unansweredCount: 0, unansweredSince: null };

type Has = Health & { id: string; engineId: string; activeSince: Date | null };

/** What the watch over health has to know of one kind. */
interface HealthKind<R extends Living & Has, A extends Has> {
  kind: Kind<R>;
  listRunning(): Promise<A[]>;
  /** @throws EngineError when the engine itself is away */
  ask(engine: Engine, running: A): Promise<Fault>;
  save(tx: Transaction, id: string, health: Health): Promise<unknown>;
  keepChange(
    tx: Transaction,
    record: R,
    change: { cause: 'not_answering' | 'answering_again'; detail?: string },
  ): Promise<void>;
}

/**
 * Asks what runs whether it still answers. What fails three times in a row is told with the reason, and nothing is done to
 * it, as Docker has it; what answers again is told too. Called once a minute, a few are asked at a time, in an order of
 * chance: one that was not reached is, the next time. What is well costs no write.
 */
export async function watchHealth<R extends Living & Has, A extends Has>(
  services: Services,
  health: HealthKind<R, A>,
): Promise<void> {
  const queue = shuffle(await health.listRunning());
  const end = performance.now() + AT_WORK_MS;
  const away = new Set<string>();
  const work = async () => {
    for (let each = queue.pop(); each && performance.now() < end; each = queue.pop()) {
      if (away.has(each.engineId)) continue;
      try {
        await look(services, health, each);
      } catch (error) {
        // Hosts that are away are told by the watch over hosts.
        if (isEngineError(error, 'unreachable')) away.add(each.engineId);
        services.log.warn({ err: error, [`${health.kind.word}Id`]: each.id }, 'not asked whether it answers');
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, work));
}

async function look<R extends Living & Has, A extends Has>(
  services: Services,
  { kind, ask, save, keepChange }: HealthKind<R, A>,
  asked: A,
): Promise<void> {
  const fault = await ask(services.engines.get(asked.engineId), asked);
  if (fault === null && asked.unansweredCount === 0) return;
  await services.db.transaction(async (tx) => {
    const record = await kind.lock(tx, asked.id);
    // Stopped or started anew while it was asked: the answer is of before.
    if (record?.status !== 'Active' || record.activeSince?.getTime() !== asked.activeSince?.getTime()) return;
    const told = record.unansweredCount >= UNANSWERED_TIMES;
    if (fault === null) {
      await save(tx, record.id, WELL);
      if (told) await keepChange(tx, record, { cause: 'answering_again' });
    } else if (!told) {
      const unansweredCount = record.unansweredCount + 1;
      await save(tx, record.id, {
        unansweredCount,
        unansweredSince: record.unansweredSince ?? services.clock.now(),
      });
      if (unansweredCount === UNANSWERED_TIMES) await keepChange(tx, record, { cause: 'not_answering', detail: fault });
    }
  });
}

/** Since when something Active has not answered, once that is worth telling; else null. */
export function notAnsweringSince({ unansweredCount, unansweredSince }: Health): Date | null {
  return unansweredCount >= UNANSWERED_TIMES ? unansweredSince : null;
}

function shuffle<T>(list: T[]): T[] {
  return list
    .map((each) => ({ each, order: Math.random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ each }) => each);
}
