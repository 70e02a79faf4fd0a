import { runEvaluations } from './evaluate.ts';
import { net } from './net.ts';

export { app } from './app.ts';
export { BrowserWindow } from './browser-window.ts';
export {
  dialog,
  Menu,
  Notification,
  nativeImage,
  nativeTheme,
  powerMonitor,
  safeStorage,
  screen,
  shell,
  Tray,
} from './desk.ts';
export { ipcMain } from './ipc.ts';
export { session } from './session.ts';
export { net };

runEvaluations(() => import('./electron.ts'));
