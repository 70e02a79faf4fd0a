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
    process.on(signal, () => stopAll(signal));
  }
}

/** npm passes SIGTERM on to its shell alone and ends: whatever runs here has to notice that it is left behind. */
export function stopWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || stopped() || stopAll('SIGTERM'), 500).unref();
}

function stopAll(signal) {
  stopping.abort();
  for (const child of running) child.kill(signal);
}

/**
 * Starts a program. `ended` resolves to how it ended: `{code, signal}`; rejects when it could not be started.
 * @param {{atTheEnd?: boolean}} [when] `atTheEnd`: it cleans up, so a request to stop doesn't concern it, not even
 *   Ctrl+C, which a terminal sends to the whole process group
 */
export function run(command, args, options, { atTheEnd = false } = {}) {
  const child = spawn(command, args, { ...options, detached: atTheEnd });
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
