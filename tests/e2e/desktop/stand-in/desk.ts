import { EventEmitter } from 'node:events';
import { strict } from './strict.ts';

/** The parts of the person's desk: menus, tray, notifications, dialogs. They keep what they were told, to be looked at. */

interface ItemTemplate {
  id?: string;
  label?: string;
  role?: string;
  type?: string;
  enabled?: boolean;
  checked?: boolean;
  accelerator?: string;
  click?: () => void;
  submenu?: ItemTemplate[];
}

export class Menu {
  readonly items: (ItemTemplate & { submenu?: Menu; click: () => void })[];

  constructor(template: ItemTemplate[]) {
    this.items = template.map(({ submenu, click, ...rest }) => ({
      ...rest,
      enabled: rest.enabled ?? true,
      click: () => click?.(),
      ...(submenu && { submenu: new Menu(submenu) }),
    })) as Menu['items'];
  }

  static application: Menu | null = null;
  static buildFromTemplate = (template: ItemTemplate[]) => new Menu(template);
  static setApplicationMenu = (menu: Menu | null) => {
    Menu.application = menu;
  };
  static getApplicationMenu = () => Menu.application;

  getMenuItemById(id: string): Menu['items'][number] | null {
    for (const item of this.items) {
      if (item.id === id) return item;
      const inside = item.submenu?.getMenuItemById(id);
      if (inside) return inside;
    }
    return null;
  }
}

export class Tray extends EventEmitter {
  menu: Menu | null = null;
  readonly image: { path: string };

  constructor(image: { path: string }) {
    super();
    this.image = image;
  }

  setToolTip(): void {}
  setContextMenu(menu: Menu | null): void {
    this.menu = menu;
  }
}

export class Notification extends EventEmitter {
  readonly title: string;
  readonly body: string;

  constructor({ title, body }: { title: string; body: string }) {
    super();
    this.title = title;
    this.body = body;
  }

  static isSupported = () => true;
  show(): void {
    this.emit('show');
  }
}

export const nativeImage = strict('nativeImage', {
  createFromPath: (path: string) => strict('NativeImage', { path, setTemplateImage: () => undefined }),
});

export const dialog = strict('dialog', {
  showOpenDialog: async (): Promise<{ canceled: boolean; filePaths: string[] }> => ({ canceled: true, filePaths: [] }),
  showSaveDialog: async (): Promise<{ canceled: boolean; filePath: string }> => ({ canceled: true, filePath: '' }),
});

export const shell = strict('shell', {
  openExternal: async (_url: string): Promise<void> => undefined,
});

const WORK_AREA = { x: 0, y: 0, width: 1920, height: 1040 };
export const screen = strict('screen', { getAllDisplays: () => [{ workArea: WORK_AREA }] });
export const nativeTheme = strict('nativeTheme', { shouldUseDarkColors: false });
export const powerMonitor = strict('powerMonitor', new EventEmitter());

/** As on a Linux without a keyring: it would “encrypt” with a fixed password. */
export const safeStorage = strict('safeStorage', {
  isEncryptionAvailable: () => true,
  getSelectedStorageBackend: () => 'basic_text',
  encryptString: (plain: string) => Buffer.from(plain),
  decryptString: (sealed: Buffer) => sealed.toString(),
});
