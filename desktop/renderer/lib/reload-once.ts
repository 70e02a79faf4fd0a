/** `before-paint.js` has the same, for when not even the bundle came. */
const KEPT = 'slipway.reloaded-at';
const AGAIN_AFTER_MS = 60_000;

/** Reloads the page, unless this tab has just done so by itself: that would go on for ever. Says whether it does. */
export function reloadOnce(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(KEPT)) < AGAIN_AFTER_MS) return false;
    sessionStorage.setItem(KEPT, String(Date.now()));
  } catch {
    return false;
  }
  window.location.reload();
  return true;
}
