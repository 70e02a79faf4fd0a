// Plain JavaScript without packages: the programs that `npm start` runs, and what a signal to it alone does to them.
import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';

const running = new Set();
const stopping = new AbortController();

/** Did somebody ask to stop? */
export const stopped = () => stopping.signal.aborted;

/** Waits, but not past a request to stop. */
export function pause(ms) {
  return delay(ms, undefined, { signal: stopping.signal }).catch(() => {});
}

/** From now on SIGINT and SIGTERM go to all that runs here, which ends by itself; from a terminal they may come twice. */
export function passSignalsOn() {
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      stopping.abort();
      for (const child of running) child.kill(signal);
    });
  }
}

/**
 * Starts a program. `ended` resolves to how it ended: `{code, signal}`; rejects when it could not be started.
 * @param {{atTheEnd?: boolean}} [when] `atTheEnd`: it cleans up, so a request to stop does not concern it
 */
export function run(command, args, options, { atTheEnd = false } = {}) {
  const child = spawn(command, args, options);
  if (!atTheEnd) running.add(child);
  const ended = new Promise((resolve, reject) => {
    child.once('error', (error) => {
      running.delete(child);
      reject(error);
    });
    child.once('exit', (code, signal) => {
      running.delete(child);
      resolve({ code, signal });
    });
  });
  if (stopped() && !atTheEnd) child.kill('SIGTERM');
  return { child, ended };
}
