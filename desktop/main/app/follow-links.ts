import { app } from 'electron';
import { type DeepLink, deepLinkIn, readDeepLink, SCHEME } from './deep-link.ts';
import { createInbox, type Inbox } from './inbox.ts';
import type { MainWindow } from './main-window.ts';

interface LinkOptions {
  /** Opened by the system at login: stays in the tray until it is needed. */
  hidden: boolean;
  onSignIn: (link: Extract<DeepLink, { to: 'sign-in' }>) => void;
}

/** Addresses the system hands over, and null for each other start of the program. */
export type Links = Inbox<string | null>;

/** Call it before anything else: macOS hands over the address that started the app before the app is ready. */
export function receiveLinks(): Links {
  const links: Links = createInbox();
  app.on('second-instance', (_, args) => links.put(deepLinkIn(args)));
  app.on('open-url', (event, address) => {
    event.preventDefault();
    links.put(address);
  });
  const first = deepLinkIn(process.argv);
  if (first !== null) links.put(first);
  return links;
}

/** Follows `slipway://…` addresses, those received so far too; other starts only show the window. */
export function followLinks(links: Links, window: MainWindow, { hidden, onSignIn }: LinkOptions): void {
  app.setAsDefaultProtocolClient(SCHEME);
  if (!hidden && links.isEmpty()) links.put(null);
  links.open((address) => {
    const link = address === null ? null : readDeepLink(address);
    if (link?.to === 'path') return window.navigate(link.path);
    window.show();
    if (link?.to === 'sign-in') onSignIn(link);
  });
}
