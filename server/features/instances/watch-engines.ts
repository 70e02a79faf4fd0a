import { setTimeout as delay } from 'node:timers/promises';
import type { Engine, EngineEvent } from '../../compute/engine.ts';
import { OtherEngine } from '../../compute/engine-error.ts';
import { MINUTE } from '../../platform/clock.ts';
import type { Dependencies } from '../context.ts';
import { readInstallationId } from './installation.ts';
import { INSTALLATION_LABEL } from './names.ts';
import { noteEnded, noteOutOfMemory } from './note-ended.ts';
import { reconcileEngine } from './reconcile.ts';
import type { Runner } from './runner.ts';

const PAUSE_MS = { first: 500, most: 10_000 };

interface Watch {
  runners: readonly Runner[];
  /** Called whenever an engine is connected again, before anything else is done with it. */
  onMet(engine: Engine): Promise<void>;
  /** Called when another engine answers in its place, which is left alone. */
  onOther?(engine: Engine): void;
}

/**
 * Follows every engine's events until `signal` aborts, and reconciles whenever events may have been missed: at the
 * start and after the engine was away. Resolves once each existing engine was checked, or didn't answer.
 */
export async function watchEngines(dependencies: Dependencies, what: Watch, signal: AbortSignal): Promise<void> {
  const looks: Promise<void>[] = [];
  const watched = new Map<Engine, AbortController>();
  /** Hosts come and go while we run. */
  const follow = () => {
    const there = new Set(dependencies.engines.list());
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
      looks.push(new Promise((looked) => void watch(dependencies, what, engine, until, looked)));
    }
  };
  const stop = dependencies.engines.watch(follow);
  signal.addEventListener('abort', stop, { once: true });
  follow();
  await Promise.all(looks);
}

async function watch(
  dependencies: Dependencies,
  what: Watch,
  engine: Engine,
  signal: AbortSignal,
  looked: () => void,
): Promise<void> {
  let pause = PAUSE_MS.first;
  while (!signal.aborted) {
    try {
      await follow(dependencies, what, engine, signal, () => {
        pause = PAUSE_MS.first;
        looked();
      });
    } catch (error) {
      looked();
      if (signal.aborted) return;
      if (error instanceof OtherEngine) what.onOther?.(engine);
      dependencies.log.warn({ err: error, engineId: engine.id }, 'engine events interrupted');
    }
    await delay(pause, undefined, { signal }).catch(() => undefined);
    pause = Math.min(pause * 2, PAUSE_MS.most);
  }
}

async function follow(
  dependencies: Dependencies,
  { runners, onMet }: Watch,
  engine: Engine,
  signal: AbortSignal,
  connected: () => void,
): Promise<void> {
  const installationId = await readInstallationId(dependencies);
  const over = new AbortController();
  try {
    // Listen first: what happens during the full check is among the events.
    const events = await engine.events(AbortSignal.any([signal, over.signal]));
    await onMet(engine);
    await reconcileEngine(dependencies, runners, engine);
    connected();
    const memory = new OutOfMemory();
    for await (const event of events) {
      if (event.labels[INSTALLATION_LABEL] !== installationId) continue;
      await handle(dependencies, runners, engine, event, memory).catch((error) => {
        dependencies.log.error({ err: error, engineId: engine.id }, 'engine event not handled');
      });
    }
  } finally {
    over.abort();
  }
}

async function handle(
  dependencies: Dependencies,
  runners: readonly Runner[],
  engine: Engine,
  event: EngineEvent,
  memory: OutOfMemory,
): Promise<void> {
  const runner = runners.find(({ label }) => event.labels[label]);
  const id = runner && event.labels[runner.label];
  if (event.kind === 'oom' && memory.isNews(event) && id) await noteOutOfMemory(dependencies, runner, id);
  if (event.kind === 'die' || event.kind === 'destroy') {
    const outOfMemory = memory.justHappened(event);
    if (id) await noteEnded(dependencies, runner, engine, id, 'event', outOfMemory);
  }
}

/** Containers that recently ran out of memory. A program that keeps restarting is reported once a minute. */
class OutOfMemory {
  readonly #at = new Map<string, number>();

  isNews(event: EngineEvent): boolean {
    const before = this.#at.get(event.containerId);
    const at = event.at.getTime();
    if (before !== undefined && at - before < MINUTE) return false;
    this.#at.set(event.containerId, at);
    return true;
  }

  /** Did the container end because of it? Forgets an ended container. */
  justHappened(event: EngineEvent): boolean {
    const at = this.#at.get(event.containerId);
    this.#at.delete(event.containerId);
    return at !== undefined && event.exitCode === 137 && event.at.getTime() - at < MINUTE;
  }
}
