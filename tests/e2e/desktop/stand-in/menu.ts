import type { Part } from './part.ts';
import { strict } from './strict.ts';

type Template = Electron.MenuItemConstructorOptions | Electron.MenuItem;

interface Item {
  id: string | undefined;
  role?: string;
  label: string;
  enabled: boolean;
  submenu: StandInMenu | undefined;
  click(): void;
}

class StandInMenu {
  static application: StandInMenu | null = null;
  /** The one last shown under the pointer. */
  static popped: StandInMenu | null = null;
  readonly items: Item[];

  constructor(template: Template[]) {
    this.items = template.map(itemOf);
  }

  static buildFromTemplate = (template: Template[]) => new StandInMenu(template);
  static setApplicationMenu(menu: StandInMenu | null): void {
    StandInMenu.application = menu;
  }
  static getApplicationMenu = () => StandInMenu.application;

  popup(): void {
    StandInMenu.popped = this;
  }

  getMenuItemById(id: string): Item | null {
    for (const item of this.items) {
      if (item.id === id) return item;
      const inside = item.submenu?.getMenuItemById(id);
      if (inside) return inside;
    }
    return null;
  }
}

function itemOf(template: Template): Item {
  const { submenu, click, type, label = '', role, enabled = true } = template;
  if (!label && !role && type !== 'separator') throw new Error('A menu item needs a label, a role or a type');
  const inner = submenu as Template[] | undefined;
  return strict('MenuItem', {
    ...(template as Item),
    id: template.id,
    label,
    enabled,
    click: () => (click as (() => void) | undefined)?.(),
    submenu: inner && new StandInMenu(inner),
  });
}

StandInMenu satisfies Part<typeof Electron.Menu, 'buildFromTemplate' | 'getApplicationMenu'>;
StandInMenu.prototype satisfies Part<Electron.Menu, 'popup' | 'getMenuItemById'>;

export const Menu = StandInMenu;
