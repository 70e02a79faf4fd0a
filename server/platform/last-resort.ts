import type { Logger } from './logger.ts';

/**
 * What is done with an error that reached nobody. One that was thrown may have left anything half done, so the process stops
 * (`stop`) for whoever runs it to start it again. A promise that failed unheard left no code half run: that is logged only, as
 * ending everybody's connections for it would make an outage of a small mistake. Returns how to end that.
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
