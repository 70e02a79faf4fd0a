import { z } from 'zod';
import { accountSchema } from '#shared/desktop/calls/accounts.ts';
import { preferencesSchema } from '#shared/desktop/calls/settings.ts';

const bounds = z.object({
  x: z.number().int().optional(),
  y: z.number().int().optional(),
  // Tiling window managers make windows smaller than asked for.
  width: z.number().int().min(1),
  height: z.number().int().min(1),
  maximized: z.boolean(),
});
export type WindowBounds = z.infer<typeof bounds>;

/** What the app remembers between runs. No secrets: those are in the SecretStore. */
export const settingsSchema = z.object({
  version: z.literal(1),
  accounts: z.array(
    accountSchema.extend({
      preferences: preferencesSchema,
      /** Hosts that the person let have their ssh agent. */
      agentHosts: z.array(z.string()).default([]),
    }),
  ),
  activeAccountId: z.string().nullable(),
  window: bounds.nullable(),
});
export type SettingsData = z.infer<typeof settingsSchema>;

export const EMPTY_SETTINGS: SettingsData = { version: 1, accounts: [], activeAccountId: null, window: null };
