import { z } from 'zod';
import { idParam, instant, successSchema } from '../../api/envelope.ts';
import { optionList } from '../../api/options.ts';
import { defineChange, defineRead, defineRoute } from '../../api/route.ts';
import { lineText, longText, nameText } from '../../api/text.ts';
import { emailSchema, MANAGER_ROLES, passwordSchema, usernameSchema } from '../auth/model.ts';

/** Steps 1 to 4 of the wizard; 5 means complete. */
export const SETUP_COMPLETE = 5;
export const setupStep = z.number().int().min(1).max(SETUP_COMPLETE);

export const organizationSchema = z.object({
  id: z.string(),
  name: z.string(),
  setup_step: setupStep,
  industry: z.string().nullable(),
  industry_name: z.string().nullable(),
  website_url: z.string().nullable(),
  /** ISO 3166-1 alpha-2. */
  country: z.string().nullable(),
  /** The country's name. */
  nicename: z.string().nullable(),
  street_address: z.string().nullable(),
  street_address_cont: z.string().nullable(),
  city: z.string().nullable(),
  state_prov: z.string().nullable(),
  state_name: z.string().nullable(),
  postal_code: z.string().nullable(),
  /** The whole address on one line. */
  address: z.string(),
  /** Client secret of a new SetupIntent, for the owner and admins only. */
  stripe_client_secret: z.string().nullable(),
  /** Publishable key for Stripe Elements; null in test mode, which shows the built-in card form. */
  stripe_publishable_key: z.string().nullable(),
  card: z
    .object({ brand: z.string(), last4: z.string(), exp_month: z.number().int(), exp_year: z.number().int() })
    .nullable(),
  /** May ports of its workspaces have public links? */
  public_links: z.boolean(),
  delete_date: instant.nullable(),
  /** Credit in cents that was promised and comes with the first card; with `payment` only. */
  promised_credit: z.number().int().nullable(),
  /** The owner was invited to the beta programme; with `payment` only. */
  beta_flag: z.boolean().nullable(),
  /** Licences paid for and members who hold one, for the owner and admins only: free seats are the difference. */
  user_licenses: z.number().int().nullable(),
  users: z.number().int().nullable(),
  /**
   * In cents: the next monthly invoice, and credit before and after it; for the owner and admins of a billed
   * organization.
   */
  upcoming_total: z.number().int().nullable(),
  upcoming_amount_due: z.number().int().nullable(),
  current_balance: z.number().int().nullable(),
  upcoming_ending_balance: z.number().int().nullable(),
});
export type Organization = z.infer<typeof organizationSchema>;

export const getOrganization = defineRead('/organization', 'The active organization', {
  scope: 'money',
  reach: 'none',
  query: z.strictObject({
    organizationID: idParam.optional(),
    /** Ask for a SetupIntent's client secret as well. */
    payment: z.enum(['true', 'false']).optional(),
  }),
  response: organizationSchema,
});

const line = lineText(200);
const required = nameText(200);

export const updateOrganizationBody = z
  .strictObject({
    name: required,
    industry: required,
    website_url: z
      .union([z.literal(''), z.url({ protocol: /^https?$/, error: 'validation.url' }).max(2000)])
      .optional(),
    country: z.string().regex(/^[A-Z]{2}$/, 'validation.required'),
    street_address: required,
    street_address_cont: line.optional(),
    city: required,
    state_prov: line.optional(),
    postal_code: required.max(20),
  })
  .refine((body) => body.country !== 'US' || Boolean(body.state_prov), {
    path: ['state_prov'],
    message: 'validation.required',
  });

export const updateOrganization = defineChange(
  '/organization/update',
  'Change the active organization’s name and address',
  {
    scope: 'everything',
    reach: 'none',
    roles: MANAGER_ROLES,
    onBehalf: 'anyone',
    duringSetup: 1,
    body: updateOrganizationBody,
    response: successSchema,
  },
);

export const updateSetupStep = defineChange(
  '/organization/updateSetupStep',
  'Finish a step of the setup wizard; a step can’t be skipped or undone',
  {
    scope: 'everything',
    reach: 'none',
    roles: ['owner'],
    onBehalf: 'anyone',
    duringSetup: 1,
    /** The next step: the current one plus one. */
    body: z.strictObject({ setup_step: setupStep }),
    response: successSchema.extend({ setup_step: setupStep }),
  },
);

export const industries = defineRead('/organization/industries', 'Industries to choose from', {
  scope: 'any',
  reach: 'none',
  response: optionList,
});

export const countries = defineRead('/organization/countries', 'Countries by ISO code', {
  scope: 'any',
  reach: 'none',
  response: optionList,
});

export const states = defineRead('/organization/states', 'States and territories of the US', {
  scope: 'any',
  reach: 'none',
  response: optionList,
});

export const organizationList = defineRead('/organization/list', 'The organizations the user belongs to', {
  scope: 'any',
  reach: 'none',
  response: z.object({ potentialOrgs: z.array(z.object({ id: z.string(), name: z.string(), role: z.string() })) }),
});

export const switchOrganization = defineChange(
  '/organization/switch',
  'Make another of the user’s organizations the active one',
  {
    scope: 'nobody',
    onBehalf: 'nobody',
    duringSetup: 1,
    whileReadOnly: true,
    body: z.strictObject({ id: idParam }),
    response: successSchema,
  },
);

const filled = nameText(120);

/** With `new_user_flag` a new user becomes its owner, otherwise the signed-in user. */
export const newOrganizationBody = z.discriminatedUnion('new_user_flag', [
  z.strictObject({ new_user_flag: z.literal(false), organization_name: filled }),
  z.strictObject({
    new_user_flag: z.literal(true),
    organization_name: filled,
    username: usernameSchema,
    email: emailSchema,
    password: passwordSchema,
    first_name: filled,
    last_name: filled,
  }),
]);

export const newOrganizationSignup = defineRoute({
  method: 'post',
  path: '/organization/new-organization-signup',
  summary: 'Create another organization, owned by the signed-in user or by a new one',
  access: 'public',
  onBehalf: 'nobody',
  whileReadOnly: true,
  body: newOrganizationBody,
  response: successSchema.extend({ organizationID: z.string() }),
});

export const shareSchema = z.object({
  id: z.string(),
  invite_name: z.string(),
  invite_email: z.string(),
  custom_message: z.string().nullable(),
  /** The person who invited. */
  user_name: z.string(),
  create_date: instant,
  /** Somebody signed up with it. */
  signed_up: z.boolean(),
  /** The inviter was credited: that happens with the new organization's first paid invoice. */
  redeemed: z.boolean(),
  may_resend: z.boolean(),
});
export type Share = z.infer<typeof shareSchema>;

export const listShares = defineRead(
  '/organization/shares',
  'Invitations to the product: owner and admins see all of the organization, others their own',
  {
    scope: 'people',
    reach: 'none',
    response: z.object({ records: z.number().int(), rows: z.array(shareSchema) }),
  },
);

export const addShareBody = z.strictObject({
  invite_name: nameText(120),
  invite_email: emailSchema,
  custom_message: longText(1000).optional(),
});

export const addShare = defineChange('/organization/add-share', 'Invite somebody to the product by mail', {
  scope: 'people',
  reach: 'none',
  onBehalf: 'token',
  confirmedOnly: true,
  body: addShareBody,
  response: successSchema.extend({ id: z.string() }),
});

export const resendShare = defineChange('/organization/resend-share', 'Mail an invitation again', {
  scope: 'people',
  reach: 'none',
  onBehalf: 'token',
  confirmedOnly: true,
  body: z.strictObject({ id: idParam }),
  response: successSchema,
});
