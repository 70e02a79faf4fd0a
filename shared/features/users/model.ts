import { z } from 'zod';

/** Statuses of a member. Lists show those who are deleted only to who filters by it. */
export const MEMBER_STATUSES = ['active', 'pending', 'deleted'] as const;
export const memberStatusSchema = z.enum(MEMBER_STATUSES);
export type MemberStatus = z.infer<typeof memberStatusSchema>;

/** Roles that can be given; there is one owner, who stays (decisions §3). */
export const ASSIGNABLE_ROLES = ['admin', 'lead', 'user'] as const;
export const assignableRole = z.enum(ASSIGNABLE_ROLES);

export const ROLE_NAMES = { owner: 'Owner', admin: 'Admin', lead: 'Lead', user: 'User' } as const;

/** decisions §3, to the letter. */
export const OWNER_TEXT = 'To change the owner, contact us';
