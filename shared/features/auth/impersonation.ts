import { z } from 'zod';
import { idParam, successSchema } from '../../api/envelope.ts';
import { optionList } from '../../api/options.ts';
import { defineChange, defineRead, defineRoute } from '../../api/route.ts';
import { longText } from '../../api/text.ts';
import { MANAGER_ROLES } from './model.ts';

const choices = optionList.extend({ selected: z.string().nullable() });

export const adminOrganizationDropdown = defineRead(
  '/users/admin-organization-dropdown',
  'Organizations by name, for internal administrators; the first 50 that match',
  {
    scope: 'nobody',
    roles: MANAGER_ROLES,
    operator: true,
    query: z.strictObject({
      /** Only those of this user. */
      user_id: idParam.optional(),
      q: z.string().trim().max(100).optional(),
    }),
    response: choices,
  },
);

export const adminUserDropdown = defineRead(
  '/users/admin-user-dropdown',
  'Active members whom an internal administrator can act as; the first 50 that match',
  {
    scope: 'nobody',
    roles: MANAGER_ROLES,
    operator: true,
    query: z.strictObject({ organization_id: idParam.optional(), q: z.string().trim().max(100).optional() }),
    response: choices,
  },
);

export const switchUserQuery = z.strictObject({
  organization_id: idParam,
  user_id: idParam,
  /** Shown to the user and kept in the audit log. */
  reason: longText(300).min(5, 'validation.reason'),
});

export const switchUser = defineRoute({
  method: 'get',
  path: '/users/switch-user',
  summary: 'Internal administrators: act as a user for 60 minutes at most',
  access: 'session',
  scope: 'nobody',
  roles: MANAGER_ROLES,
  operator: true,
  onBehalf: 'nobody',
  duringSetup: 1,
  headerOnly: true,
  whileReadOnly: true,
  query: switchUserQuery,
  response: successSchema.extend({ sessionKey: z.string() }),
});

export const becomeAdministratorBody = z.strictObject({
  current_password: z.string().min(1, 'validation.required').max(200),
});

export const becomeAdministrator = defineChange(
  '/users/become-administrator',
  'Prove the password in the session that confirmed an address which the settings name as an administrator’s',
  {
    scope: 'nobody',
    onBehalf: 'nobody',
    duringSetup: 1,
    whileReadOnly: true,
    body: becomeAdministratorBody,
    response: successSchema,
  },
);

export const switchBack = defineRoute({
  method: 'get',
  path: '/users/switch-back',
  summary: 'Return to the administrator’s own session; also when the 60 minutes are over',
  access: 'public',
  onBehalf: 'anyone',
  headerOnly: true,
  response: successSchema.extend({ sessionKey: z.string() }),
});
