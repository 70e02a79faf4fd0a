import type { Engine } from './engine.ts';

type Listener = (line: string) => void;

/** Running builds per engine: callers of the same image share one build and all hear its output. */
const running = new WeakMap<Engine, Map<string, { done: Promise<void>; listeners: Set<Listener> }>>();

/** Runs builds of one image one after another, in whichever process of the installation they are. */
export type BuildTurn = (image: string, build: () => Promise<void>) => Promise<void>;

const turns = new WeakMap<Engine, BuildTurn>();

/** From now on, builds on this engine take turns with those of other processes. */
export function takeBuildTurns(engine: Engine, turn: BuildTurn): void {
  turns.set(engine, turn);
}

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
  const unlessThere = async () => {
    if (!(await engine.imageExists(image))) await build(tell);
  };
  const work = async () => {
    const turn = turns.get(engine);
    if (turn && !(await engine.imageExists(image))) await turn(image, unlessThere);
    else await unlessThere();
  };
  const done = work().finally(() => builds.delete(image));
  builds.set(image, { done, listeners });
  return done;
}
