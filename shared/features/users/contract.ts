import { z } from 'zod';
import { idParam, instant, successSchema } from '../../api/envelope.ts';
import { listFilter, listQuery, listResponse, pageParam } from '../../api/pagination.ts';
import { defineRoute } from '../../api/route.ts';
import { emailSchema, roleSchema, usernameSchema } from '../auth/model.ts';
import { assignableRole, memberStatusSchema } from './model.ts';

const params = z.object({ userID: idParam });
const option = z.object({ value: z.string(), text: z.string() });

const summary = {
  id: z.string(),
  /** Empty for somebody with an account elsewhere who has not accepted the invitation yet, as are the names. */
  username: z.string(),
  email_address: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  status: memberStatusSchema,
  role: roleSchema,
  role_name: z.string(),
  profile_photo_url: z.string().nullable(),
  groups: z.array(z.object({ id: z.string(), group_name: z.string() })),
  create_date: instant,
};

export const userRow = z.object(summary);
export type UserRow = z.infer<typeof userRow>;

export const userSchema = z.object({
  ...summary,
  organization_name: z.string(),
  /** Workspaces that a deletion hands over; the shared ones are destroyed 15 days later. */
  shared_workspaces: z.number().int(),
  private_workspaces: z.number().int(),
  /** What the asking person can do with this one. */
  may: z.object({
    /** Change anything at all. */
    edit: z.boolean(),
    /** Name and username: not of those who belong to other organizations too. */
    identity: z.boolean(),
    email: z.boolean(),
    role: z.boolean(),
    groups: z.boolean(),
    delete: z.boolean(),
    resend: z.boolean(),
  }),
});
export type User = z.infer<typeof userSchema>;

export const listUsers = defineRoute({
  method: 'get',
  path: '/users',
  summary: 'Members of the organization',
  access: 'session',
  query: listQuery.extend({ status: listFilter(memberStatusSchema) }),
  response: listResponse(userRow),
});

export const getUser = defineRoute({
  method: 'get',
  path: '/users/{userID}',
  summary: 'One member; lead and user see themselves',
  access: 'session',
  params,
  response: userSchema,
});

const name = z.string().trim().min(1, 'validation.required').max(60, 'validation.long');
const groups = z.array(idParam).max(200);

export const addUserBody = z.strictObject({
  email_address: emailSchema,
  first_name: name,
  last_name: name,
  role: assignableRole,
  groups: groups.default([]),
  /** Only says what it would cost. */
  dry_run: z.boolean().default(false),
  /** `charge.at` of the dry run whose price was accepted; not needed while a licence is free. */
  at: instant.optional(),
});

/** All amounts in cents. */
export const licenceCharge = z.object({
  at: instant,
  valid_until: instant,
  amount: z.number().int(),
  /** What the card is charged now: the amount less credit. */
  card_amount: z.number().int(),
  monthly_before: z.number().int(),
  monthly_after: z.number().int(),
});
export type LicenceCharge = z.infer<typeof licenceCharge>;

export const addUser = defineRoute({
  method: 'post',
  path: '/users/add',
  summary: 'Invite a user, with a licence that is free or charged at once',
  access: 'session',
  body: addUserBody,
  response: successSchema.extend({
    errors: z.array(z.string()),
    /** Null after a dry run. */
    userID: z.string().nullable(),
    /** Null when a licence is free. */
    charge: licenceCharge.nullable(),
  }),
});

export const updateUserBody = z.strictObject({
  username: usernameSchema.optional(),
  email_address: emailSchema.optional(),
  first_name: name.optional(),
  last_name: name.optional(),
  role: assignableRole.optional(),
  groups: groups.optional(),
  /** The edit page sends true with every save (spec/2 §4); saving costs nothing, so it changes nothing. */
  dry_run: z.boolean().optional(),
});

export const updateUser = defineRoute({
  method: 'post',
  path: '/users/{userID}/update',
  summary: 'Change a member',
  access: 'session',
  params,
  body: updateUserBody,
  response: successSchema.extend({ username: z.string() }),
});

export const deleteUser = defineRoute({
  method: 'post',
  path: '/users/{userID}/delete',
  summary: 'Take a member out of the organization and hand over the workspaces',
  access: 'session',
  params,
  body: z.strictObject({
    /** Who gets the workspaces. */
    user_id: idParam,
  }),
  response: successSchema,
});

export const resendInvite = defineRoute({
  method: 'post',
  path: '/users/{userID}/resend-invite',
  summary: 'Mail a pending member a new invitation; the one before ends',
  access: 'session',
  params,
  response: successSchema,
});

export const acceptInvite = defineRoute({
  method: 'get',
  path: '/users/accept-invite',
  summary: 'Join the organization that a mailed token invites the signed-in user to, and work in it',
  access: 'session',
  selfOnly: true,
  headerOnly: true,
  query: z.strictObject({ invite_token: z.string().min(1).max(200) }),
  response: successSchema,
});

export const usersDropdown = defineRoute({
  method: 'get',
  path: '/users/dropdown',
  summary: 'Active members to choose one of; the signed-in user is preselected',
  access: 'session',
  query: z.strictObject({ exclude: idParam.optional() }),
  response: z.object({ items: z.array(option), selected: z.string() }),
});

export const usersLookup = defineRoute({
  method: 'get',
  path: '/users/lookup',
  summary: 'Members whose name, username or address contains q',
  access: 'session',
  query: z.strictObject({ q: z.string().trim().max(100).optional(), page: pageParam }),
  response: listResponse(z.object({ id: z.string(), text: z.string() })),
});

export const employees = defineRoute({
  method: 'get',
  path: '/users/employees',
  summary: 'Everyone in the organization, invited people included, to put into groups',
  access: 'session',
  response: z.object({ items: z.array(option.extend({ profile_photo_url: z.string().nullable() })) }),
});

export const userGroups = defineRoute({
  method: 'get',
  path: '/users/groups',
  summary: 'Groups that a user can be put into',
  access: 'session',
  response: z.object({ items: z.array(option) }),
});
