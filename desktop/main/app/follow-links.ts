import { app } from 'electron';
import { deepLinkIn, pathOfDeepLink, SCHEME } from './deep-link.ts';
import type { MainWindow } from './main-window.ts';

/** Shows what a `slipway://…` address means, at the start and while the app runs; other starts only show the window. */
export function followLinks(window: MainWindow): void {
  const follow = (address: string | null) => {
    const path = address && pathOfDeepLink(address);
    if (path) window.navigate(path);
    else window.show();
  };
  app.setAsDefaultProtocolClient(SCHEME);
  app.on('second-instance', (_, args) => follow(deepLinkIn(args)));
  app.on('open-url', (event, address) => {
    event.preventDefault();
    follow(address);
  });
  follow(deepLinkIn(process.argv));
}
