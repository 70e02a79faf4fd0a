import { z } from 'zod';
import { deletedThing, idParam, instant, successSchema } from '../../api/envelope.ts';
import { listQuery, listResponse } from '../../api/pagination.ts';
import { defineChange, defineRead } from '../../api/route.ts';
import { nameText } from '../../api/text.ts';
import { MANAGER_ROLES } from '../auth/model.ts';

const params = z.object({ groupID: idParam });

const summary = {
  id: z.string(),
  groupID: z.string(),
  group_name: z.string(),
  /** Number of people in it, without administrators. */
  group_size: z.number().int(),
  create_date: instant,
};

export const groupRow = z.object({
  ...summary,
  admin_users: z.array(z.object({ id: z.string(), name: z.string(), profile_photo_url: z.string().nullable() })),
});
export type GroupRow = z.infer<typeof groupRow>;

export const groupSchema = z.object({
  ...summary,
  name: z.string(),
  /** Ids of users. */
  admin_users: z.array(z.string()),
  users: z.array(z.string()),
});
export type Group = z.infer<typeof groupSchema>;

export const listGroups = defineRead('/groups', 'Groups of the organization', {
  scope: 'people',
  reach: 'none',
  roles: MANAGER_ROLES,
  query: listQuery,
  response: listResponse(groupRow).extend({
    /** Every group by name, for a selection. */
    data: z.array(z.object({ id: z.string(), group_name: z.string() })),
    /** Deleted ones that can still be had back, newest first. */
    deleted: z.array(deletedThing),
  }),
});

export const getGroup = defineRead('/groups/{groupID}', 'One group with its people', {
  scope: 'people',
  reach: 'none',
  roles: MANAGER_ROLES,
  params,
  response: groupSchema,
});

const people = z.array(idParam).max(1000);

export const groupBody = z.strictObject({
  name: nameText(60),
  /** They may open, start and stop the workspaces of the group's users. */
  admin_users: people,
  users: people,
});
export type GroupInput = z.output<typeof groupBody>;

export const addGroup = defineChange('/groups/add', 'Add a group', {
  scope: 'people',
  reach: 'none',
  roles: MANAGER_ROLES,
  onBehalf: 'token',
  body: groupBody,
  response: successSchema.extend({ errors: z.array(z.string()), groupID: z.string() }),
});

export const updateGroup = defineChange('/groups/{groupID}/update', 'Change name and people of a group', {
  scope: 'people',
  reach: 'none',
  roles: MANAGER_ROLES,
  onBehalf: 'token',
  params,
  body: groupBody,
  response: successSchema,
});

export const deleteGroup = defineChange('/groups/{groupID}/delete', 'Delete a group; its people stay', {
  scope: 'people',
  reach: 'none',
  roles: MANAGER_ROLES,
  onBehalf: 'anyone',
  params,
  response: successSchema,
});

export const restoreGroup = defineChange(
  '/groups/{groupID}/restore',
  'Have a group back within 24 hours of its deletion, with its people and secrets',
  {
    scope: 'people',
    reach: 'none',
    roles: MANAGER_ROLES,
    onBehalf: 'token',
    params,
    response: successSchema,
  },
);
