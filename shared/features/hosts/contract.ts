import { z } from 'zod';
import { acceptedPrice, chargeSchema, idParam, instant, messageSchema, successSchema } from '../../api/envelope.ts';
import { listFilter, listQuery, listResponse } from '../../api/pagination.ts';
import { defineChange, defineRead, defineRoute } from '../../api/route.ts';
import { MANAGER_ROLES } from '../auth/model.ts';
import { initMessage } from '../workspaces/contract.ts';
import { HOST_STATUS_FILTERS, HOST_STATUSES, hostName, SERVER_KINDS } from './model.ts';

/** What a visit to a sleeping workspace can end in; shown with an explanation of each. */
export const RESTORE_ERRORS = {
  invalidHost: 'Invalid host or invalid organization.',
  notAuthorized: 'Not authorized.',
  offline: 'Service offline.',
  memory: 'Not enough memory.',
  port: 'Port not listening.',
} as const;
export type RestoreError = keyof typeof RESTORE_ERRORS;

/** The port of a visit whose address names none. */
export const DEFAULT_PORT = '443';

export const rebootHost = defineRoute({
  method: 'get',
  path: '/hosts/reboot/{hostname}/{port}',
  summary: 'Start the container behind a host name, as a visit to it does; errors are the sentences of the catalogue',
  access: 'session',
  scope: 'use',
  onBehalf: 'anyone',
  duringSetup: 4,
  headerOnly: true,
  params: z.object({
    /** Host name of a workspace, or its id. */
    hostname: z.string().min(1).max(253),
    /** 443 stands for whatever the host name itself leads to. */
    port: z.string().max(10),
  }),
  query: z.strictObject({
    /** The visited path on the host. */
    path: z.string().max(8000).optional(),
    /** `false` looks without starting: an open page must not undo a stop. */
    wake: z.enum(['true', 'false']).optional(),
  }),
  response: z.object({
    success: z.literal(true),
    errors: z.array(z.string()),
    /** Where to go; null while it is still starting: ask again. */
    redirectURL: z.string().nullable(),
  }),
});

const amount = z.number().int();
const params = z.strictObject({ serverID: idParam });

export const serverOption = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(SERVER_KINDS),
  cpu_cores: z.number(),
  memory_gb: z.number(),
  disk_gb: z.number().int(),
  vram_gb: z.number().int().nullable(),
  /** Cents. */
  monthly_price: amount,
});

export const listHostOptions = defineRead(
  '/hosts/options',
  'The server types that can be added, with their price; for owner and admins',
  {
    scope: 'read',
    reach: 'none',
    roles: MANAGER_ROLES,
    response: z.object({ options: z.array(serverOption) }),
  },
);

export const hostRow = z.object({
  id: z.string(),
  name: z.string(),
  hostname: z.string(),
  server_option_id: z.string(),
  option_name: z.string(),
  cpu_cores: z.number(),
  memory_gb: z.number(),
  disk_gb: z.number().int(),
  disk_free_gb: z.number().int(),
  /** Free / total. */
  disk_display: z.string(),
  vram_gb: z.number().int().nullable(),
  status: z.enum(HOST_STATUSES),
  /** Since when it hasn't answered; null while it does. */
  lost_date: instant.nullable(),
  create_date: instant,
  workspace_count: z.number().int(),
  service_count: z.number().int(),
  /** How many workspaces and services on it are protected: it can't be deleted while there are any. */
  delete_protect_flag: z.number().int(),
  /** When a host that is Pending Deletion is removed. */
  scheduled_delete_date: instant.nullable(),
});
export type HostRow = z.infer<typeof hostRow>;

export const listHosts = defineRead('/hosts', 'The organization’s hosts; for owner and admins', {
  scope: 'read',
  reach: 'none',
  roles: MANAGER_ROLES,
  query: listQuery.extend({ status: listFilter(z.enum(HOST_STATUS_FILTERS)) }),
  response: listResponse(hostRow),
});

export const hostSchema = hostRow.extend({
  kind: z.enum(SERVER_KINDS),
  /** Cents, as sold. */
  monthly_price: amount,
  /** What running and starting workspaces and services hold. */
  cpu_reserved: z.number(),
  memory_reserved_gb: z.number(),
});
export type Host = z.infer<typeof hostSchema>;

export const getHost = defineRead('/hosts/{serverID}', 'One host', {
  scope: 'read',
  reach: 'none',
  roles: MANAGER_ROLES,
  params,
  response: hostSchema,
});

export const getHostSetup = defineRead(
  '/hosts/{serverID}/setup',
  'How the making of a host goes on; also after it failed',
  {
    scope: 'read',
    reach: 'none',
    roles: MANAGER_ROLES,
    params,
    response: z.object({ messages: z.array(initMessage) }),
  },
);

export const hostContainer = z.object({
  id: z.string(),
  name: z.string(),
  user_name: z.string(),
  status: z.string(),
  memory_display: z.string(),
  disk_display: z.string(),
  delete_protect_flag: z.boolean(),
  /** Null for a workspace. */
  service_type: z.string().nullable(),
});
export type HostContainer = z.infer<typeof hostContainer>;

export const listHostContainers = defineRead('/hosts/{serverID}/containers', 'The workspaces and services on a host', {
  scope: 'read',
  roles: MANAGER_ROLES,
  params,
  response: z.object({ workspaces: z.array(hostContainer), services: z.array(hostContainer) }),
});

export const addHostBody = z.strictObject({
  name: hostName,
  server_option_id: z.string().min(1, 'validation.required').max(40),
  /** Only returns what it would cost. */
  dry_run: z.boolean().default(false),
  ...acceptedPrice,
});

export const addHost = defineChange(
  '/hosts/add',
  'Add a host, charged at once; with dry_run only say what that would cost. For owner and admins',
  {
    scope: 'money',
    reach: 'none',
    charges: true,
    roles: MANAGER_ROLES,
    onBehalf: 'token',
    body: addHostBody,
    response: successSchema.extend({
      errors: z.array(z.string()),
      /** Null after a dry run. */
      hostID: z.string().nullable(),
      charge: chargeSchema.nullable(),
    }),
  },
);

export const updateHostBody = z.strictObject({ name: hostName });

export const updateHost = defineChange('/hosts/{serverID}/update', 'Rename a host', {
  scope: 'money',
  reach: 'none',
  roles: MANAGER_ROLES,
  onBehalf: 'anyone',
  params,
  body: updateHostBody,
  response: messageSchema,
});

export const deleteHost = defineChange(
  '/hosts/{serverID}/delete',
  'Remove a host with all that is on it at the end of the paid period',
  {
    scope: 'money',
    roles: MANAGER_ROLES,
    onBehalf: 'anyone',
    params,
    response: messageSchema.extend({ scheduled_delete_date: instant }),
  },
);

export const cancelDeleteHost = defineChange('/hosts/{serverID}/cancelDelete', 'Take the deletion of a host back', {
  scope: 'money',
  roles: MANAGER_ROLES,
  onBehalf: 'token',
  params,
  response: messageSchema,
});
