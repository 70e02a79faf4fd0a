/** Shortcuts use ⌘ there, and Ctrl moves the cursor in fields. */
export function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}
