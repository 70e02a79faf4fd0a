import { setTimeout as delay } from 'node:timers/promises';
import type { Engine, EngineEvent } from '../../compute/engine.ts';
import { MINUTE } from '../../platform/clock.ts';
import type { Services } from '../context.ts';
import { fenceHost } from '../hosts/index.ts';
import {
  INSTALLATION_LABEL,
  noteEnded,
  readInstallationId,
  SERVICE_LABEL,
  WORKSPACE_LABEL,
} from '../instances/index.ts';
import { noteServiceOutOfMemory, serviceKind } from '../services/index.ts';
import { workspaceKind } from './kind.ts';
import { noteOutOfMemory } from './note-out-of-memory.ts';
import { reconcileEngine } from './reconcile.ts';

const PAUSE_MS = { first: 500, most: 10_000 };

/**
 * Follows every engine's events until `signal` aborts, and reconciles whenever events may have been missed: at the
 * start and after the engine was away. Resolves when each engine there is was looked at, or did not answer.
 */
export async function startEngineWatch(services: Services, signal: AbortSignal): Promise<void> {
  const looks: Promise<void>[] = [];
  const watched = new Map<Engine, AbortController>();
  /** Hosts come and go while we run. */
  const follow = () => {
    const there = new Set(services.engines.list());
    for (const [engine, watching] of watched) {
      if (there.has(engine)) continue;
      watching.abort();
      watched.delete(engine);
    }
    for (const engine of there) {
      if (watched.has(engine)) continue;
      const watching = new AbortController();
      watched.set(engine, watching);
      const until = AbortSignal.any([signal, watching.signal]);
      looks.push(new Promise((looked) => void watch(services, engine, until, looked)));
    }
  };
  const stop = services.engines.watch(follow);
  signal.addEventListener('abort', stop, { once: true });
  follow();
  await Promise.all(looks);
}

async function watch(services: Services, engine: Engine, signal: AbortSignal, looked: () => void): Promise<void> {
  let pause = PAUSE_MS.first;
  while (!signal.aborted) {
    try {
      await follow(services, engine, signal, () => {
        pause = PAUSE_MS.first;
        looked();
      });
    } catch (error) {
      looked();
      if (signal.aborted) return;
      services.log.warn({ err: error, engineId: engine.id }, 'engine events interrupted');
    }
    await delay(pause, undefined, { signal }).catch(() => undefined);
    pause = Math.min(pause * 2, PAUSE_MS.most);
  }
}

async function follow(services: Services, engine: Engine, signal: AbortSignal, connected: () => void): Promise<void> {
  const installationId = await readInstallationId(services);
  const over = new AbortController();
  try {
    // Listening first: what happens during the look at everything is among the events.
    const events = await engine.events(AbortSignal.any([signal, over.signal]));
    if (engine !== services.engines.list()[0]) await fenceHost(services, engine.id);
    await reconcileEngine(services, engine);
    connected();
    const memory = new OutOfMemory();
    for await (const event of events) {
      if (event.labels[INSTALLATION_LABEL] !== installationId) continue;
      await handle(services, engine, event, memory).catch((error) => {
        services.log.error({ err: error, engineId: engine.id }, 'engine event not handled');
      });
    }
  } finally {
    over.abort();
  }
}

async function handle(services: Services, engine: Engine, event: EngineEvent, memory: OutOfMemory): Promise<void> {
  const workspaceId = event.labels[WORKSPACE_LABEL];
  const serviceId = event.labels[SERVICE_LABEL];
  if (event.kind === 'oom' && memory.isNews(event)) {
    if (workspaceId) await noteOutOfMemory(services, workspaceId);
    if (serviceId) await noteServiceOutOfMemory(services, serviceId);
  }
  if (event.kind === 'die' || event.kind === 'destroy') {
    const outOfMemory = memory.justHappened(event);
    if (workspaceId) await noteEnded(services, workspaceKind, engine, workspaceId, 'event', outOfMemory);
    if (serviceId) await noteEnded(services, serviceKind, engine, serviceId, 'event', outOfMemory);
  }
}

/** Containers that ran out of memory lately. A program that is started again and again is told once a minute. */
class OutOfMemory {
  readonly #at = new Map<string, number>();

  isNews(event: EngineEvent): boolean {
    const before = this.#at.get(event.containerId);
    const at = event.at.getTime();
    if (before !== undefined && at - before < MINUTE) return false;
    this.#at.set(event.containerId, at);
    return true;
  }

  /** Did the container end because of it? Forgets a container that has ended. */
  justHappened(event: EngineEvent): boolean {
    const at = this.#at.get(event.containerId);
    this.#at.delete(event.containerId);
    return at !== undefined && event.exitCode === 137 && event.at.getTime() - at < MINUTE;
  }
}
