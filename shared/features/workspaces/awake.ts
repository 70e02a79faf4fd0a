import { z } from 'zod';
import { idParam, instant, messageSchema } from '../../api/envelope.ts';
import { defineChange, defineRead } from '../../api/route.ts';

const params = z.object({ workspaceID: idParam });

export const keepAwake = defineChange(
  '/workspaces/{workspaceID}/keep-awake',
  'Keep a running workspace from being paused for 2 hours',
  {
    scope: 'use',
    onBehalf: 'anyone',
    duringSetup: 4,
    params,
    response: messageSchema.extend({ keep_awake_date: instant }),
  },
);

export const holdWorkspace = defineChange(
  '/workspaces/{workspaceID}/hold',
  'Keep a workspace awake until what runs in the person’s web terminal now has ended',
  {
    scope: 'use',
    onBehalf: 'anyone',
    duringSetup: 4,
    params,
    response: messageSchema,
  },
);

export const releaseWorkspace = defineChange(
  '/workspaces/{workspaceID}/release',
  'Let a workspace sleep although commands that held it awake still run',
  {
    scope: 'use',
    onBehalf: 'anyone',
    duringSetup: 4,
    params,
    response: messageSchema,
  },
);

export const idleWarnings = defineRead(
  '/workspaces/idle-warnings',
  'The person’s own workspaces that are paused within 5 minutes unless somebody works in them',
  {
    scope: 'read',
    reach: 'listed',
    response: z.object({ items: z.array(z.object({ id: z.string(), name: z.string(), pause_date: instant })) }),
  },
);
