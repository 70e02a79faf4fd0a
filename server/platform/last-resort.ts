import type { Logger } from './logger.ts';

/**
 * Handles errors that nothing caught. A thrown one may have left anything half done, so the process stops (`stop`) to
 * be restarted. An unhandled rejection left no code half run, so it is only logged: ending everybody's connections
 * would turn a small bug into an outage. Returns how to uninstall it.
 */
export function installLastResort({ log, stop }: { log: Logger; stop(): unknown }): () => void {
  const thrown = (error: unknown) => {
    log.fatal({ err: error }, 'an error that nobody caught: Slipway stops, to be started again');
    stop();
  };
  const rejected = (error: unknown) => log.error({ err: error }, 'a failure that nobody waited for');
  process.on('uncaughtException', thrown);
  process.on('unhandledRejection', rejected);
  // Whoever read our output may be gone before us.
  for (const output of [process.stdout, process.stderr]) output.on('error', ignore);
  return () => {
    process.off('uncaughtException', thrown);
    process.off('unhandledRejection', rejected);
    for (const output of [process.stdout, process.stderr]) output.off('error', ignore);
  };
}

function ignore(): void {}
