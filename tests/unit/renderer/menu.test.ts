import { expect, test } from 'vitest';
import { menuFor } from '#renderer/app/menu.ts';
import type { CurrentUser } from '#shared/features/auth/contract.ts';

type Asking = Pick<CurrentUser, 'role'> & Partial<CurrentUser>;

function labels(changes: Asking): string[] {
  const user = { organization_count: 1, has_organization: false, user_services: 0, admin_flag: false, adminUser: null };
  return menuFor({ ...user, ...changes } as CurrentUser).map(({ label }) => label.replace(/^.*\./, ''));
}

test('each role has its entries in their order', () => {
  const managed = [
    ...['workspaces', 'snapshots', 'templates', 'tasks', 'hosts', 'sshKeys', 'desktopApp', 'browseServices'],
    'myServices',
    ...['addUser', 'users', 'groups', 'organizationEdit', 'billing', 'audit'],
  ];
  const adminUser = { id: '1', name: 'Ops' } as unknown as CurrentUser['adminUser'];
  const everything = { organization_count: 2, admin_flag: true, adminUser };
  expect(labels({ role: 'owner', has_organization: true })).toEqual([...managed, 'share']);
  expect(labels({ role: 'admin' })).toEqual([...managed, 'createOrganization']);
  expect(labels({ role: 'owner', has_organization: true, ...everything })).toEqual([
    ...managed,
    ...['switch', 'share', 'beta', 'machines', 'switchUser', 'switchBack'],
  ]);
  const end = ['createOrganization', 'share'];
  expect(labels({ role: 'lead' })).toEqual(['workspaces', 'tasks', 'sshKeys', 'desktopApp', 'myServices', ...end]);
  expect(labels({ role: 'user' })).toEqual(['workspaces', 'tasks', 'sshKeys', 'desktopApp', ...end]);
  expect(labels({ role: 'user', user_services: 1, organization_count: 2, adminUser })).toEqual([
    ...['workspaces', 'tasks', 'sshKeys', 'desktopApp', 'myServices', 'switch', ...end, 'switchBack'],
  ]);
});
