import { z } from 'zod';
import { defineRoute } from '../../api/route.ts';

/** What a visit to a sleeping workspace can end in (spec/2 §8); shown with an explanation of each. */
export const RESTORE_ERRORS = {
  invalidHost: 'Invalid host or invalid organization.',
  notAuthorized: 'Not authorized.',
  offline: 'Service offline.',
  memory: 'Not enough memory.',
  port: 'Port not listening.',
} as const;
export type RestoreError = keyof typeof RESTORE_ERRORS;

/** The port of a visit whose address names none (spec/2 §2). */
export const DEFAULT_PORT = '443';

export const rebootHost = defineRoute({
  method: 'get',
  path: '/hosts/reboot/{hostname}/{port}',
  summary: 'Start the container behind a host name, as a visit to it does; errors are the sentences of the catalogue',
  access: 'session',
  headerOnly: true,
  params: z.object({
    /** Host name of a workspace, or its id. */
    hostname: z.string().min(1).max(253),
    /** 443 stands for whatever the host name itself leads to. */
    port: z.string().max(10),
  }),
  query: z.strictObject({
    /** Where on the host the visit went. */
    path: z.string().max(8000).optional(),
    /** `false` looks without starting: a page that is left open does not undo a stop. */
    wake: z.enum(['true', 'false']).optional(),
  }),
  response: z.object({
    success: z.literal(true),
    errors: z.array(z.string()),
    /** Where to go; null while it is still starting: ask again. */
    redirectURL: z.string().nullable(),
  }),
});
