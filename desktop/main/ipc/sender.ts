/** What is known of the frame that sent a message. */
export interface Sender {
  /** Address of the frame, as the browser knows it and not as the page says. */
  url: string;
  /** Embedded frames never get to call, whatever their origin. */
  isMainFrame: boolean;
  /** One of the app's own windows. */
  isOwnWindow: boolean;
}

/** May this frame use the app? Only the top frame of our own windows, and only while it shows one of our origins. */
export function isTrustedSender(sender: Sender, origins: readonly string[]): boolean {
  if (!sender.isMainFrame || !sender.isOwnWindow) return false;
  const url = URL.parse(sender.url);
  return url !== null && origins.includes(url.origin);
}
