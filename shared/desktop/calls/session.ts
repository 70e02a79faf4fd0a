import { z } from 'zod';
import { defineCall } from '../define-call.ts';

/** Where the session key is stored, best first. In memory, it is lost when the app quits. */
const KEEPERS = ['keychain', 'safe-storage', 'memory'] as const;
export type Keeper = (typeof KEEPERS)[number];

const keeping = z.object({
  keptIn: z.enum(KEEPERS),
  /** Why there is no better place; null for the keychain. */
  notice: z.string().nullable(),
});

export const sessionCalls = {
  'session.read': defineCall(z.null(), keeping.extend({ key: z.string().nullable() })),
  /** The same without the key. */
  'session.about': defineCall(z.null(), keeping),
  'session.write': defineCall(z.strictObject({ key: z.string().min(1).max(4096) }), z.null()),
  /** Starts a sign-in in the system's browser; ends with `session.changed` when the browser hands it over. */
  'session.sign-in': defineCall(z.null(), z.null()),
  /** Deletes the key, the ssh configuration and the open tunnels of the account. */
  'session.clear': defineCall(z.null(), z.null()),
};
