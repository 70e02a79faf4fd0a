import { z } from 'zod';
import { defineCall } from '../define-call.ts';

export const accountSchema = z.object({
  id: z.string(),
  /** `https://slipway.example.com`, without a path. */
  origin: z.string(),
  /** Who is signed in there, as far as it is known. */
  label: z.string().nullable(),
});
export type Account = z.infer<typeof accountSchema>;

const list = z.object({ accounts: z.array(accountSchema), activeId: z.string().nullable() });
const byId = z.strictObject({ id: z.string().max(64) });

export const accountCalls = {
  'accounts.list': defineCall(z.null(), list),
  /** Adds an account at a server, or goes to the one that is signed out there, and shows it. */
  'accounts.add': defineCall(z.strictObject({ address: z.string().trim().min(1).max(300) }), list),
  /** Shows the choice of a server. */
  'accounts.choose': defineCall(z.null(), list),
  'accounts.switch': defineCall(byId, list),
  /** Forgets an account with its session; the last one leads back to the server's address. */
  'accounts.remove': defineCall(byId, list),
};
