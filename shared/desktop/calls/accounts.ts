import { z } from 'zod';
import { defineCall } from '../define-call.ts';

export const accountSchema = z.object({
  id: z.string(),
  /** `https://slipway.example.com`, without a path. */
  origin: z.string(),
  /** Who is signed in there, if known. */
  label: z.string().nullable(),
});
export type Account = z.infer<typeof accountSchema>;

const list = z.object({ accounts: z.array(accountSchema), activeId: z.string().nullable() });
const byId = z.strictObject({ id: z.string().max(64) });

export const accountCalls = {
  'accounts.list': defineCall(z.null(), list),
  /** Adds an account at a server, or switches to the signed-out one there, and shows it. */
  'accounts.add': defineCall(z.strictObject({ address: z.string().trim().min(1).max(300) }), list),
  /** Shows the choice of a server. */
  'accounts.choose': defineCall(z.null(), list),
  'accounts.switch': defineCall(byId, list),
  /** Removes an account and its session; after the last one, the app asks for a server. */
  'accounts.remove': defineCall(byId, list),
};
