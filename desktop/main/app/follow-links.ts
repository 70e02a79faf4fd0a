import { app } from 'electron';
import { type DeepLink, deepLinkIn, readDeepLink, SCHEME } from './deep-link.ts';
import type { MainWindow } from './main-window.ts';

interface LinkOptions {
  /** Opened by the system at login: stays in the tray until it is needed. */
  hidden: boolean;
  onSignIn: (link: Extract<DeepLink, { to: 'sign-in' }>) => void;
}

/** Follows `slipway://…` addresses, at the start and while the app runs; other starts only show the window. */
export function followLinks(window: MainWindow, { hidden, onSignIn }: LinkOptions): void {
  const follow = (address: string | null) => {
    const link = address === null ? null : readDeepLink(address);
    if (link?.to === 'path') return window.navigate(link.path);
    window.show();
    if (link?.to === 'sign-in') onSignIn(link);
  };
  app.setAsDefaultProtocolClient(SCHEME);
  app.on('second-instance', (_, args) => follow(deepLinkIn(args)));
  app.on('open-url', (event, address) => {
    event.preventDefault();
    follow(address);
  });
  const first = deepLinkIn(process.argv);
  if (first !== null || !hidden) follow(first);
}
