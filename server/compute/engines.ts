import { createDockerEngine, type DockerEngineConfig } from './docker-engine.ts';
import type { Engine, EngineId } from './engine.ts';
import { EngineError } from './engine-error.ts';

export interface EnginesConfig {
  engines: DockerEngineConfig[];
}

export interface Engines {
  /** Throws `not-found` for an engine that is not configured. */
  get(engineId: EngineId): Engine;
  /** The first is this machine's own. */
  list(): Engine[];
  /** Adds an engine, or takes another address for it from now on. Nothing happens when it is the same. */
  set(config: DockerEngineConfig): void;
  drop(engineId: EngineId): void;
  /** Calls back whenever an engine came, went or has another address; returns how to end that. */
  watch(changed: () => void): () => void;
}

/** One client per engine, made once; nothing is contacted until a method is called. */
export function createEngines(config: EnginesConfig): Engines {
  const known = new Map<EngineId, { engine: Engine; address: string }>();
  const watchers = new Set<() => void>();
  const tell = () => {
    for (const changed of watchers) changed();
  };
  const set = (address: DockerEngineConfig) => {
    const written = JSON.stringify(address);
    const before = known.get(address.id);
    if (before?.address === written) return;
    before?.engine.close();
    known.set(address.id, { engine: createDockerEngine(address), address: written });
    tell();
  };
  for (const address of config.engines) set(address);
  return {
    get(engineId) {
      const found = known.get(engineId);
      if (!found) throw new EngineError('not-found', `no engine is configured under the id ${engineId}`);
      return found.engine;
    },
    list: () => [...known.values()].map(({ engine }) => engine),
    set,
    drop(engineId) {
      known.get(engineId)?.engine.close();
      if (known.delete(engineId)) tell();
    },
    watch(changed) {
      watchers.add(changed);
      return () => watchers.delete(changed);
    },
  };
}
