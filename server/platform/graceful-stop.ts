/** Ends one thing that runs. `failed`: the process ends by a fault, and another one takes its place. */
export type Closer = (failed: boolean) => Promise<unknown>;

/** Exit code of a process that stopped itself because of an error in it (EX_SOFTWARE). */
export const FAILED = 70;
const STOP_WITHIN_MS = 10_000;
const SAME_SIGNAL_MS = 1000;

export interface GracefulStop {
  /** Has somebody asked, or something failed? Nothing more should be opened then. */
  hasBegun(): boolean;
  /** Somebody asked for it: exit code 0, or 1 when something still hung after ten seconds. */
  asked(): void;
  /** An error made it necessary: exit code 70. */
  failed(): void;
}

/**
 * From now on SIGTERM and SIGINT ask for it. Not `once`: from a supervisor, a signal may come to us directly and through
 * whoever started us, and the second one would end the process on the spot.
 */
export function heedSignals({ asked }: GracefulStop): void {
  process.on('SIGTERM', asked);
  process.on('SIGINT', asked);
}

/**
 * Closes in the reverse order of opening, once, and leaves after ten seconds whatever still hangs.
 * @param opened settles when no more closers come: what is being opened is closed as well
 */
export function createGracefulStop(
  closers: Closer[],
  { opened = Promise.resolve(), withinMs = STOP_WITHIN_MS }: { opened?: Promise<unknown>; withinMs?: number } = {},
): GracefulStop {
  let stopping = false;
  const stop = async (failed: boolean) => {
    if (stopping) return;
    stopping = true;
    // Not unref'd: with nothing else left to wait for, the process would end as if all were well.
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
        // What can't be closed must not keep the rest from being closed.
      }
    }
    process.exit(failed ? FAILED : 0);
  };
  return { hasBegun: () => stopping, asked: () => void stop(false), failed: () => void stop(true) };
}
