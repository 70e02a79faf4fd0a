import type { Engine } from '../../compute/engine.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import { Unavailable } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';

/**
 * What engines say about workspaces, remembered for a moment: however many people look, an engine is asked once in
 * `freshMs` per workspace.
 */
export function createReadings<T>(freshMs: number) {
  const readings = new WeakMap<Engine, Map<string, { at: number; answer: Promise<T> }>>();

  return async (engine: Engine, workspaceId: string, now: Date, ask: () => Promise<T>): Promise<T> => {
    const known = readings.get(engine) ?? new Map<string, { at: number; answer: Promise<T> }>();
    readings.set(engine, known);
    for (const [id, { at }] of known) if (now.getTime() - at >= freshMs) known.delete(id);
    const reading = known.get(workspaceId) ?? { at: now.getTime(), answer: ask() };
    known.set(workspaceId, reading);
    try {
      return await reading.answer;
    } catch (error) {
      known.delete(workspaceId);
      throw error;
    }
  };
}

/** How an engine that fails looks from outside. */
export function notResponding(error: unknown): never {
  if (isEngineError(error)) throw new Unavailable(say('instances.machineNotResponding'), { cause: error });
  throw error;
}
