import { z } from 'zod';
import { defineCall } from '../define-call.ts';

export const systemCalls = {
  'system.info': defineCall(
    z.null(),
    z.object({
      version: z.string(),
      platform: z.string(),
      /** The computer's name, suggested as the name of a first key. */
      computer: z.string().max(60),
    }),
  ),
  /** Opens an http, https or mailto address in the system's own program. */
  'system.open': defineCall(z.strictObject({ url: z.string().max(4096) }), z.null()),
  /** Retries the server, and continues where the person was once it answers. */
  'system.retry': defineCall(z.null(), z.object({ reached: z.boolean() })),
};
