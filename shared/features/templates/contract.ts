import { z } from 'zod';
import { deletedThing, idParam, instant, successSchema } from '../../api/envelope.ts';
import { listQuery, listResponse } from '../../api/pagination.ts';
import { defineChange, defineRead } from '../../api/route.ts';
import { lineText, nameText } from '../../api/text.ts';
import { LEAD_ROLES, MANAGER_ROLES } from '../auth/model.ts';
import { isVariableName } from '../secrets/model.ts';
import { CPU, DISK_GB, IDE_IMAGES, MEMORY_GB, moreLanguages, PORT_MODES } from '../workspaces/model.ts';
import { BOUND_ROLES, TEMPLATE_PROBLEMS, TEMPLATE_SECRETS_MAX } from './model.ts';

const params = z.object({ templateID: idParam });

const amount = ({ min, max, step }: { min: number; max: number; step: number }, message: string) =>
  z.number(message).min(min, message).max(max, message).multipleOf(step, message).nullable();
const software = z.string('validation.required').min(1, 'validation.required').max(40);
const portMode = z.enum(PORT_MODES, 'validation.port').nullable();

/** What a template says of a workspace. Null leaves it to whoever adds one. */
export const templateContent = z.strictObject({
  language: software,
  /** Left out: none beside it. */
  more_languages: moreLanguages.optional(),
  database: software,
  /** Without user name and password. */
  git_url: lineText(2000).min(1, 'validation.required').nullable(),
  ide_image_id: z.enum(IDE_IMAGES).nullable(),
  /** `shared`, or the id of a host. */
  server_id: z.string().min(1, 'validation.required').max(64).nullable(),
  /** cpu, memory and disk count on hosts only; shared workspaces are all the same. */
  cpu_cores: amount(CPU, 'validation.cpu'),
  memory_gb: amount(MEMORY_GB, 'validation.memory'),
  /** 0 is unmetered. */
  disk_gb: z.literal(DISK_GB, 'validation.disk').nullable(),
  port_3000: portMode,
  port_3030: portMode,
  use_ssl: z.boolean().nullable(),
  /** Names of secrets that its projects need. Whoever lacks one is told. */
  secrets: z
    .array(z.string().trim().max(100, 'validation.long').refine(isVariableName, 'validation.variableName'))
    .max(TEMPLATE_SECRETS_MAX),
});
export type TemplateContent = z.output<typeof templateContent>;

const summary = {
  id: z.string(),
  templateID: z.string(),
  name: z.string(),
  /** 1, 2, 3 …; what it says at each of them stays. */
  version: z.number().int(),
  /** Who may use it. */
  roles: z.array(z.enum(LEAD_ROLES)),
  /** What it asks for that isn't there anymore. */
  problems: z.array(z.enum(TEMPLATE_PROBLEMS)),
  change_date: instant,
};

export const templateRow = z.object({
  ...summary,
  language_name: z.string(),
  database_name: z.string(),
  git_url: z.string().nullable(),
});
export type TemplateRow = z.infer<typeof templateRow>;

export const templateSchema = z.object({
  ...summary,
  content: templateContent,
  /** Those of its secrets that the person's workspaces wouldn't get. */
  missing_secrets: z.array(z.string()),
});
export type Template = z.infer<typeof templateSchema>;

export const listTemplates = defineRead('/templates', 'Templates of the organization', {
  scope: 'read',
  reach: 'none',
  roles: MANAGER_ROLES,
  query: listQuery,
  response: listResponse(templateRow).extend({
    /** Roles that can add workspaces only from templates. */
    bound_roles: z.array(z.enum(BOUND_ROLES)),
    /** Deleted ones that can still be had back, newest first. */
    deleted: z.array(deletedThing),
  }),
});

export const templateOptions = defineRead('/templates/options', 'Templates that the person may use, by name', {
  scope: 'read',
  reach: 'none',
  response: z.object({
    /** The person can add workspaces only from one of them. */
    required: z.boolean(),
    items: z.array(
      z.object({ value: z.string(), text: z.string(), version: z.number().int(), content: templateContent }),
    ),
  }),
});
export type TemplateOption = z.infer<typeof templateOptions.response>['items'][number];

export const getTemplate = defineRead('/templates/{templateID}', 'One template as it is now', {
  scope: 'read',
  reach: 'none',
  roles: LEAD_ROLES,
  params,
  response: templateSchema,
});

export const templateBody = z.strictObject({
  name: nameText(60),
  roles: z.array(z.enum(LEAD_ROLES)).min(1, 'validation.required').max(LEAD_ROLES.length),
  content: templateContent,
});
export type TemplateInput = z.output<typeof templateBody>;

const managing = { scope: 'everything', roles: MANAGER_ROLES } as const;

export const addTemplate = defineChange('/templates/add', 'Save a form for workspaces as a template', {
  ...managing,
  onBehalf: 'token',
  body: templateBody,
  response: successSchema.extend({ templateID: z.string() }),
});

export const updateTemplateBody = templateBody.extend({
  /** What was changed; refused if there is a newer one, or another name or other roles. */
  version: z.int().min(1).max(1_000_000),
  change_date: instant.max(40),
});

export const updateTemplate = defineChange(
  '/templates/{templateID}/update',
  'Change a template; other content makes a new version, and workspaces stay as they are',
  { ...managing, onBehalf: 'token', params, body: updateTemplateBody, response: successSchema },
);

export const deleteTemplate = defineChange(
  '/templates/{templateID}/delete',
  'Delete a template; workspaces made from it stay',
  { ...managing, onBehalf: 'anyone', params, response: successSchema },
);

export const restoreTemplate = defineChange(
  '/templates/{templateID}/restore',
  'Have a template back within 24 hours of its deletion, with its versions',
  { ...managing, onBehalf: 'anyone', params, response: successSchema },
);

export const bindRoles = defineChange('/templates/bound-roles', 'Choose which roles must use a template', {
  ...managing,
  onBehalf: 'token',
  body: z.strictObject({ roles: z.array(z.enum(BOUND_ROLES)).max(BOUND_ROLES.length) }),
  response: successSchema,
});
