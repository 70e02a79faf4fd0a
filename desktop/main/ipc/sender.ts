/** What is known about the frame that sent a message. */
export interface Sender {
  /** The frame's address, from the browser and not from the page. */
  url: string;
  /** Embedded frames may never call, whatever their origin. */
  isMainFrame: boolean;
  /** One of the app's own windows. */
  isOwnWindow: boolean;
}

/** May this frame use the app? Only the top frame of our own windows, while it shows one of our origins. */
export function isTrustedSender(sender: Sender, origins: readonly string[]): boolean {
  if (!sender.isMainFrame || !sender.isOwnWindow) return false;
  const url = URL.parse(sender.url);
  return url !== null && origins.includes(url.origin);
}
