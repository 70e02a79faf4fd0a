import { z } from 'zod';
import { deletedThing, idParam, instant, successSchema } from '../../api/envelope.ts';
import { defineChange, defineRead } from '../../api/route.ts';
import { lineText } from '../../api/text.ts';
import {
  isFreeName,
  isVariableName,
  REPOSITORIES_MAX,
  repositoryName,
  SECRET_KINDS,
  SECRET_MAX_BYTES,
  SECRET_OWNERS,
} from './model.ts';

/** Everything about a secret but its value, which no call answers with. */
export const secretSchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(SECRET_KINDS),
  size_bytes: z.number().int(),
  /** Patterns of addresses; null: workspaces of all repositories, and those without one. */
  repositories: z.array(z.string()).nullable(),
  create_date: instant,
  created_by: z.string().nullable(),
  change_date: instant,
  changed_by: z.string().nullable(),
  /** When it was last handed to a workspace. */
  last_used: instant.nullable(),
});
export type Secret = z.infer<typeof secretSchema>;

/** Whose: `group_id` goes with `group` alone. */
const whose = { owner: z.enum(SECRET_OWNERS), group_id: idParam.optional() };
const params = z.object({ secretID: idParam });

export const listSecrets = defineRead(
  '/secrets',
  'Secrets of the person, a group or the organization, without values',
  {
    scope: 'everything',
    query: z.strictObject(whose),
    response: z.object({
      secrets: z.array(secretSchema),
      /** Deleted ones that can still be had back, newest first. */
      deleted: z.array(deletedThing),
    }),
  },
);

export const listSecretPlaces = defineRead('/secrets/places', 'Whose secrets the signed-in person manages', {
  scope: 'everything',
  response: z.object({
    organization: z.boolean(),
    groups: z.array(z.object({ id: z.string(), group_name: z.string() })),
  }),
});

export const listSecretWorkspaces = defineRead('/secrets/{secretID}/workspaces', 'Which workspaces get a secret', {
  scope: 'everything',
  params,
  response: z.object({ workspaces: z.array(z.object({ id: z.string(), name: z.string(), user_name: z.string() })) }),
});

/** Base64 takes four characters for three bytes. */
const VALUE_MAX = Math.ceil(SECRET_MAX_BYTES / 3) * 4;
const value = z.string().min(1, 'validation.required').max(VALUE_MAX, 'validation.secretLong');
const pattern = lineText(200).refine((text) => repositoryName(text) !== null, 'validation.repository');
const repositories = z.array(pattern).min(1, 'validation.required').max(REPOSITORIES_MAX).nullable();

export const addSecretBody = z.strictObject({
  ...whose,
  name: z
    .string()
    .trim()
    .min(1, 'validation.required')
    .max(100, 'validation.long')
    .refine(isVariableName, 'validation.variableName')
    .refine(isFreeName, 'validation.variableTaken'),
  kind: z.enum(SECRET_KINDS),
  /** A text as it is, a file's bytes as Base64. */
  value,
  repositories,
});

export const addSecret = defineChange('/secrets/add', 'Add a secret', {
  scope: 'everything',
  onBehalf: 'token',
  body: addSecretBody,
  response: successSchema.extend({ secretID: z.string() }),
});

export const updateSecretBody = z.strictObject({ value: value.optional(), repositories: repositories.optional() });

export const updateSecret = defineChange('/secrets/{secretID}/update', 'Replace a secret’s value or its repositories', {
  scope: 'everything',
  onBehalf: 'token',
  params,
  body: updateSecretBody,
  response: successSchema,
});

export const deleteSecret = defineChange('/secrets/{secretID}/delete', 'Delete a secret; running workspaces lose it', {
  scope: 'everything',
  onBehalf: 'anyone',
  whileReadOnly: true,
  params,
  response: successSchema,
});

export const restoreSecret = defineChange(
  '/secrets/{secretID}/restore',
  'Have a secret back within 24 hours of its deletion; workspaces get it again',
  {
    scope: 'everything',
    onBehalf: 'token',
    whileReadOnly: true,
    params,
    response: successSchema,
  },
);
