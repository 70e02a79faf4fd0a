import {
  type Icon,
  IconApps,
  IconArrowBackUp,
  IconArrowsExchange,
  IconBoxSeam,
  IconBuilding,
  IconBuildingPlus,
  IconCamera,
  IconChecklist,
  IconDeviceDesktop,
  IconHeart,
  IconHistory,
  IconKey,
  IconMailPlus,
  IconReceipt,
  IconServer2,
  IconServerCog,
  IconStack2,
  IconTemplate,
  IconUserPlus,
  IconUserShare,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react';
import type { CurrentUser } from '#shared/features/auth/contract.ts';
import { isManager, MANAGER_ROLES, ROLES, type Role } from '#shared/features/auth/model.ts';
import type { ModalName } from '../lib/modals.ts';
import { platform } from '../lib/platform/current-platform.ts';

interface Entry {
  /** Key in the shell's catalogue. */
  label: string;
  icon: Icon;
  /** Heading of its section; entries without one come first. */
  section?: string;
  /** Roles that see it. */
  roles: readonly Role[];
  /** A further condition. */
  when?: (user: CurrentUser) => boolean;
}

export interface PageEntry extends Entry {
  to: string;
  /** Other paths that belong to this entry. */
  also?: RegExp;
  /** Paths below it that belong to another entry. */
  not?: RegExp;
  /** The letter that goes there after `g`. */
  goKey?: string;
}

/** Opens a dialog over the current page. */
export interface ModalEntry extends Entry {
  modal: ModalName;
}

export type MenuEntry = PageEntry | ModalEntry;

const ENTRIES: MenuEntry[] = [
  {
    label: 'menu.workspaces',
    to: '/workspaces',
    not: /^\/workspaces\/snapshots/,
    icon: IconStack2,
    roles: ROLES,
    goKey: 'w',
  },
  { label: 'menu.snapshots', to: '/workspaces/snapshots', icon: IconCamera, roles: MANAGER_ROLES },
  { label: 'menu.templates', to: '/templates', icon: IconTemplate, roles: MANAGER_ROLES },
  { label: 'menu.tasks', to: '/tasks', icon: IconChecklist, roles: ROLES, goKey: 't' },
  { label: 'menu.hosts', to: '/hosts', not: /^\/hosts\/restore/, icon: IconServer2, roles: MANAGER_ROLES, goKey: 'h' },
  { label: 'menu.sshKeys', to: '/sshKeys', also: /^\/sshkeys/, icon: IconKey, roles: ROLES, goKey: 'k' },
  {
    label: platform.desktop ? 'menu.computer' : 'menu.desktopApp',
    to: '/desktop',
    icon: IconDeviceDesktop,
    roles: ROLES,
  },
  {
    label: 'menu.browseServices',
    to: '/services/browse',
    also: /^\/services\/add/,
    icon: IconApps,
    section: 'menu.services',
    roles: MANAGER_ROLES,
  },
  {
    label: 'menu.myServices',
    to: '/services',
    not: /^\/services\/(browse|add)/,
    goKey: 's',
    icon: IconBoxSeam,
    section: 'menu.services',
    roles: ROLES,
    when: (user) => user.role !== 'user' || user.user_services > 0,
  },
  { label: 'menu.addUser', to: '/users/add', icon: IconUserPlus, section: 'menu.users', roles: MANAGER_ROLES },
  {
    label: 'menu.users',
    to: '/users',
    not: /^\/users\/(add|beta|welcome)/,
    goKey: 'u',
    icon: IconUsers,
    section: 'menu.users',
    roles: MANAGER_ROLES,
  },
  {
    label: 'menu.groups',
    to: '/groups',
    icon: IconUsersGroup,
    section: 'menu.users',
    roles: MANAGER_ROLES,
    goKey: 'g',
  },
  {
    label: 'menu.organizationEdit',
    to: '/organization/edit',
    icon: IconBuilding,
    section: 'menu.organization',
    roles: MANAGER_ROLES,
  },
  {
    label: 'menu.billing',
    to: '/organization/billing',
    also: /^\/organization\/invoices/,
    goKey: 'b',
    icon: IconReceipt,
    section: 'menu.organization',
    roles: MANAGER_ROLES,
  },
  {
    label: 'menu.audit',
    to: '/organization/audit',
    icon: IconHistory,
    section: 'menu.organization',
    roles: MANAGER_ROLES,
  },
  {
    label: 'organization.switch',
    modal: 'switch-organization',
    icon: IconArrowsExchange,
    section: 'menu.organization',
    roles: ROLES,
    when: (user) => user.organization_count > 1,
  },
  {
    label: 'menu.createOrganization',
    modal: 'create-organization',
    icon: IconBuildingPlus,
    section: 'menu.organization',
    roles: ROLES,
    when: (user) => !user.has_organization,
  },
  {
    label: 'menu.share',
    to: '/organization/share',
    icon: IconHeart,
    section: 'menu.organization',
    roles: ROLES,
    // Owner and admins without their own organization see this in its place, to create one.
    when: (user) => user.has_organization || !isManager(user),
  },
  {
    label: 'menu.beta',
    to: '/users/beta',
    icon: IconMailPlus,
    section: 'menu.organization',
    roles: ROLES,
    when: (user) => user.admin_flag,
  },
  {
    label: 'menu.machines',
    to: '/machines',
    icon: IconServerCog,
    section: 'menu.organization',
    roles: ROLES,
    when: (user) => user.admin_flag,
  },
  {
    label: 'menu.switchUser',
    modal: 'switch-user',
    icon: IconUserShare,
    section: 'menu.organization',
    roles: MANAGER_ROLES,
    when: (user) => user.admin_flag,
  },
  {
    label: 'menu.switchBack',
    to: '/users/switchBack',
    icon: IconArrowBackUp,
    section: 'menu.organization',
    roles: ROLES,
    when: (user) => user.adminUser !== null,
  },
];

export function menuFor(user: CurrentUser): MenuEntry[] {
  return ENTRIES.filter((entry) => entry.roles.includes(user.role) && (entry.when?.(user) ?? true));
}

/** The entries that `g` and a letter lead to. */
export function goKeysFor(user: CurrentUser): (PageEntry & { goKey: string })[] {
  return menuFor(user).flatMap((entry) => ('to' in entry && entry.goKey ? [{ ...entry, goKey: entry.goKey }] : []));
}

export function isCurrent(entry: PageEntry, pathname: string): boolean {
  if (entry.not?.test(pathname)) return false;
  return pathname === entry.to || pathname.startsWith(`${entry.to}/`) || Boolean(entry.also?.test(pathname));
}
