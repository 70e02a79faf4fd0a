import type { Engine } from '../engine.ts';
import type { RegistryContents } from './contents.ts';

export interface CarryOptions {
  /** Lines for people. */
  onOutput?: (line: string) => void;
}

/**
 * Carries images and snapshots from one engine to another. On engines they keep their usual names. Every call can be
 * repeated. All throw `RegistryError` if the registry fails, and `EngineError` for an engine's failures.
 */
export interface Registry {
  /** The operator's own: used even with a single engine. */
  readonly isConfigured: boolean;
  /** Makes sure it is ready, as the first use would. */
  open(): Promise<void>;
  /** Pushes an image of an engine to it. */
  push(image: string, from: Engine, options?: CarryOptions): Promise<void>;
  /** Pulls an image to an engine; false if the registry doesn't have it. */
  pull(image: string, to: Engine, options?: CarryOptions): Promise<boolean>;
  /** Copies an image from one engine to another; sends only what is missing. */
  carry(image: string, way: { from: Engine; to: Engine }, options?: CarryOptions): Promise<void>;
  holds(image: string): Promise<boolean>;
  /** Succeeds if it isn't there. */
  remove(image: string): Promise<void>;
  /** The images in it. */
  list(): Promise<string[]>;
  /**
   * Reclaims the space of removed images. A registry somebody else runs does that itself.
   * @returns false, with nothing done, while something is being pushed
   */
  free(): Promise<boolean>;
  /** What it stores, for backups. */
  readonly contents: RegistryContents;
}

/** Separates reclaiming space from pushes, because a push refers to its layers only at its end. */
export interface PushLock {
  /** Waits while `alone` runs, or another push of the same image, in any process. */
  together(image: string, work: () => Promise<void>): Promise<void>;
  /** Returns false, with nothing done, while anything runs `together`. */
  alone(work: () => Promise<void>): Promise<boolean>;
}
