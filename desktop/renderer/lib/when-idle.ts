/** The longest that what isn't needed at once waits for a busy page. */
const LONGEST_MS = 2000;

/** Calls back when the page has been painted and has nothing better to do. Returns how to cancel it. */
export function whenIdle(callback: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    // Safari.
    const timer = setTimeout(callback, LONGEST_MS / 10);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(callback, { timeout: LONGEST_MS });
  return () => cancelIdleCallback(handle);
}
