import { z } from 'zod';
import { defineCall } from '../define-call.ts';

const port = z.number().int().min(1).max(65_535);

export const tunnelSchema = z.object({
  id: z.string(),
  workspaceId: z.string(),
  workspaceName: z.string(),
  /** Listens on 127.0.0.1 only. */
  localPort: port,
  remotePort: port,
  /** Connections open through it now. */
  connections: z.number().int(),
  status: z.enum(['open', 'failed']),
  /** Why it failed. */
  error: z.string().nullable(),
});
export type Tunnel = z.infer<typeof tunnelSchema>;

const list = z.object({ tunnels: z.array(tunnelSchema) });

export const tunnelCalls = {
  'tunnels.list': defineCall(z.null(), list),
  /** Without a local port, the remote one is used if it is free, otherwise any other. */
  'tunnels.open': defineCall(
    z.strictObject({ workspaceId: z.string().max(64), remotePort: port, localPort: port.optional() }),
    tunnelSchema,
  ),
  'tunnels.close': defineCall(z.strictObject({ id: z.string().max(64) }), list),
};
