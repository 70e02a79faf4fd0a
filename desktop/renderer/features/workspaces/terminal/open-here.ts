/** Which terminals are open in this tab, so that a reload shows them again. Without storage they aren't. */
const key = (workspaceId: string) => `slipway-terminal-${workspaceId}`;

export function wasOpen(workspaceId: string): boolean {
  try {
    return window.sessionStorage.getItem(key(workspaceId)) !== null;
  } catch {
    return false;
  }
}

export function keepOpen(workspaceId: string, open: boolean): void {
  try {
    if (open) window.sessionStorage.setItem(key(workspaceId), 'open');
    else window.sessionStorage.removeItem(key(workspaceId));
  } catch {
    // Storage is off.
  }
}
