import type { CurrentUser } from '#shared/features/auth/contract.ts';

/** Owner and admins (spec/2, role-based menus). */
export function isManager({ role }: Pick<CurrentUser, 'role'>): boolean {
  return role === 'owner' || role === 'admin';
}
