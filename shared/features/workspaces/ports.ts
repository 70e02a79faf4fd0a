import { z } from 'zod';
import { idParam, instant, messageSchema } from '../../api/envelope.ts';
import { defineChange } from '../../api/route.ts';
import { PORT_MODES, PORT_VISIBILITIES, PORTS, PUBLIC_LINK_HOURS } from './model.ts';

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
    onBehalf: 'token',
    params: z.object({ workspaceID: idParam }),
    body: z
      .strictObject({
        port: z.literal(PORTS),
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
