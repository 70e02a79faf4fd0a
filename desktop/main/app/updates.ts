import { app } from 'electron';
import type { UpdateCheckResult } from 'electron-updater';
import { messageOf } from '../errors.ts';
import type { Log } from '../log.ts';
import { hasUpdateFeed } from './update-feed.ts';

const EVERY_MS = 6 * 60 * 60 * 1000;

interface UpdateOptions {
  /** Replaces the feed the package was built with. */
  feed: string | undefined;
  log: Log;
  onReady: (version: string) => void;
  /** Result of a check that the person asked for: nothing newer, or why it failed. */
  onAnswer: (problem: string | null) => void;
}

export interface Updates {
  /** A check the person asks for: they are told also if there is nothing. */
  check(): void;
}

/**
 * Checks for a newer version now and every six hours, downloads it, and installs it when the app is closed. Null in a
 * build without a feed. The updater is loaded late, so that the start doesn't wait for it.
 */
export function startUpdates({ feed, log, onReady, onAnswer }: UpdateOptions): Updates | null {
  if (!feed && !(app.isPackaged && hasUpdateFeed(process.resourcesPath))) return null;
  const updater = import('electron-updater').then(({ default: { autoUpdater } }) => {
    autoUpdater.logger = null;
    autoUpdater.forceDevUpdateConfig = !app.isPackaged;
    if (feed) autoUpdater.setFeedURL({ provider: 'generic', url: feed });
    autoUpdater.on('update-downloaded', ({ version }) => onReady(version));
    // The promises below reject with the same error.
    autoUpdater.on('error', () => undefined);
    return autoUpdater;
  });
  const look = async (): Promise<UpdateCheckResult | null> => {
    const result = await (await updater).checkForUpdates();
    await result?.downloadPromise;
    return result;
  };
  const lookQuietly = () => void look().catch((error) => log.error('The app could not be updated', error));
  lookQuietly();
  setInterval(lookQuietly, EVERY_MS).unref();
  return {
    check() {
      look().then(
        (result) => result?.isUpdateAvailable || onAnswer(null),
        (error) => {
          log.error('The app could not be updated', error);
          onAnswer(messageOf(error).split('\n')[0] ?? '');
        },
      );
    },
  };
}
