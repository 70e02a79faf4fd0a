import { z } from 'zod';
import { defineCall } from '../define-call.ts';

export const systemCalls = {
  'system.info': defineCall(
    z.null(),
    z.object({
      version: z.string(),
      platform: z.string(),
      /** What the computer is called, good as the first name of a key. */
      computer: z.string().max(60),
    }),
  ),
  /** Opens an http, https or mailto address in the system's own program. */
  'system.open': defineCall(z.strictObject({ url: z.string().max(4096) }), z.null()),
  /** Tries the server again after it could not be reached, and goes on where the person was when it answers. */
  'system.retry': defineCall(z.null(), z.object({ reached: z.boolean() })),
};
