import { runEvaluations } from './evaluate.ts';

export { app } from './app.ts';
export { BrowserWindow } from './browser-window.ts';
export {
  clipboard,
  dialog,
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
export { Menu } from './menu.ts';
export { net } from './net.ts';
export { protocol } from './protocol.ts';
export { session } from './session.ts';

runEvaluations(() => import('./electron.ts'));
