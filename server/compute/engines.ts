import { createDockerEngine, type DockerEngineConfig } from './docker-engine.ts';
import type { Engine, EngineId } from './engine.ts';
import { EngineError } from './engine-error.ts';

export interface EnginesConfig {
  engines: DockerEngineConfig[];
}

export interface Engines {
  /** Throws `not-found` for an engine that is not configured. */
  get(engineId: EngineId): Engine;
  list(): Engine[];
}

/** One client per engine, made once; nothing is contacted until a method is called. */
export function createEngines(config: EnginesConfig): Engines {
  const engines = new Map<EngineId, Engine>(config.engines.map((address) => [address.id, createDockerEngine(address)]));
  return {
    get(engineId) {
      const engine = engines.get(engineId);
      if (!engine) throw new EngineError('not-found', `no engine is configured under the id ${engineId}`);
      return engine;
    },
    list: () => [...engines.values()],
  };
}
