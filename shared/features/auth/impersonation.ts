import { z } from 'zod';
import { idParam, successSchema } from '../../api/envelope.ts';
import { defineRoute } from '../../api/route.ts';

const choices = z.object({
  items: z.array(z.object({ value: z.string(), text: z.string() })),
  selected: z.string().nullable(),
});

export const adminOrganizationDropdown = defineRoute({
  method: 'get',
  path: '/users/admin-organization-dropdown',
  summary: 'Organizations by name, for internal administrators; the first 50 that match',
  access: 'session',
  query: z.strictObject({
    /** Only those of this user. */
    user_id: idParam.optional(),
    q: z.string().trim().max(100).optional(),
  }),
  response: choices,
});

export const adminUserDropdown = defineRoute({
  method: 'get',
  path: '/users/admin-user-dropdown',
  summary: 'Active members whom an internal administrator can act as; the first 50 that match',
  access: 'session',
  query: z.strictObject({ organization_id: idParam.optional(), q: z.string().trim().max(100).optional() }),
  response: choices,
});

export const switchUserQuery = z.strictObject({
  organization_id: idParam,
  user_id: idParam,
  /** Shown to the user and kept in the audit log. */
  reason: z.string().trim().min(5, 'validation.reason').max(300),
});

export const switchUser = defineRoute({
  method: 'get',
  path: '/users/switch-user',
  summary: 'Internal administrators: act as a user for 60 minutes at most',
  access: 'session',
  headerOnly: true,
  selfOnly: true,
  whileReadOnly: true,
  query: switchUserQuery,
  response: successSchema.extend({ sessionKey: z.string() }),
});

export const switchBack = defineRoute({
  method: 'get',
  path: '/users/switch-back',
  summary: 'Return to the administrator’s own session; also when the 60 minutes are over',
  access: 'public',
  headerOnly: true,
  response: successSchema.extend({ sessionKey: z.string() }),
});
