import type { MenuItemConstructorOptions } from 'electron';
import type en from '#shared/i18n/en/desktop.json';
import { text } from '../text.ts';

type Role = keyof typeof en.role & NonNullable<MenuItemConstructorOptions['role']>;

export const SEPARATOR: MenuItemConstructorOptions = { type: 'separator' };

/** What Electron does for a role, under a label in the person's language. */
export const item = (role: Role): MenuItemConstructorOptions => ({ role, label: text(`role.${role}`) });
