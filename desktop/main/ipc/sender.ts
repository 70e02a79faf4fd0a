import { isOurPage } from '../app/origins.ts';

/** What is known about the frame that sent a message. */
export interface Sender {
  /** The frame's address, from the browser and not from the page. */
  url: string;
  /** Embedded frames may never call, whatever their origin. */
  isMainFrame: boolean;
  /** The window of the account that is shown now; one that is about to close is not. */
  isOwnWindow: boolean;
}

/** May this frame use the app? Only the top frame of our own windows, while it shows one of our pages. */
export function isTrustedSender(sender: Sender): boolean {
  return sender.isMainFrame && sender.isOwnWindow && isOurPage(sender.url);
}
