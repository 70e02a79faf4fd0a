import type { Engine } from '../engine.ts';

export interface CarryOptions {
  /** Lines for people. */
  onOutput?: (line: string) => void;
}

/**
 * What images and snapshots travel through from one engine to another. On engines they keep their usual names. Every call
 * can be repeated. All throw `RegistryError` when it does not do its part, and `EngineError` for what an engine says.
 */
export interface Registry {
  /** The operator's own: it is used even where there is one engine only. */
  readonly isConfigured: boolean;
  /** Has it ready: what would be done by the first use of it. */
  open(): Promise<void>;
  /** Sends an image of an engine to it. */
  push(image: string, from: Engine, options?: CarryOptions): Promise<void>;
  /** Has an image of it on an engine; false when it does not hold it. */
  pull(image: string, to: Engine, options?: CarryOptions): Promise<boolean>;
  /** Has an image of one engine on another; sends only what is not there yet. */
  carry(image: string, way: { from: Engine; to: Engine }, options?: CarryOptions): Promise<void>;
  holds(image: string): Promise<boolean>;
  /** Fine when it does not hold it. */
  remove(image: string): Promise<void>;
  /** The images it holds. */
  list(): Promise<string[]>;
  /**
   * Gives the room back that removed images took. One that somebody else runs does that itself.
   * @returns false while something is being sent to it: nothing was done
   */
  free(): Promise<boolean>;
}

/** Keeps the freeing of what nothing refers to apart from pushes, which refer to what they have sent only at their end. */
export interface PushLock {
  /** Waits while `alone` runs, or another push of the same image, in whatever process. */
  together(image: string, work: () => Promise<void>): Promise<void>;
  /** Returns false, with nothing done, while anything runs together. */
  alone(work: () => Promise<void>): Promise<boolean>;
}
