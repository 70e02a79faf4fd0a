import type { MenuItemConstructorOptions } from 'electron';
import type { Account } from '#shared/desktop/calls/accounts.ts';
import { text } from '../text.ts';
import { item, SEPARATOR } from './role-item.ts';

export interface MenuActions {
  navigate(path: string): void;
  addAccount(): void;
  switchAccount(id: string): void;
  showLog(): void;
  /** Null if this build doesn't update itself. */
  checkForUpdates: (() => void) | null;
}

interface MenuState {
  platform: NodeJS.Platform;
  accounts: Account[];
  activeId: string | null;
}

/** The application menu. Electron's roles bring behaviour and shortcuts, but their labels are English everywhere. */
export function menuTemplate(
  { platform, accounts, activeId }: MenuState,
  actions: MenuActions,
): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin';
  const updates: MenuItemConstructorOptions[] = actions.checkForUpdates
    ? [{ id: 'check-for-updates', label: text('menu.checkForUpdates'), click: actions.checkForUpdates }]
    : [];
  const log: MenuItemConstructorOptions = { id: 'show-log', label: text('menu.showLog'), click: actions.showLog };
  return [
    ...(isMac ? [appMenu(updates)] : []),
    { label: text('menu.file'), submenu: [item('close'), ...(isMac ? [] : [item('quit')])] },
    { label: text('menu.edit'), submenu: editMenu(isMac) },
    { label: text('menu.view'), submenu: viewMenu() },
    { label: text('menu.workspaces'), submenu: workspacesMenu(actions) },
    { label: text('menu.accounts'), submenu: accountsMenu(accounts, activeId, actions) },
    { role: 'window', label: text('menu.window'), submenu: windowMenu(isMac) },
    { role: 'help', label: text('menu.help'), submenu: [...(isMac ? [] : updates), log] },
  ];
}

function appMenu(updates: MenuItemConstructorOptions[]): MenuItemConstructorOptions {
  const shown = [item('hide'), item('hideOthers'), item('unhide')];
  return {
    label: text('name'),
    submenu: [item('about'), ...updates, SEPARATOR, item('services'), SEPARATOR, ...shown, SEPARATOR, item('quit')],
  };
}

function editMenu(isMac: boolean): MenuItemConstructorOptions[] {
  const paste = [item('paste'), ...(isMac ? [item('pasteAndMatchStyle')] : [])];
  return [item('undo'), item('redo'), SEPARATOR, item('cut'), item('copy'), ...paste, SEPARATOR, item('selectAll')];
}

function viewMenu(): MenuItemConstructorOptions[] {
  const zoom = [item('resetZoom'), item('zoomIn'), item('zoomOut')];
  return [item('reload'), item('toggleDevTools'), SEPARATOR, ...zoom, SEPARATOR, item('togglefullscreen')];
}

function windowMenu(isMac: boolean): MenuItemConstructorOptions[] {
  return isMac ? [item('minimize'), item('zoom'), SEPARATOR, item('front')] : [item('minimize'), item('close')];
}

function workspacesMenu({ navigate }: MenuActions): MenuItemConstructorOptions[] {
  return [
    {
      id: 'workspaces',
      label: text('menu.allWorkspaces'),
      accelerator: 'CmdOrCtrl+1',
      click: () => navigate('/workspaces'),
    },
    {
      id: 'add-workspace',
      label: text('menu.addWorkspace'),
      accelerator: 'CmdOrCtrl+Shift+N',
      click: () => navigate('/workspaces/add'),
    },
  ];
}

function accountsMenu(
  accounts: Account[],
  activeId: string | null,
  { switchAccount, addAccount }: MenuActions,
): MenuItemConstructorOptions[] {
  return [
    ...accounts.map(
      ({ id, origin, label }): MenuItemConstructorOptions => ({
        id: `account-${id}`,
        label: label ? `${label} · ${new URL(origin).host}` : new URL(origin).host,
        type: 'radio',
        checked: id === activeId,
        click: () => switchAccount(id),
      }),
    ),
    SEPARATOR,
    { id: 'add-account', label: text('menu.addAccount'), click: addAccount },
  ];
}
