import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { mustBeReady } from './app.ts';
import type { Part } from './part.ts';
import { strict } from './strict.ts';

/** The parts of the person's desk: tray, notifications, dialogs. They keep what they were told, to be looked at. */

interface Image {
  path: string;
  isEmpty(): boolean;
  isTemplateImage(): boolean;
}

class StandInTray extends EventEmitter {
  readonly image: Image;

  constructor(image: Image | string) {
    super();
    mustBeReady('Tray');
    if (typeof image === 'string' || image.isEmpty()) throw new Error('This tray would have no image');
    this.image = image;
  }

  setToolTip(_text: string): void {}
  setContextMenu(_menu: object | null): void {}
}
StandInTray.prototype satisfies Pick<Electron.Tray, 'setToolTip' | 'setContextMenu'>;
export const Tray = StandInTray;

class StandInNotification extends EventEmitter {
  readonly title: string;
  readonly body: string;

  constructor({ title = '', body = '' }: Electron.NotificationConstructorOptions) {
    super();
    this.title = title;
    this.body = body;
  }

  static isSupported = () => true;
  show(): void {
    this.emit('show');
  }
}
StandInNotification satisfies Pick<typeof Electron.Notification, 'isSupported'>;
StandInNotification.prototype satisfies Pick<Electron.Notification, 'title' | 'body' | 'show'>;
export const Notification = StandInNotification;

/** Electron takes a name that ends in “Template” for a template image by itself. */
const images = {
  createFromPath: (path: string) =>
    strict('NativeImage', {
      path,
      isEmpty: () => !existsSync(path),
      isTemplateImage: () => /Template(@\dx)?\.png$/.test(path),
    } satisfies Image & Pick<Electron.NativeImage, 'isEmpty' | 'isTemplateImage'>),
};
images satisfies Part<typeof Electron.nativeImage, 'createFromPath'>;
export const nativeImage = strict('nativeImage', images);

const cancels = {
  showOpenDialog: async (_: object): Promise<Electron.OpenDialogReturnValue> => ({ canceled: true, filePaths: [] }),
  showSaveDialog: async (_: object): Promise<Electron.SaveDialogReturnValue> => ({ canceled: true, filePath: '' }),
  showMessageBox: async ({ cancelId = 0 }: { cancelId?: number }): Promise<Electron.MessageBoxReturnValue> => ({
    response: cancelId,
    checkboxChecked: false,
  }),
};
cancels satisfies Part<Electron.Dialog, 'showOpenDialog' | 'showSaveDialog' | 'showMessageBox'>;
export const dialog = strict('dialog', cancels);

const nothingOpens = {
  openExternal: async (_url: string): Promise<void> => undefined,
  showItemInFolder(_file: string): void {},
};
nothingOpens satisfies Pick<Electron.Shell, 'openExternal' | 'showItemInFolder'>;
export const shell = strict('shell', nothingOpens);

const WORK_AREA = { x: 0, y: 0, width: 1920, height: 1040 };
const oneScreen = {
  getAllDisplays() {
    mustBeReady('screen');
    return [{ workArea: WORK_AREA } satisfies Pick<Electron.Display, 'workArea'>];
  },
};
oneScreen satisfies Part<Electron.Screen, 'getAllDisplays'>;
export const screen = strict('screen', oneScreen);

const pasteboard = { writeText: async (_text: string): Promise<void> => undefined };
pasteboard satisfies Pick<Electron.Clipboard, 'writeText'>;
export const clipboard = strict('clipboard', pasteboard);

const light = { shouldUseDarkColors: false };
light satisfies Pick<Electron.NativeTheme, 'shouldUseDarkColors'>;
export const nativeTheme = strict('nativeTheme', light);
export const powerMonitor = strict('powerMonitor', new EventEmitter());

/** As on a Linux without a keyring: it would “encrypt” with a fixed password. */
const noKeyring = {
  isEncryptionAvailable: () => true,
  getSelectedStorageBackend: () => 'basic_text' as const,
  encryptString: (plain: string) => Buffer.from(plain),
  decryptString: (sealed: Buffer) => sealed.toString(),
};
noKeyring satisfies Pick<
  Electron.SafeStorage,
  'isEncryptionAvailable' | 'getSelectedStorageBackend' | 'encryptString' | 'decryptString'
>;
export const safeStorage = strict('safeStorage', noKeyring);
