import { z } from 'zod';
import { idParam, instant, successSchema } from '../../api/envelope.ts';
import { listResponse, pageParam } from '../../api/pagination.ts';
import { defineChange, defineRead, defineRoute } from '../../api/route.ts';
import { longText, nameText } from '../../api/text.ts';
import { emailSchema } from '../auth/model.ts';

export const HEARD_ABOUT_FROM = [
  'advertisement',
  'blog',
  'friend',
  'company',
  'news',
  'social_media',
  'video',
  'other',
] as const;
export const USAGE_CHOICES = ['personal', 'professional', 'team'] as const;
export const ORGANIZATION_SIZES = ['1', '2-5', '6-20', '21-100', '101+'] as const;

export const surveySchema = z.object({
  heard_about_from: z.enum(HEARD_ABOUT_FROM).nullable(),
  heard_about_link: z.string().nullable(),
  most_important_qualities: z.string().nullable(),
  usage_choice: z.enum(USAGE_CHOICES).nullable(),
  organization_size: z.enum(ORGANIZATION_SIZES).nullable(),
  languages: z.array(z.string()),
});
export type Survey = z.infer<typeof surveySchema>;

const text = longText(2000);

/** The beta questionnaire; the wizard asks for more (`wizardSurveyBody`). */
export const saveSurveyBody = z.strictObject({
  heard_about_from: z.enum(HEARD_ABOUT_FROM).optional(),
  heard_about_link: text.optional(),
  most_important_qualities: text.optional(),
  usage_choice: z.enum(USAGE_CHOICES).optional(),
  organization_size: z.enum(ORGANIZATION_SIZES).optional(),
  languages: z.array(nameText(40)).max(50).optional(),
  industry: z.string().max(64).optional(),
  website_url: text.optional(),
  beta_user_id: idParam.optional(),
});

/** Wizard step 1 requires these two as well. */
export const wizardSurveyBody = saveSurveyBody.extend({
  heard_about_link: text.min(1, 'validation.required'),
  most_important_qualities: text.min(1, 'validation.required'),
});

export const surveyLanguages = defineRoute({
  method: 'get',
  path: '/users/survey-languages',
  summary: 'Programming languages to choose from in a survey',
  access: 'public',
  response: z.object({ languages: z.array(z.string()) }),
});

export const getSurvey = defineRead('/users/get-survey', 'The signed-in user’s survey answers', {
  scope: 'everything',
  reach: 'none',
  response: surveySchema,
});

export const saveSurvey = defineRoute({
  method: 'post',
  path: '/users/save-survey',
  summary: 'Keep survey answers, of the signed-in user or of a beta user',
  access: 'public',
  onBehalf: 'anyone',
  body: saveSurveyBody,
  response: successSchema,
});

/** Possible coupons of an invitation to the beta, in cents. */
export const BETA_CREDIT = { usual: 2500, max: 50_000 } as const;

export const betaUserSchema = z.object({
  id: z.string(),
  email_address: z.string().nullable(),
  coupon_code: z.string().nullable(),
  /** The coupon's value, in cents. */
  credit: z.number().int().nullable(),
  /** Of the last mail. */
  invite_date: instant.nullable(),
  /** The user they became by signing up. */
  user_name: z.string().nullable(),
  /** Null until the questionnaire is answered. */
  survey: surveySchema.extend({ industry: z.string().nullable(), website_url: z.string().nullable() }).nullable(),
});
export type BetaUser = z.infer<typeof betaUserSchema>;

export const listBetaUsers = defineRead(
  '/users/beta-users',
  'Invitations to the beta programme with the answers to its questionnaire; for administrators of the product',
  {
    scope: 'nobody',
    operator: true,
    query: z.strictObject({ page: pageParam }),
    response: listResponse(betaUserSchema),
  },
);

export const addBetaUserBody = z.strictObject({
  email_address: emailSchema,
  /** In cents; 0 for no coupon. */
  credit: z.number().int().min(0).max(BETA_CREDIT.max),
});

export const addBetaUser = defineChange(
  '/users/add-beta-user',
  'Invite somebody to the beta programme, with a coupon; for administrators of the product',
  {
    scope: 'nobody',
    operator: true,
    onBehalf: 'nobody',
    duringSetup: 1,
    body: addBetaUserBody,
    response: successSchema.extend({ id: z.string() }),
  },
);

export const resendBetaInvite = defineChange(
  '/users/resend-beta-invite',
  'Mail an invitation to the beta programme again; for administrators of the product',
  {
    scope: 'nobody',
    operator: true,
    onBehalf: 'nobody',
    duringSetup: 1,
    body: z.strictObject({ id: idParam }),
    response: successSchema,
  },
);
