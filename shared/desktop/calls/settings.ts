import { z } from 'zod';
import { defineCall } from '../define-call.ts';

/** What a person chooses in the app. */
export const preferencesSchema = z.object({
  /** Id of a terminal of `open.targets`, or `auto` for the first one found. */
  terminal: z.string().max(40).default('auto'),
  /** Workspaces to start when the computer wakes or the app starts. */
  startOnWake: z.array(z.string().max(64)).max(100).default([]),
  notifications: z.boolean().default(true),
});
export type Preferences = z.infer<typeof preferencesSchema>;

const change = z.strictObject({
  terminal: z.string().max(40).optional(),
  startOnWake: z.array(z.string().max(64)).max(100).optional(),
  notifications: z.boolean().optional(),
});

export const settingsCalls = {
  'settings.read': defineCall(z.null(), preferencesSchema),
  'settings.update': defineCall(change, preferencesSchema),
};
