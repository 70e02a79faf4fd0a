import { z } from 'zod';
import { idParam, messageSchema } from '../../api/envelope.ts';
import { option } from '../../api/options.ts';
import { defineChange, defineRead } from '../../api/route.ts';
import { LEAD_ROLES } from '../auth/model.ts';
import { isRefName } from './repository-address.ts';

/** `refused`: the provider didn't accept the key; the workspace runs without the repository until a retry. */
export const CLONE_STATUSES = ['pending', 'cloned', 'refused'] as const;

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

/** A branch, tag or commit, or a full name such as `refs/pull/12/head`. */
export const gitRef = z.string().trim().max(250).refine(isRefName, 'validation.gitRef');

export const REF_KINDS = ['branch', 'tag', 'commit', 'pull'] as const;

export const lookAtRepository = defineChange(
  '/workspaces/look-at-repository',
  'Look into a repository before a workspace is added, and propose what the workspace needs for it',
  {
    scope: 'manage',
    reach: 'none',
    roles: LEAD_ROLES,
    onBehalf: 'token',
    duringSetup: 4,
    body: z.strictObject({
      git_url: z.string('validation.required').trim().min(1, 'validation.required').max(2000),
      /** Instead of the default branch, if the address names nothing. */
      git_ref: gitRef.optional(),
      /** From /workspaces/deploy-key, for an ssh address. */
      deploy_key_id: idParam.optional(),
    }),
    response: z.object({
      /** A name for the workspace. */
      name: z.string(),
      /** What will be checked out. */
      ref: z.object({ kind: z.enum(REF_KINDS), name: z.string(), commit: z.string() }),
      default_branch: z.string().nullable(),
      /** From /workspaces/language-options, the main one first; they can be installed together. */
      languages: z.array(option),
      /** From /workspaces/database-options; null if nothing speaks for one. */
      database: option.nullable(),
      /** What its devcontainer.json asks for, within what a workspace can have; null if it asks for nothing. */
      cpu_cores: z.number().nullable(),
      memory_gb: z.number().nullable(),
      disk_gb: z.number().nullable(),
      /** Those of the secrets its devcontainer.json names that the person's workspaces wouldn't get. */
      missing_secrets: z.array(z.string()),
      devcontainer: z
        .object({
          /** Its path; null if there are several and none counts. */
          file: z.string().nullable(),
          /** Its properties that a workspace follows. */
          followed: z.array(z.string()),
          /** What isn't followed and why, and what is wrong, in sentences. */
          notes: z.array(z.string()),
        })
        .nullable(),
    }),
  },
);
export type RepositoryLook = z.infer<typeof lookAtRepository.response>;

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
