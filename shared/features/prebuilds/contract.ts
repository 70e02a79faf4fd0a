import { z } from 'zod';
import { idParam, instant, successSchema } from '../../api/envelope.ts';
import { defineChange, defineRead } from '../../api/route.ts';
import { isTimeZone } from '../activity/model.ts';
import { MANAGER_ROLES } from '../auth/model.ts';
import { PREBUILD_SCHEDULES, PREBUILD_STATES, PREBUILD_TRIGGERS } from './model.ts';

const params = z.object({ templateID: idParam });
const managing = { scope: 'everything', roles: MANAGER_ROLES, params } as const;

export const prebuildBody = z.strictObject({
  schedule: z.enum(PREBUILD_SCHEDULES),
  /** 0 to 23, in the time zone; counts for `daily` and `weekly`. */
  hour: z.int().min(0).max(23),
  /** 0 is Sunday; counts for `weekly`. */
  weekday: z.int().min(0).max(6),
  time_zone: z.string().max(64).refine(isTimeZone, 'validation.timeZone'),
});
export type PrebuildInput = z.output<typeof prebuildBody>;

export const prebuildSchema = z.object({
  on: z.boolean(),
  /** Why the template can't be prepared, in a sentence; null if it can. */
  unsuitable: z.string().nullable(),
  ...prebuildBody.shape,
  /** When the next one is due; null without a schedule. */
  next_date: instant.nullable(),
  /** One was asked for and hasn't begun. */
  waiting: z.boolean(),
  /** Why it hasn't begun, in a sentence. */
  waiting_reason: z.string().nullable(),
  /** Where the repository's provider sends its pushes. */
  webhook_url: z.string().nullable(),
  /** A secret was made for it. */
  has_secret: z.boolean(),
  /** For a repository with an ssh address: give it read access there. */
  deploy_key: z.string().nullable(),
  /** The copy that the next workspace is launched from. */
  copy: z.object({ commit: z.string(), date: instant }).nullable(),
  last_run: z
    .object({
      state: z.enum(PREBUILD_STATES),
      trigger: z.enum(PREBUILD_TRIGGERS),
      /** Why it failed, in sentences. */
      detail: z.string().nullable(),
      commit: z.string().nullable(),
      start_date: instant,
      end_date: instant.nullable(),
    })
    .nullable(),
});
export type Prebuild = z.infer<typeof prebuildSchema>;

export const getPrebuild = defineRead('/templates/{templateID}/prebuild', 'How copies of a template are prepared', {
  scope: 'read',
  reach: 'none',
  roles: MANAGER_ROLES,
  params,
  response: prebuildSchema,
});

export const prebuildLog = defineRead(
  '/templates/{templateID}/prebuild/log',
  'The end of what the last preparation of a template wrote',
  { scope: 'read', reach: 'none', roles: MANAGER_ROLES, params, response: z.object({ log: z.string() }) },
);

export const savePrebuild = defineChange(
  '/templates/{templateID}/prebuild',
  'Prepare copies of a template that has a repository, or change when; the first one is prepared at once',
  { ...managing, onBehalf: 'token', body: prebuildBody, response: successSchema },
);

export const endPrebuild = defineChange(
  '/templates/{templateID}/prebuild/off',
  'Prepare no more copies of a template; within 24 hours, turning it on has its copies back',
  { ...managing, onBehalf: 'anyone', response: successSchema },
);

export const preparePrebuild = defineChange('/templates/{templateID}/prebuild/prepare', 'Prepare a copy now', {
  ...managing,
  onBehalf: 'token',
  response: successSchema,
});

export const renewPrebuildSecret = defineChange(
  '/templates/{templateID}/prebuild/secret',
  'Make a new secret for the webhook of a template; the one before is no longer accepted',
  {
    ...managing,
    onBehalf: 'token',
    response: successSchema.extend({
      webhook_url: z.string(),
      /** Shown this once. */
      secret: z.string(),
    }),
  },
);
