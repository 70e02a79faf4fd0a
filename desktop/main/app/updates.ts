import { app } from 'electron';
import type { Log } from '../log.ts';

const EVERY_MS = 6 * 60 * 60 * 1000;

interface UpdateOptions {
  /** Takes the place of the feed the package was built with. */
  feed: string | undefined;
  log: Log;
  onReady: (version: string) => void;
}

export interface Updates {
  check(): void;
}

/**
 * Looks for a newer version now and every six hours, fetches it, and installs it when the app is closed. Null in a
 * build that has no feed. The updater is loaded only now: nothing waits for it at the start.
 */
export function startUpdates({ feed, log, onReady }: UpdateOptions): Updates | null {
  if (!app.isPackaged && !feed) return null;
  const updater = import('electron-updater').then(({ default: { autoUpdater } }) => {
    autoUpdater.logger = null;
    autoUpdater.forceDevUpdateConfig = !app.isPackaged;
    if (feed) autoUpdater.setFeedURL({ provider: 'generic', url: feed });
    autoUpdater.on('update-downloaded', ({ version }) => onReady(version));
    autoUpdater.on('error', (error) => log.error('The app could not be updated', error));
    return autoUpdater;
  });
  const check = () => {
    void updater
      .then((ready) => ready.checkForUpdates())
      .catch((error) => log.error('The app could not look for an update', error));
  };
  check();
  setInterval(check, EVERY_MS).unref();
  return { check };
}
