import { Menu } from 'electron';
import type { Account } from '#shared/desktop/calls/accounts.ts';
import { type MenuActions, menuTemplate } from './menu-template.ts';

export function showMenu(accounts: Account[], activeId: string | null, actions: MenuActions): void {
  const template = menuTemplate({ platform: process.platform, accounts, activeId }, actions);
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
