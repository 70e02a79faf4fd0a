import type { z } from 'zod';
import { accountCalls } from './calls/accounts.ts';
import { openLocalCalls } from './calls/open-local.ts';
import { sessionCalls } from './calls/session.ts';
import { settingsCalls } from './calls/settings.ts';
import { sshKeyCalls } from './calls/ssh-keys.ts';
import { systemCalls } from './calls/system.ts';
import { tunnelCalls } from './calls/tunnels.ts';

/** Everything a page may ask of the desktop app. */
export const desktopCalls = {
  ...systemCalls,
  ...accountCalls,
  ...sessionCalls,
  ...settingsCalls,
  ...sshKeyCalls,
  ...openLocalCalls,
  ...tunnelCalls,
};

export type DesktopCalls = typeof desktopCalls;
export type CallName = keyof DesktopCalls;
/** What a handler receives, after validation. */
export type CallInput<Name extends CallName> = z.output<DesktopCalls[Name]['input']>;
/** What a handler answers. */
export type CallOutput<Name extends CallName> = z.input<DesktopCalls[Name]['output']>;
