import { z } from 'zod';
import { idParam, messageSchema } from '../../api/envelope.ts';
import { defineChange, defineRead } from '../../api/route.ts';
import { LEAD_ROLES } from '../auth/model.ts';

/** `refused`: the provider didn't accept the key; the workspace runs without the repository until a retry. */
export const CLONE_STATUSES = ['pending', 'cloned', 'refused'] as const;

/** An address that needs an SSH key: `ssh://…` or `git@host:path`. */
export function isSshAddress(gitUrl: string): boolean {
  const text = gitUrl.trim();
  return /^ssh:\/\//i.test(text) || /^[a-z_][\w.-]*@[a-z0-9][a-z0-9.-]*:(?!\/\/)/i.test(text);
}

export const addDeployKey = defineChange(
  '/workspaces/deploy-key',
  'Make a key for the repository of a workspace that is about to be added',
  {
    scope: 'manage',
    reach: 'none',
    roles: LEAD_ROLES,
    onBehalf: 'token',
    duringSetup: 4,
    response: messageSchema.extend({
      /** For `deploy_key_id` of /workspaces/add, within a day. */
      id: z.string(),
      public_key: z.string(),
    }),
  },
);

const params = z.object({ workspaceID: idParam });

export const workspaceRepository = defineRead(
  '/workspaces/{workspaceID}/repository',
  'The repository of a workspace, its deploy key, and how cloning went',
  {
    scope: 'read',
    params,
    response: z.object({
      git_url: z.string().nullable(),
      /** Null if there was nothing to clone. */
      clone_status: z.enum(CLONE_STATUSES).nullable(),
      /** Why it couldn't be cloned, in one sentence. */
      clone_detail: z.string().nullable(),
      /** Its public key, for the repository's settings at its provider; null for addresses other than ssh. */
      deploy_key: z.string().nullable(),
      may: z.object({ clone: z.boolean() }),
    }),
  },
);

export const cloneAgain = defineChange(
  '/workspaces/{workspaceID}/clone',
  'Try to clone the repository again, when its key was not let in before',
  {
    scope: 'use',
    onBehalf: 'anyone',
    duringSetup: 4,
    params,
    response: messageSchema,
  },
);
