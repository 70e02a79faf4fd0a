import { app } from 'electron';
import { registerAppScheme } from './app/app-scheme.ts';
import { receiveLinks } from './app/follow-links.ts';
import { openLog } from './app/open-log.ts';
import { startApp } from './app/start-app.ts';

// A folder for tests and for a second installation. Set before the lock, which is per folder.
if (process.env.SLIPWAY_DESKTOP_FOLDER) app.setPath('userData', process.env.SLIPWAY_DESKTOP_FOLDER);

// The id that electron-builder.yml gives the shortcut; without it Windows shows no notifications.
if (process.platform === 'win32') app.setAppUserModelId('dev.slipway.desktop');

registerAppScheme();

if (app.requestSingleInstanceLock()) {
  const log = openLog();
  startApp(import.meta.dirname, log, receiveLinks()).catch((error) => {
    log.error('Slipway could not start', error);
    app.exit(1);
  });
} else {
  app.quit();
}
