import { z } from 'zod';

/** Statuses of a member. Lists show deleted ones only when filtered by that status. */
export const MEMBER_STATUSES = ['active', 'pending', 'deleted'] as const;
export const memberStatusSchema = z.enum(MEMBER_STATUSES);
export type MemberStatus = z.infer<typeof memberStatusSchema>;

/** Roles that can be given; the one owner stays. */
export const ASSIGNABLE_ROLES = ['admin', 'lead', 'user'] as const;
export const assignableRole = z.enum(ASSIGNABLE_ROLES);

export const ROLE_NAMES = { owner: 'Owner', admin: 'Admin', lead: 'Lead', user: 'User' } as const;

/** Shown instead of a role field. */
export const OWNER_TEXT = 'To change the owner, contact us';
