import type { Group } from '#shared/features/groups/contract.ts';
import type { groups } from './tables.ts';

export function presentGroup(group: typeof groups.$inferSelect, adminIds: string[], userIds: string[]): Group {
  return {
    id: group.id,
    groupID: group.id,
    name: group.name,
    group_name: group.name,
    group_size: userIds.length,
    create_date: group.createdAt.toISOString(),
    admin_users: adminIds,
    users: userIds,
  };
}
