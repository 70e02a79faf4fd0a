import { z } from 'zod';
import { idParam, instant, messageSchema } from '../../api/envelope.ts';
import { listFilter, listQuery, listResponse } from '../../api/pagination.ts';
import { defineRoute } from '../../api/route.ts';
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
  may: z.object({
    open: z.boolean(),
    start: z.boolean(),
    stop: z.boolean(),
    edit: z.boolean(),
    delete: z.boolean(),
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

export const listServices = defineRoute({
  method: 'get',
  path: '/services',
  summary: 'Services the user may see',
  access: 'session',
  query: listQuery.extend({
    status: listFilter(z.enum(STATUS_FILTERS).exclude(['deleted'])),
    /** Owner and admin only. */
    user: listFilter(idParam),
  }),
  response: listResponse(serviceRow),
});

export const browseServices = defineRoute({
  method: 'get',
  path: '/services/browse',
  summary: 'The catalogue, by category; one item with service_id',
  access: 'session',
  roles: MANAGER_ROLES,
  query: z.strictObject({ service_id: idParam.optional() }),
  response: z.object({ items: z.array(catalogueEntry) }),
});

const option = z.object({ value: z.string(), text: z.string() });

export const serviceServerOptions = defineRoute({
  method: 'get',
  path: '/services/server-options',
  summary: 'Hosts a service can be put on, with what is free there',
  access: 'session',
  roles: MANAGER_ROLES,
  response: z.object({
    items: z.array(option.extend({ cpu_cores: z.number(), free_memory_gb: z.number(), free_disk_gb: z.number() })),
  }),
});

export const serviceUserOptions = defineRoute({
  method: 'get',
  path: '/services/user-options',
  summary: 'Whose services can be filtered by; with service_id, whom one of it can be for',
  access: 'session',
  query: z.strictObject({ service_id: idParam.optional() }),
  response: z.object({ items: z.array(option), selected: z.string() }),
});

export const getService = defineRoute({
  method: 'get',
  path: '/services/{organizationServiceID}',
  summary: 'One service with its instructions',
  access: 'session',
  params,
  response: serviceSchema,
});

export const serviceSetup = defineRoute({
  method: 'get',
  path: '/services/{organizationServiceID}/setup',
  summary: 'Init messages of the latest launch or start',
  access: 'session',
  params,
  response: z.object({ messages: z.array(initMessage) }),
});

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

export const addService = defineRoute({
  method: 'post',
  path: '/services/add',
  summary: 'Launch a service of the catalogue on a host',
  access: 'session',
  roles: MANAGER_ROLES,
  onBehalf: 'token',
  body: addServiceBody,
  response: messageSchema.extend({ id: z.string(), organizationServiceID: z.string() }),
});

export const updateServiceBody = z.strictObject({
  name: workspaceName.optional(),
  delete_protect_flag: z.boolean().optional(),
});

export const updateService = defineRoute({
  method: 'post',
  path: '/services/{organizationServiceID}/update',
  summary: 'Change name or delete protection',
  access: 'session',
  roles: MANAGER_ROLES,
  onBehalf: 'token',
  params,
  body: updateServiceBody,
  response: messageSchema,
});

export const startService = defineRoute({
  method: 'post',
  path: '/services/{organizationServiceID}/start',
  summary: 'Start a stopped service',
  access: 'session',
  roles: MANAGER_ROLES,
  onBehalf: 'anyone',
  params,
  response: messageSchema,
});

export const restartService = defineRoute({
  method: 'post',
  path: '/services/{organizationServiceID}/restart',
  summary: 'Stop and start a service',
  access: 'session',
  roles: MANAGER_ROLES,
  onBehalf: 'anyone',
  params,
  response: messageSchema,
});

export const stopService = defineRoute({
  method: 'post',
  path: '/services/{organizationServiceID}/stop',
  summary: 'Stop a service; its data stays',
  access: 'session',
  roles: MANAGER_ROLES,
  onBehalf: 'anyone',
  params,
  response: messageSchema,
});

export const deleteService = defineRoute({
  method: 'post',
  path: '/services/{organizationServiceID}/delete',
  summary: 'Delete a service and its data',
  access: 'session',
  roles: MANAGER_ROLES,
  onBehalf: 'anyone',
  params,
  response: messageSchema,
});

export const snapshotService = defineRoute({
  method: 'post',
  path: '/services/{organizationServiceID}/snapshot',
  summary: 'Take a snapshot of a stopped service',
  access: 'session',
  roles: MANAGER_ROLES,
  onBehalf: 'anyone',
  params,
  response: messageSchema.extend({ id: z.string(), snapshotID: z.string() }),
});

export const snapshotStack = defineRoute({
  method: 'post',
  path: '/services/stacks',
  summary: 'Snapshot a workspace and the services on its private network as one consistent set',
  access: 'session',
  roles: MANAGER_ROLES,
  onBehalf: 'anyone',
  body: z.strictObject({ workspace_id: idParam }),
  response: messageSchema.extend({ stackID: z.string() }),
});

export const launchStackBody = z.strictObject({
  stack_id: idParam,
  /** Prefix of each part's name. */
  name: nameText(20),
});

export const launchStack = defineRoute({
  method: 'post',
  path: '/services/stacks/launch',
  summary: 'Launch a snapshotted stack under new names, with new secrets',
  access: 'session',
  roles: MANAGER_ROLES,
  onBehalf: 'token',
  body: launchStackBody,
  response: messageSchema.extend({ workspaceID: z.string(), organizationServiceIDs: z.array(z.string()) }),
});
