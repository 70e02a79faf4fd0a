import { z } from 'zod';
import { acceptedPrice, chargeSchema, idParam, instant, successSchema } from '../../api/envelope.ts';
import { option, optionList } from '../../api/options.ts';
import { listFilter, listQuery, listResponse, pageParam } from '../../api/pagination.ts';
import { defineChange, defineRead, defineRoute } from '../../api/route.ts';
import { nameText } from '../../api/text.ts';
import { emailSchema, MANAGER_ROLES, roleSchema, usernameSchema } from '../auth/model.ts';
import { assignableRole, memberStatusSchema } from './model.ts';

const params = z.object({ userID: idParam });

const summary = {
  id: z.string(),
  /**
   * Empty, like the names, for somebody with an account elsewhere who hasn't accepted the invitation yet, and for who
   * has left.
   */
  username: z.string(),
  /** Empty once the account itself is deleted, not just this membership. */
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

export const userRow = z.object({
  ...summary,
  /** Until when a removed member can be had back; null for everyone else. */
  undo_until: instant.nullable(),
});
export type UserRow = z.infer<typeof userRow>;

export const userSchema = z.object({
  ...summary,
  organization_name: z.string(),
  organization: z.object({ id: z.string(), name: z.string(), setupStep: z.number().int().min(1).max(5) }),
  /** The coupon the organization was founded with; null for members who didn't found it, and without one. */
  coupon_code: z.string().nullable(),
  /** Workspaces that a deletion hands over; the shared ones are deleted 15 days later. */
  shared_workspaces: z.number().int(),
  private_workspaces: z.number().int(),
  /** What the asking person can do with this one. */
  may: z.object({
    /** Change anything at all. */
    edit: z.boolean(),
    /** Name and username: not if they belong to other organizations too. */
    identity: z.boolean(),
    email: z.boolean(),
    role: z.boolean(),
    groups: z.boolean(),
    delete: z.boolean(),
    resend: z.boolean(),
  }),
});
export type User = z.infer<typeof userSchema>;

export const listUsers = defineRead('/users', 'Members of the organization', {
  scope: 'people',
  reach: 'none',
  roles: MANAGER_ROLES,
  query: listQuery.extend({ status: listFilter(memberStatusSchema) }),
  response: listResponse(userRow),
});

export const getUser = defineRead('/users/{userID}', 'One member; lead and user see themselves', {
  scope: 'people',
  reach: 'none',
  params,
  response: userSchema,
});

const name = nameText(60);
const groups = z.array(idParam).max(200);

export const addUserBody = z.strictObject({
  email_address: emailSchema,
  first_name: name,
  last_name: name,
  role: assignableRole,
  groups: groups.default([]),
  /** Only returns what it would cost. */
  dry_run: z.boolean().default(false),
  ...acceptedPrice,
});

export const addUser = defineChange('/users/add', 'Invite a user, with a licence that is free or charged at once', {
  scope: 'people',
  reach: 'none',
  charges: true,
  roles: MANAGER_ROLES,
  onBehalf: 'token',
  confirmedOnly: true,
  body: addUserBody,
  response: successSchema.extend({
    errors: z.array(z.string()),
    /** Null after a dry run. */
    userID: z.string().nullable(),
    /** Null if a licence is free. */
    charge: chargeSchema.nullable(),
  }),
});

/** One charge pays for this many people at most. */
export const MOST_INVITED = 50;

/** Why somebody of a list isn't invited. */
export const INVITATION_PROBLEMS = ['address', 'name', 'domain', 'member', 'twice'] as const;

export const inviteUsersBody = z.strictObject({
  people: z
    .array(
      z.strictObject({
        /** As it was typed: a wrong one is reported, and keeps nobody else out. */
        email_address: z.string().max(200),
        /** Without names, those that the address suggests. */
        first_name: z.string().max(200).default(''),
        last_name: z.string().max(200).default(''),
      }),
    )
    .min(1, 'validation.required')
    .max(MOST_INVITED),
  role: assignableRole,
  groups: groups.default([]),
  /** Only returns who would be invited and what it would cost. */
  dry_run: z.boolean().default(false),
  ...acceptedPrice,
});

export const invitedPerson = z.object({
  email_address: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** Null in a dry run, and with a problem. */
  userID: z.string().nullable(),
  problem: z.enum(INVITATION_PROBLEMS).nullable(),
});
export type InvitedPerson = z.infer<typeof invitedPerson>;

export const inviteUsers = defineChange(
  '/users/invite',
  'Invite many users at once, with licences that are free or one charge; whoever can’t be invited is left out',
  {
    scope: 'people',
    reach: 'none',
    charges: true,
    roles: MANAGER_ROLES,
    onBehalf: 'token',
    confirmedOnly: true,
    body: inviteUsersBody,
    response: successSchema.extend({
      /** In the order they were sent. */
      people: z.array(invitedPerson),
      /** Null after the invitation, and if enough licences are free. */
      charge: chargeSchema.nullable(),
    }),
  },
);

export const updateUserBody = z.strictObject({
  username: usernameSchema.optional(),
  email_address: emailSchema.optional(),
  first_name: name.optional(),
  last_name: name.optional(),
  role: assignableRole.optional(),
  groups: groups.optional(),
  /** The edit page sends true with every save; saving costs nothing, so it changes nothing. */
  dry_run: z.boolean().optional(),
});

export const updateUser = defineChange('/users/{userID}/update', 'Change a member', {
  scope: 'people',
  reach: 'none',
  onBehalf: 'token',
  params,
  body: updateUserBody,
  response: successSchema.extend({ username: z.string() }),
});

export const deleteUser = defineChange(
  '/users/{userID}/delete',
  'Take a member out of the organization and hand over the workspaces',
  {
    scope: 'people',
    roles: MANAGER_ROLES,
    onBehalf: 'token',
    params,
    body: z.strictObject({
      /** Who gets the workspaces. */
      user_id: idParam,
    }),
    response: successSchema,
  },
);

export const restoreUser = defineChange(
  '/users/{userID}/restore',
  'Take the removal of a member back within 24 hours, with a licence that is free or charged at once',
  {
    scope: 'people',
    reach: 'none',
    charges: true,
    roles: MANAGER_ROLES,
    onBehalf: 'token',
    confirmedOnly: true,
    params,
    body: z.strictObject({
      /** Only returns what it would cost. */
      dry_run: z.boolean().default(false),
      ...acceptedPrice,
    }),
    response: successSchema.extend({
      /** Null after it is done, and if a licence is free. */
      charge: chargeSchema.nullable(),
    }),
  },
);

export const resendInvite = defineChange(
  '/users/{userID}/resend-invite',
  'Mail a pending member a new invitation; the one before ends',
  {
    scope: 'people',
    reach: 'none',
    roles: MANAGER_ROLES,
    onBehalf: 'token',
    confirmedOnly: true,
    params,
    response: successSchema,
  },
);

export const acceptInvite = defineRoute({
  method: 'get',
  path: '/users/accept-invite',
  summary: 'Join the organization that a mailed token invites the signed-in user to, and work in it',
  access: 'session',
  scope: 'nobody',
  onBehalf: 'nobody',
  duringSetup: 1,
  whileReadOnly: true,
  headerOnly: true,
  query: z.strictObject({ invite_token: z.string().min(1).max(200) }),
  response: successSchema,
});

export const usersDropdown = defineRead(
  '/users/dropdown',
  'Active members to choose one of; the signed-in user is preselected',
  {
    scope: 'people',
    reach: 'none',
    roles: MANAGER_ROLES,
    query: z.strictObject({ exclude: idParam.optional() }),
    response: optionList.extend({ selected: z.string() }),
  },
);

export const usersLookup = defineRead('/users/lookup', 'Members whose name, username or address contains q', {
  scope: 'people',
  reach: 'none',
  roles: MANAGER_ROLES,
  query: z.strictObject({ q: z.string().trim().max(100).optional(), page: pageParam }),
  response: listResponse(z.object({ id: z.string(), text: z.string() })),
});

export const employees = defineRead(
  '/users/employees',
  'Everyone in the organization, invited people included, to put into groups',
  {
    scope: 'people',
    reach: 'none',
    roles: MANAGER_ROLES,
    response: z.object({ items: z.array(option.extend({ profile_photo_url: z.string().nullable() })) }),
  },
);

export const userGroups = defineRead('/users/groups', 'Groups that a user can be put into', {
  scope: 'people',
  reach: 'none',
  roles: MANAGER_ROLES,
  response: optionList,
});
