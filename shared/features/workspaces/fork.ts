import { z } from 'zod';
import { idParam, messageSchema } from '../../api/envelope.ts';
import { defineChange } from '../../api/route.ts';
import { LEAD_ROLES } from '../auth/model.ts';
import { workspaceName } from './model.ts';

export const forkWorkspaceBody = z.strictObject({
  name: workspaceName,
  /** Where the original is, if left out. */
  server_id: z.string().min(1, 'validation.required').max(64).optional(),
  /** The original's if it belongs to the person, else their oldest one, if left out. */
  ssh_key_id: idParam.optional(),
});

export const forkWorkspace = defineChange(
  '/workspaces/{workspaceID}/fork',
  'Copy a running or stopped workspace with its files and database under a new name, for whoever asks',
  {
    scope: 'manage',
    roles: LEAD_ROLES,
    onBehalf: 'token',
    params: z.object({ workspaceID: idParam }),
    body: forkWorkspaceBody,
    response: messageSchema.extend({ id: z.string(), workspaceID: z.string() }),
  },
);
