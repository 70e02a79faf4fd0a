import { z } from 'zod';
import { idParam, instant, messageSchema } from '../../api/envelope.ts';
import { option, optionList } from '../../api/options.ts';
import { listFilter, listQuery, listResponse } from '../../api/pagination.ts';
import { defineChange, defineRead } from '../../api/route.ts';
import { nameText } from '../../api/text.ts';
import { MANAGER_ROLES } from '../auth/model.ts';
import { initMessage, statusChange } from '../workspaces/contract.ts';
import { CPU, DISK_GB, STATUS_FILTERS, workspaceName, workspaceStatusSchema } from '../workspaces/model.ts';
import { CATEGORIES, environmentProperty, SERVICE_DEFAULTS } from './model.ts';

const params = z.object({ organizationServiceID: idParam });

const summary = {
  organizationServiceID: z.string(),
  id: z.string(),
  name: z.string(),
  /** Item of the catalogue, and its name. */
  service_id: z.string(),
  service_name: z.string(),
  category: z.string(),
  icon_url: z.string(),
  accent_color: z.string(),
  server_id: z.string(),
  server_name: z.string(),
  user_id: z.string(),
  user_name: z.string(),
  service_status: workspaceStatusSchema,
  /** Since when an Active service hasn't answered its health check; null while it does. */
  not_answering_date: instant.nullable(),
  /** Where its pages answer; null if it has none, or this person may not open it. */
  url: z.string().nullable(),
  cpu_cores: z.number(),
  memory_gb: z.number(),
  memory_display: z.string(),
  /** 0 is unmetered. */
  disk_gb: z.number(),
  disk_display: z.string(),
  snapshot_flag: z.boolean(),
  individual_flag: z.boolean(),
  delete_protect_flag: z.boolean(),
  create_date: instant,
  /** Until when a deleted one can be had back; null for others. */
  undo_until: instant.nullable(),
  may: z.object({
    open: z.boolean(),
    start: z.boolean(),
    stop: z.boolean(),
    edit: z.boolean(),
    delete: z.boolean(),
    restore: z.boolean(),
    snapshot: z.boolean(),
  }),
};
export const serviceRow = z.object(summary);
export type ServiceRow = z.infer<typeof serviceRow>;

const port = z.object({
  name: z.string(),
  port: z.number().int(),
  protocol: z.enum(['http', 'tcp']),
  /** `host:port` as workspaces on the same host reach it. */
  address: z.string(),
});

export const serviceSchema = z.object({
  ...summary,
  description: z.string(),
  /** Host name on the private network. */
  hostname: z.string(),
  ports: z.array(port),
  deployment_type: z.enum(['new_container', 'snapshot']),
  snapshot_id: z.string().nullable(),
  docker_privilege_flag: z.boolean(),
  docker_privilege_option: z.boolean(),
  /** With the real values, for those who may open or manage it; empty for others. */
  environment_properties: z.array(environmentProperty.extend({ value: z.string() })),
  /**
   * Markdown with paragraphs and code blocks, and the real values; null for those who may neither open nor manage it.
   */
  instructions: z.string().nullable(),
  price: z.number().int(),
  /** The last changes, newest first. */
  status_changes: z.array(statusChange),
});
export type Service = z.infer<typeof serviceSchema>;

export const catalogueEntry = z.object({
  service_id: z.string(),
  name: z.string(),
  category: z.enum(CATEGORIES),
  description: z.string(),
  /** What it needs to be available here; null if nothing special. */
  add_description: z.string().nullable(),
  icon_url: z.string(),
  accent_color: z.string(),
  snapshot_flag: z.boolean(),
  individual_flag: z.boolean(),
  docker_privilege_option: z.boolean(),
  minimum_memory_gb: z.number(),
  environment_properties: z.array(environmentProperty),
  /** Cents a month on top of the host: nothing. */
  price: z.number().int(),
});
export type CatalogueEntry = z.infer<typeof catalogueEntry>;

export const listServices = defineRead('/services', 'Services the user may see', {
  scope: 'read',
  reach: 'listed',
  query: listQuery.extend({
    /** `deleted`: those that can still be had back. */
    status: listFilter(z.enum(STATUS_FILTERS)),
    /** Owner and admin only. */
    user: listFilter(idParam),
  }),
  response: listResponse(serviceRow),
});

export const browseServices = defineRead('/services/browse', 'The catalogue, by category; one item with service_id', {
  scope: 'read',
  reach: 'none',
  roles: MANAGER_ROLES,
  query: z.strictObject({ service_id: idParam.optional() }),
  response: z.object({ items: z.array(catalogueEntry) }),
});

export const serviceServerOptions = defineRead(
  '/services/server-options',
  'Hosts a service can be put on, with what is free there',
  {
    scope: 'read',
    reach: 'none',
    roles: MANAGER_ROLES,
    response: z.object({
      items: z.array(option.extend({ cpu_cores: z.number(), free_memory_gb: z.number(), free_disk_gb: z.number() })),
    }),
  },
);

export const serviceUserOptions = defineRead(
  '/services/user-options',
  'Whose services can be filtered by; with service_id, whom one of it can be for',
  {
    scope: 'read',
    reach: 'none',
    query: z.strictObject({ service_id: idParam.optional() }),
    response: optionList.extend({ selected: z.string() }),
  },
);

export const getService = defineRead('/services/{organizationServiceID}', 'One service with its instructions', {
  scope: 'read',
  params,
  response: serviceSchema,
});

export const serviceSetup = defineRead(
  '/services/{organizationServiceID}/setup',
  'Init messages of the latest launch or start',
  {
    scope: 'read',
    params,
    response: z.object({ messages: z.array(initMessage) }),
  },
);

export const addServiceBody = z.strictObject({
  name: workspaceName,
  service_id: idParam,
  server_id: z.string().min(1, 'validation.required').max(64),
  user_id: z.string().min(1, 'validation.required').max(64),
  deployment_type: z.enum(['new_container', 'snapshot']).default('new_container'),
  snapshot_id: idParam.optional(),
  cpu_cores: z.number().min(CPU.min).max(CPU.max).multipleOf(CPU.step).default(SERVICE_DEFAULTS.cpuCores),
  memory_gb: z.number().min(0.25).max(16).multipleOf(0.25).default(SERVICE_DEFAULTS.memoryGb),
  disk_gb: z.literal(DISK_GB).default(SERVICE_DEFAULTS.diskGb),
  docker_privilege_flag: z.boolean().default(false),
  /** By key; a missing password is generated. */
  environment_properties: z
    .record(z.string().max(80), z.union([z.string().max(500), z.number().min(-1e15).max(1e15), z.boolean()]))
    .refine((properties) => Object.keys(properties).length <= 100, 'validation.long')
    .default({}),
});
export type AddServiceBody = z.input<typeof addServiceBody>;

export const addService = defineChange('/services/add', 'Launch a service of the catalogue on a host', {
  scope: 'manage',
  reach: 'none',
  roles: MANAGER_ROLES,
  onBehalf: 'token',
  body: addServiceBody,
  response: messageSchema.extend({ id: z.string(), organizationServiceID: z.string() }),
});

export const updateServiceBody = z.strictObject({
  name: workspaceName.optional(),
  delete_protect_flag: z.boolean().optional(),
});

export const updateService = defineChange(
  '/services/{organizationServiceID}/update',
  'Change name or delete protection',
  {
    scope: 'manage',
    roles: MANAGER_ROLES,
    onBehalf: 'token',
    params,
    body: updateServiceBody,
    response: messageSchema,
  },
);

function action(verb: 'start' | 'restart' | 'stop' | 'delete', summaryText: string) {
  return defineChange(`/services/{organizationServiceID}/${verb}`, summaryText, {
    scope: verb === 'delete' ? 'manage' : 'use',
    roles: MANAGER_ROLES,
    onBehalf: 'anyone',
    params,
    response: messageSchema,
  });
}
export const startService = action('start', 'Start a stopped service');
export const restartService = action('restart', 'Stop and start a service');
export const stopService = action('stop', 'Stop a service; its data stays');
export const deleteService = action('delete', 'Delete a service; its data is kept for 24 hours');

export const restoreService = defineChange(
  '/services/{organizationServiceID}/restore',
  'Have a deleted service back within 24 hours, stopped, with its data',
  { scope: 'manage', roles: MANAGER_ROLES, onBehalf: 'anyone', params, response: messageSchema },
);

export const snapshotService = defineChange(
  '/services/{organizationServiceID}/snapshot',
  'Take a snapshot of a stopped service',
  {
    scope: 'manage',
    roles: MANAGER_ROLES,
    onBehalf: 'anyone',
    params,
    response: messageSchema.extend({ id: z.string(), snapshotID: z.string() }),
  },
);

export const snapshotStack = defineChange(
  '/services/stacks',
  'Snapshot a workspace and the services on its private network as one consistent set',
  {
    scope: 'manage',
    roles: MANAGER_ROLES,
    onBehalf: 'anyone',
    body: z.strictObject({ workspace_id: idParam }),
    response: messageSchema.extend({ stackID: z.string() }),
  },
);

export const launchStackBody = z.strictObject({
  stack_id: idParam,
  /** Prefix of each part's name. */
  name: nameText(20),
});

export const launchStack = defineChange(
  '/services/stacks/launch',
  'Launch a snapshotted stack under new names, with new secrets',
  {
    scope: 'manage',
    roles: MANAGER_ROLES,
    onBehalf: 'token',
    body: launchStackBody,
    response: messageSchema.extend({ workspaceID: z.string(), organizationServiceIDs: z.array(z.string()) }),
  },
);
