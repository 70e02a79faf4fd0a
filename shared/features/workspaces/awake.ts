import { z } from 'zod';
import { idParam, instant, messageSchema } from '../../api/envelope.ts';
import { defineRoute } from '../../api/route.ts';

const params = z.object({ workspaceID: idParam });

export const keepAwake = defineRoute({
  method: 'post',
  path: '/workspaces/{workspaceID}/keep-awake',
  summary: 'Keep a running workspace from being paused for 2 hours',
  access: 'session',
  onBehalf: 'anyone',
  duringSetup: 4,
  params,
  response: messageSchema.extend({ keep_awake_date: instant }),
});

export const holdWorkspace = defineRoute({
  method: 'post',
  path: '/workspaces/{workspaceID}/hold',
  summary: 'Keep a workspace awake until what runs in the person’s web terminal now has ended',
  access: 'session',
  onBehalf: 'anyone',
  duringSetup: 4,
  params,
  response: messageSchema,
});

export const releaseWorkspace = defineRoute({
  method: 'post',
  path: '/workspaces/{workspaceID}/release',
  summary: 'Let a workspace sleep although commands that held it awake still run',
  access: 'session',
  onBehalf: 'anyone',
  duringSetup: 4,
  params,
  response: messageSchema,
});

export const idleWarnings = defineRoute({
  method: 'get',
  path: '/workspaces/idle-warnings',
  summary: 'The person’s own workspaces that are paused within 5 minutes unless somebody works in them',
  access: 'session',
  response: z.object({ items: z.array(z.object({ id: z.string(), name: z.string(), pause_date: instant })) }),
});
