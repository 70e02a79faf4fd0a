import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import type { Account } from '#shared/desktop/calls/accounts.ts';
import { text } from '../text.ts';

export interface MenuActions {
  navigate(path: string): void;
  addAccount(): void;
  switchAccount(id: string): void;
  /** Null if this build doesn't update itself. */
  checkForUpdates: (() => void) | null;
}

/** The application menu, with the system's own labels and shortcuts wherever Electron has a role for them. */
export function showMenu(accounts: Account[], activeId: string | null, actions: MenuActions): void {
  const isMac = process.platform === 'darwin';
  const updates: MenuItemConstructorOptions[] = actions.checkForUpdates
    ? [{ id: 'check-for-updates', label: text('menu.checkForUpdates'), click: actions.checkForUpdates }]
    : [];
  const appMenu: MenuItemConstructorOptions = {
    label: app.name,
    submenu: [
      { role: 'about' },
      ...updates,
      { type: 'separator' },
      { role: 'services' },
      { type: 'separator' },
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      { type: 'separator' },
      { role: 'quit' },
    ],
  };
  const template: MenuItemConstructorOptions[] = [
    ...(isMac ? [appMenu] : []),
    { label: text('menu.file'), submenu: [{ role: 'close' }, ...(isMac ? [] : [{ role: 'quit' } as const])] },
    { role: 'editMenu' },
    { role: 'viewMenu' },
    {
      label: text('menu.workspaces'),
      submenu: [
        {
          id: 'workspaces',
          label: text('menu.allWorkspaces'),
          accelerator: 'CmdOrCtrl+1',
          click: () => actions.navigate('/workspaces'),
        },
        {
          id: 'add-workspace',
          label: text('menu.addWorkspace'),
          accelerator: 'CmdOrCtrl+Shift+N',
          click: () => actions.navigate('/workspaces/add'),
        },
      ],
    },
    {
      label: text('menu.accounts'),
      submenu: [
        ...accounts.map(
          ({ id, origin, label }): MenuItemConstructorOptions => ({
            id: `account-${id}`,
            label: label ? `${label} · ${new URL(origin).host}` : new URL(origin).host,
            type: 'radio',
            checked: id === activeId,
            click: () => actions.switchAccount(id),
          }),
        ),
        { type: 'separator' },
        { id: 'add-account', label: text('menu.addAccount'), click: actions.addAccount },
      ],
    },
    { role: 'windowMenu' },
    ...(isMac || updates.length === 0 ? [] : [{ role: 'help' as const, label: text('menu.help'), submenu: updates }]),
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
