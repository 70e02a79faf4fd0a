import { z } from 'zod';
import { askedInstant, instant } from '../../api/envelope.ts';
import { listResponse, pageParam } from '../../api/pagination.ts';
import { defineRead } from '../../api/route.ts';
import { MANAGER_ROLES } from '../auth/model.ts';

export const auditRow = z.object({
  id: z.string(),
  create_date: instant,
  /** Null for the system and for people who are not signed in. */
  user_id: z.string().nullable(),
  user_name: z.string().nullable(),
  /** The person who acted as the user, during an impersonation. */
  real_user_name: z.string().nullable(),
  /** `workspaces.start`, `ssh-keys.add`, … */
  action: z.string(),
  target_id: z.string().nullable(),
  /** Its name, if it is known here. */
  target_name: z.string().nullable(),
  outcome: z.enum(['success', 'failure']),
  /** Ids of named things are shown as their names. */
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  ip_address: z.string().nullable(),
});
export type AuditRow = z.infer<typeof auditRow>;

const filters = {
  /** Part of a name, username or address; of the user or of the person behind them. */
  who: z.string().trim().max(120).optional(),
  /** An action, or part of several. */
  action: z.string().trim().max(60).optional(),
  /** The first and last instant to include. */
  from: askedInstant.optional(),
  to: askedInstant.optional(),
  /** Also what API tokens only read: counted per token, call and hour. */
  reads: z.literal('true').optional(),
};
export type AuditFilters = { [K in keyof typeof filters]?: string | undefined };

export const listAudit = defineRead(
  '/organization/audit',
  'Audit log of the organization, newest first; for owner and admin',
  {
    scope: 'everything',
    roles: MANAGER_ROLES,
    query: z.strictObject({ page: pageParam, ...filters }),
    response: listResponse(auditRow),
  },
);

export const exportAudit = defineRead('/organization/audit/export', 'The same, all of it, as CSV', {
  scope: 'everything',
  roles: MANAGER_ROLES,
  media: 'text/csv',
  query: z.strictObject(filters),
  response: z.unknown(),
});
