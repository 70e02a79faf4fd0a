import { z } from 'zod';
import { idParam, instant, messageSchema } from '../../api/envelope.ts';
import { listFilter, listQuery, listResponse } from '../../api/pagination.ts';
import { defineChange, defineRead } from '../../api/route.ts';
import { SNAPSHOT_STATUS_FILTERS, snapshotStatusSchema, snapshotTypeSchema } from './model.ts';

export const snapshotRow = z.object({
  id: z.string(),
  name: z.string(),
  snapshot_type: snapshotTypeSchema,
  /** The person whose workspace or service it was taken of. */
  original_user: z.string(),
  original_user_id: z.string(),
  /** The workspace it was taken of. */
  workspace_id: z.string().nullable(),
  /** Shared by all snapshots taken at once as one stack. */
  stack_id: z.string().nullable(),
  /** The service it was taken of. */
  organization_service_id: z.string().nullable(),
  status: snapshotStatusSchema,
  /** Why it failed, in one sentence. */
  status_detail: z.string().nullable(),
  language_name: z.string(),
  database: z.string(),
  database_name: z.string(),
  /** Known once it is Active. */
  size_bytes: z.number().int().nullable(),
  create_date: instant,
  /** When it will be gone; the deletion can be undone until then. */
  scheduled_delete_date: instant.nullable(),
  /** Path of the form that launches it. */
  launch_link: z.string(),
  /** The same as a whole address. */
  url: z.string(),
  may: z.object({ launch: z.boolean(), delete: z.boolean(), undelete: z.boolean() }),
});
export type SnapshotRow = z.infer<typeof snapshotRow>;

export const listSnapshots = defineRead('/workspaces/snapshots', 'Snapshots the user may see', {
  scope: 'read',
  reach: 'listed',
  query: listQuery.extend({
    status: listFilter(z.enum(SNAPSHOT_STATUS_FILTERS)),
    user: listFilter(idParam),
    /** Only those of this workspace or service. */
    workspace: listFilter(idParam),
    snapshot_type: listFilter(snapshotTypeSchema),
  }),
  /** `snapshots` repeats the rows under the name clients expect. */
  response: listResponse(snapshotRow).extend({ snapshots: z.array(snapshotRow) }),
});

export const snapshotOption = z.object({
  value: z.string(),
  text: z.string(),
  language: z.string(),
  more_languages: z.array(z.string()),
  language_name: z.string(),
  database: z.string(),
  database_name: z.string(),
});
export type SnapshotOption = z.infer<typeof snapshotOption>;

export const snapshotOptions = defineRead(
  '/workspaces/snapshot-options',
  'Snapshots that can be launched, newest first',
  {
    scope: 'read',
    reach: 'listed',
    query: z.strictObject({ snapshot_type: snapshotTypeSchema.optional() }),
    response: z.object({ items: z.array(snapshotOption) }),
  },
);

const params = z.object({ snapshotID: idParam });

export const deleteSnapshot = defineChange(
  '/workspaces/snapshots/{snapshotID}/delete',
  'Schedule a snapshot for deletion in 24 hours; one that failed is deleted at once',
  {
    scope: 'manage',
    onBehalf: 'anyone',
    params,
    response: messageSchema.extend({ scheduled_delete_date: instant.nullable() }),
  },
);

export const undeleteSnapshot = defineChange(
  '/workspaces/snapshots/{snapshotID}/undelete',
  'Take a scheduled deletion back',
  {
    scope: 'manage',
    onBehalf: 'anyone',
    params,
    response: messageSchema,
  },
);
