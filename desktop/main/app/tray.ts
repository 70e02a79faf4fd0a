import { Menu, type MenuItemConstructorOptions, nativeImage, Tray } from 'electron';
import type { WorkspaceRow } from '#shared/features/workspaces/contract.ts';
import { text } from '../text.ts';

export interface TrayActions {
  show(): void;
  open(workspace: WorkspaceRow): void;
  terminal(workspace: WorkspaceRow): void;
  start(workspace: WorkspaceRow): void;
  stop(workspace: WorkspaceRow): void;
  keep(workspace: WorkspaceRow): void;
  quit(): void;
}

export interface AppTray {
  update(rows: WorkspaceRow[]): void;
}

/** The tray icon: the workspaces with their status, and what can be done with each one now. */
export function createTray(icon: string, actions: TrayActions): AppTray {
  const tray = new Tray(nativeImage.createFromPath(icon));
  tray.setToolTip(text('name'));
  // On macOS the click already opens the menu, and a window would come up behind it.
  if (process.platform !== 'darwin') tray.on('click', actions.show);
  const update = (rows: WorkspaceRow[]) => tray.setContextMenu(Menu.buildFromTemplate(trayMenu(rows, actions)));
  update([]);
  return { update };
}

function trayMenu(rows: WorkspaceRow[], actions: TrayActions): MenuItemConstructorOptions[] {
  const none: MenuItemConstructorOptions = { label: text('tray.none'), enabled: false };
  return [
    { id: 'show', label: text('tray.show'), click: actions.show },
    { type: 'separator' },
    ...(rows.length > 0 ? rows.map((row) => workspaceItem(row, actions)) : [none]),
    { type: 'separator' },
    { id: 'quit', label: text('tray.quit'), click: actions.quit },
  ];
}

function workspaceItem(row: WorkspaceRow, actions: TrayActions): MenuItemConstructorOptions {
  const isActive = row.workspace_status === 'Active';
  const isOffline = row.workspace_status === 'Offline';
  const isAsleep = row.sleep === 'warm';
  const opens = isActive || isAsleep;
  const status = isAsleep ? 'Asleep' : row.workspace_status;
  return {
    id: `workspace-${row.id}`,
    label: text('tray.entry', { name: row.name, status: text(`status.${status}`) }),
    submenu: [
      { id: `open-${row.id}`, label: text('tray.open'), enabled: opens, click: () => actions.open(row) },
      { id: `terminal-${row.id}`, label: text('tray.terminal'), enabled: opens, click: () => actions.terminal(row) },
      { id: `start-${row.id}`, label: text('tray.start'), enabled: isOffline, click: () => actions.start(row) },
      { id: `stop-${row.id}`, label: text('tray.stop'), enabled: opens, click: () => actions.stop(row) },
      {
        id: `keep-${row.id}`,
        label: text('tray.keep'),
        enabled: row.pause_date !== null,
        click: () => actions.keep(row),
      },
    ],
  };
}
