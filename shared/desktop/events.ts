import { z } from 'zod';
import { tunnelSchema } from './calls/tunnels.ts';

/** What the desktop app tells its pages unasked. */
const desktopEvents = {
  /** Another window, the tray or the system started or ended the session. */
  'session.changed': z.object({ key: z.string().nullable() }),
  /** Show a path of the UI: from a deep link, the tray or a notification. */
  navigate: z.object({ path: z.string().startsWith('/') }),
  'tunnels.changed': z.object({ tunnels: z.array(tunnelSchema) }),
  /** The computer goes to sleep (pause polling) or woke up (reconnect). */
  power: z.object({ state: z.enum(['asleep', 'awake']) }),
};

export type DesktopEvents = typeof desktopEvents;
export type EventName = keyof DesktopEvents;
export type EventPayload<Name extends EventName> = z.output<DesktopEvents[Name]>;
