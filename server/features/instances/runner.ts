import type { Engine } from '../../compute/engine.ts';
import type { Executor } from '../../platform/database.ts';
import type { Dependencies } from '../context.ts';
import type { Fault } from './ask-health.ts';
import type { InitProgress } from './init-progress.ts';
import type { Instance, Kind } from './kind.ts';

export interface Work {
  engine: Engine;
  progress: InitProgress;
  signal: AbortSignal;
}

/** How one kind is run, for jobs and watchers; the composition root hands it in. */
export interface Runner<R extends Instance = Instance> extends Kind<R> {
  /** Its init message for "ready". */
  ready: { code: string; text: string };
  /** Makes it run and waits until it can be used. @returns columns that change when it becomes Active */
  bringUp(dependencies: Dependencies, record: R, work: Work): Promise<Partial<R>>;
  /** Hides secrets in messages. */
  redactor(dependencies: Dependencies, record: R): (line: string) => string;
  /** Does something that runs answer? @throws EngineError if the engine itself is away */
  ask(engine: Engine, record: R): Promise<Fault>;
  /** Is there work left for one that is Active? */
  isUnfinished(record: R): boolean;
  finish(dependencies: Dependencies, record: R, signal: AbortSignal): Promise<void>;
  /** Takes the requested snapshots once its container is stopped. */
  takeSnapshots(dependencies: Dependencies, engine: Engine, record: R): Promise<void>;
  /** Makes a snapshot of a stopped container that was left on another machine. */
  keepLeft(
    dependencies: Dependencies,
    engine: Engine,
    record: R,
    left: { id: string; container: string },
  ): Promise<void>;
  /** Keeps the copy of a stopped one as a restore point. Left out: its kind has none. */
  keepPoint?(dependencies: Dependencies, engine: Engine, record: R, image: string): Promise<void>;
  /** Frees a deleted one's resources on its engine, after the requested snapshots. */
  dismantle(dependencies: Dependencies, engine: Engine, record: R): Promise<void>;
  /** Those of an engine with snapshots still to be taken, as after a crash. */
  idsToCopy(executor: Executor, engineId: string): Promise<string[]>;
}
