import type { Engine } from './engine.ts';

type Listener = (line: string) => void;

/** Running builds per engine: callers of the same image share one build and all hear its output. */
const running = new WeakMap<Engine, Map<string, { done: Promise<void>; listeners: Set<Listener> }>>();

/**
 * Runs `build` unless the engine has the image (asked each time, because an operator may have pruned it) or it is being
 * built.
 */
export function buildOnce(
  engine: Engine,
  image: string,
  onOutput: Listener,
  build: (tell: Listener) => Promise<void>,
): Promise<void> {
  const builds = running.get(engine) ?? new Map();
  running.set(engine, builds);
  const existing = builds.get(image);
  if (existing) {
    existing.listeners.add(onOutput);
    return existing.done;
  }
  const listeners = new Set([onOutput]);
  const tell = (line: string) => {
    for (const listener of listeners) listener(line);
  };
  const work = async () => {
    if (!(await engine.imageExists(image))) await build(tell);
  };
  const done = work().finally(() => builds.delete(image));
  builds.set(image, { done, listeners });
  return done;
}
