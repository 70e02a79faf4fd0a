import { z } from 'zod';
import { idParam, instant, messageSchema, successSchema } from '../../api/envelope.ts';
import { defineChange, defineRead } from '../../api/route.ts';
import { MANAGER_ROLES } from '../auth/model.ts';
import { isWorkspacePort, PORT_MODES, PORT_VISIBILITIES, PORTS, PUBLIC_LINK_HOURS } from './model.ts';

export const portMapping = z.object({
  /** Inside the workspace. */
  port: z.literal(PORTS),
  mode: z.enum(PORT_MODES),
  /** A URL (http) or `host:port` (tcp); null if the port is closed. */
  address: z.string().nullable(),
});
export type PortMapping = z.infer<typeof portMapping>;

export const portVisibility = defineChange(
  '/workspaces/{workspaceID}/port-visibility',
  'Choose who may visit an http port; public makes a new link, and every choice ends the one before',
  {
    scope: 'manage',
    onBehalf: 'token',
    params: z.object({ workspaceID: idParam }),
    body: z
      .strictObject({
        port: z
          .int()
          .min(1, 'validation.portNumber')
          .max(65_535, 'validation.portNumber')
          .refine(isWorkspacePort, 'validation.portNumber'),
        visibility: z.enum(PORT_VISIBILITIES, 'validation.required'),
        /** How long the public link lasts. */
        hours: z.literal(PUBLIC_LINK_HOURS).optional(),
      })
      .refine(({ visibility, hours }) => visibility !== 'public' || hours !== undefined, {
        path: ['hours'],
        message: 'validation.required',
      }),
    /** `url`: the public link, returned only once. */
    response: messageSchema.extend({ url: z.string().nullable(), public_until: instant.nullable() }),
  },
);

const otherPort = z.object({
  port: z.number().int(),
  /** What the project's devcontainer.json calls it. */
  label: z.string().nullable(),
  /** The name of the program that listens; null if nothing does, or it isn't the workspace user's. */
  program: z.string().nullable(),
  /** Does anything listen there now? */
  listening: z.boolean(),
  address: z.string(),
  visibility: z.enum(PORT_VISIBILITIES),
  public_until: instant.nullable(),
});
export type OtherPort = z.infer<typeof otherPort>;

export const workspacePorts = defineRead(
  '/workspaces/{workspaceID}/ports',
  'Ports of a running workspace, besides 3000 and 3030, where a program listens or that somebody opened',
  { scope: 'read', params: z.object({ workspaceID: idParam }), response: z.object({ ports: z.array(otherPort) }) },
);

export const publicLinks = defineChange(
  '/organization/public-links',
  'Allow public links to ports of the organization’s workspaces, or end them all',
  {
    scope: 'everything',
    roles: MANAGER_ROLES,
    onBehalf: 'token',
    body: z.strictObject({ allowed: z.boolean() }),
    response: successSchema,
  },
);
