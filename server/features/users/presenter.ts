import type { UserRow } from '#shared/features/users/contract.ts';
import { ROLE_NAMES } from '#shared/features/users/model.ts';
import type { UserGroup } from '../groups/index.ts';
import type { Member } from './access.ts';

/**
 * The fields of a list row. Invited people with an account elsewhere reveal who they are by accepting; for people who
 * left, only what the audit log shows.
 */
export function presentRow(
  { user, membership }: Pick<Member, 'user' | 'membership'>,
  groups: UserGroup[],
): Omit<UserRow, 'undo_until'> {
  const withheld = membership.status === 'pending' && user.status === 'active';
  const left = membership.status === 'deleted';
  return {
    id: user.id,
    username: withheld || left ? '' : user.username,
    email_address: user.status === 'deleted' ? '' : user.email,
    first_name: withheld ? '' : user.firstName,
    last_name: withheld ? '' : user.lastName,
    status: membership.status,
    role: membership.role,
    role_name: ROLE_NAMES[membership.role],
    profile_photo_url: withheld || left ? null : user.image,
    groups: groups.filter(({ userId }) => userId === user.id).map(({ id, group_name }) => ({ id, group_name })),
    create_date: membership.createdAt.toISOString(),
  };
}
