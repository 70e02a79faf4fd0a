import { type Icon, IconCamera, IconHistory, IconKey, IconReceipt, IconStack2 } from '@tabler/icons-react';
import { ROLES, type Role } from '#shared/features/auth/model.ts';

export interface MenuEntry {
  /** Key in the shell's catalogue. */
  label: string;
  to: string;
  icon: Icon;
  /** Other paths that belong to this entry. */
  also?: RegExp;
  /** Paths below it that belong to another entry. */
  not?: RegExp;
  /** Heading of the section that it begins or belongs to; those without one come first. */
  section?: string;
  /** Who sees it (spec/2, role-based menus). */
  roles: readonly Role[];
}

const ENTRIES: MenuEntry[] = [
  { label: 'menu.workspaces', to: '/workspaces', not: /^\/workspaces\/snapshots/, icon: IconStack2, roles: ROLES },
  { label: 'menu.snapshots', to: '/workspaces/snapshots', icon: IconCamera, roles: ['owner', 'admin'] },
  { label: 'menu.sshKeys', to: '/sshKeys', also: /^\/sshkeys/, icon: IconKey, roles: ROLES },
  {
    label: 'menu.billing',
    to: '/organization/billing',
    also: /^\/organization\/invoices/,
    icon: IconReceipt,
    section: 'menu.organization',
    roles: ['owner', 'admin'],
  },
  {
    label: 'menu.audit',
    to: '/organization/audit',
    icon: IconHistory,
    section: 'menu.organization',
    roles: ['owner', 'admin'],
  },
];

export function menuFor(role: Role): MenuEntry[] {
  return ENTRIES.filter((entry) => entry.roles.includes(role));
}

export function isCurrent(entry: MenuEntry, pathname: string): boolean {
  if (entry.not?.test(pathname)) return false;
  return pathname === entry.to || pathname.startsWith(`${entry.to}/`) || Boolean(entry.also?.test(pathname));
}
