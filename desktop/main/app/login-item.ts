import { app } from 'electron';
import type { Desktop } from '../context.ts';
import { autostartFile, HIDDEN } from '../features/startup/autostart-file.ts';

const WITH_HIDDEN = { args: [HIDDEN] };

/** How this system opens a program at login. */
export function loginItem(): Desktop['loginItem'] {
  if (process.platform === 'linux') {
    // Inside an AppImage, the program's own path is a mount that disappears with it.
    return autostartFile(app.getPath('home'), process.env, process.env.APPIMAGE ?? process.execPath);
  }
  return {
    read: async () => app.getLoginItemSettings(WITH_HIDDEN).openAtLogin,
    write: async (openAtLogin) => app.setLoginItemSettings({ ...WITH_HIDDEN, openAtLogin }),
  };
}

/** Did the system open the app, rather than the person? */
export function openedBySystem(): boolean {
  if (process.argv.includes(HIDDEN)) return true;
  return process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;
}
