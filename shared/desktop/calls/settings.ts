import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { PROGRAMS } from './open-local.ts';

/** A person's settings of the app. */
export const preferencesSchema = z.object({
  /** The program a workspace was last opened in. */
  program: z.enum(PROGRAMS).default('terminal'),
  /** Id of a terminal of `open.terminals`, or `auto` for the first one found. */
  terminal: z.string().max(40).default('auto'),
  /** Workspaces to start when the computer wakes or the app starts. */
  startOnWake: z.array(z.string().max(64)).max(100).default([]),
  notifications: z.boolean().default(true),
  /** `ForwardAgent` in the ssh configuration of workspaces. */
  forwardAgent: z.boolean().default(false),
});
export type Preferences = z.infer<typeof preferencesSchema>;

const change = z.strictObject({
  program: z.enum(PROGRAMS).optional(),
  terminal: z.string().max(40).optional(),
  startOnWake: z.array(z.string().max(64)).max(100).optional(),
  notifications: z.boolean().optional(),
  forwardAgent: z.boolean().optional(),
});

const startup = z.strictObject({ openAtLogin: z.boolean() });

export const settingsCalls = {
  'settings.read': defineCall(z.null(), preferencesSchema),
  'settings.update': defineCall(change, preferencesSchema),
  /** Does the app open at login? A setting of the computer, not of an account. */
  'startup.read': defineCall(z.null(), startup),
  'startup.update': defineCall(startup, startup),
};
