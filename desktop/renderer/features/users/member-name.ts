import type { UserRow } from '#shared/features/users/contract.ts';

/** First and last name, or the address of somebody whose name isn't known yet. */
export function memberName(user: Pick<UserRow, 'first_name' | 'last_name' | 'email_address'>): string {
  return `${user.first_name} ${user.last_name}`.trim() || user.email_address;
}
