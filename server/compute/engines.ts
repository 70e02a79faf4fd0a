import { createDockerEngine, type DockerEngineConfig } from './docker-engine.ts';
import type { Engine, EngineId } from './engine.ts';
import { EngineError } from './engine-error.ts';
import { guardEngine, type Recognize } from './guard-engine.ts';

export interface EnginesConfig {
  engines: DockerEngineConfig[];
  /** If left out, any engine will do. */
  recognize?: Recognize;
}

export interface Engines {
  /** Throws `not-found` for an unknown engine. */
  get(engineId: EngineId): Engine;
  /** The first is this machine's own. */
  list(): Engine[];
  /** Adds an engine, or changes its address. Nothing happens if it is the same. */
  set(config: DockerEngineConfig): void;
  drop(engineId: EngineId): void;
  /** Calls back whenever an engine was added, removed or moved; returns how to stop. */
  watch(changed: () => void): () => void;
}

/** One client per engine, created once; contacts nothing until a method is called. */
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
    const engine = guardEngine(createDockerEngine(address), config.recognize);
    known.set(address.id, { engine, address: written });
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
