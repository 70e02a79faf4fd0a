/** Closes one thing. `failed`: the process stops because of a fault, and another one takes its place. */
export type Closer = (failed: boolean) => Promise<unknown>;

/** Exit code of a process that stopped itself because of an internal error (EX_SOFTWARE). */
export const FAILED = 70;
const STOP_WITHIN_MS = 10_000;
const SAME_SIGNAL_MS = 1000;

export interface GracefulStop {
  /** Has a stop begun? Then nothing more should be opened. */
  hasBegun(): boolean;
  /** A requested stop: exit code 0, or 1 if something still hung after ten seconds. */
  asked(): void;
  /** A stop because of an error: exit code 70. */
  failed(): void;
}

/**
 * Stops on SIGTERM and SIGINT. Not `once`: under a supervisor a signal may arrive directly and through the parent, and
 * the second one would kill the process.
 */
export function heedSignals({ asked }: GracefulStop): void {
  process.on('SIGTERM', asked);
  process.on('SIGINT', asked);
}

/**
 * Closes in the reverse order of opening, once, and exits after ten seconds even if something hangs.
 * @param opened settles when no more closers come, so that what is being opened is closed as well
 */
export function createGracefulStop(
  closers: Closer[],
  { opened = Promise.resolve(), withinMs = STOP_WITHIN_MS }: { opened?: Promise<unknown>; withinMs?: number } = {},
): GracefulStop {
  let stopping = false;
  const stop = async (failed: boolean) => {
    if (stopping) return;
    stopping = true;
    // Not unref'd: with nothing else to wait for, the process would exit as if all were well.
    setTimeout(() => process.exit(failed ? FAILED : 1), withinMs);
    // One Ctrl+C can arrive twice, from the terminal and from a watcher above us; only a later one means "now".
    const asked = performance.now();
    process.on('SIGINT', () => {
      if (performance.now() - asked > SAME_SIGNAL_MS) process.exit(1);
    });
    await opened;
    for (const close of closers.reverse()) {
      try {
        await close(failed);
      } catch {
        // One failure must not keep the rest from being closed.
      }
    }
    process.exit(failed ? FAILED : 0);
  };
  return { hasBegun: () => stopping, asked: () => void stop(false), failed: () => void stop(true) };
}
