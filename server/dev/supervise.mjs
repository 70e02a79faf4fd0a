// Plain JavaScript without packages, like what uses it.

/** Settings that can't work, as in platform/config-error.ts: no second try would make a difference. */
const BAD_SETTINGS = 78;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** After this time a fault is a new one, and the wait is short again. */
const RAN_WELL_MS = 60_000;

/** Did one that had started end by a fault? Where it could not start at all, it says 1. */
export function isFault({ code, signal }) {
  return signal !== null || (code !== 0 && code !== 1 && code !== BAD_SETTINGS);
}

/**
 * Runs something that should never end, and starts it again after a growing wait when it does. A first start that fails
 * is for the person who is looking; once it has run, a start that fails may be the database's fault, and is tried again.
 * @param {object} options
 * @param {() => Promise<{code: number | null, signal: string | null}>} options.run runs it once; how it ended
 * @param {(ms: number) => Promise<void>} options.pause ends early once somebody asked to stop
 * @param {() => boolean} options.stopped did somebody ask to stop?
 * @param {() => number} options.now milliseconds of a clock that only goes forward
 * @param {(text: string) => void} options.say
 * @returns {Promise<number>} the exit code
 */
export async function supervise({ run, pause, stopped, now, say }) {
  let wait = FIRST_WAIT_MS;
  let hasRun = false;
  for (;;) {
    const began = now();
    const end = await run();
    const { code, signal } = end;
    if (stopped()) return code ?? 1;
    hasRun ||= isFault(end);
    if (code === 0 || code === BAD_SETTINGS || !hasRun) return code;
    if (now() - began >= RAN_WELL_MS) wait = FIRST_WAIT_MS;
    say(`Slipway ended unexpectedly (${signal ?? `code ${code}`}). Starting it again in ${wait / 1000} s.`);
    await pause(wait);
    if (stopped()) return code ?? 1;
    wait = Math.min(2 * wait, LONGEST_WAIT_MS);
  }
}
