import { z } from 'zod';

/** The type of a service's value in the form. */
const PROPERTY_TYPES = ['text', 'number', 'boolean', 'password', 'select'] as const;

/** In the order in which the catalogue shows them. */
export const CATEGORIES = ['Databases', 'Caches and queues', 'Team chat', 'Collaboration', 'Developer tools'] as const;

/** What a text must look like, with the message that says so. Values go into URLs and settings of programs. */
export const TEXT_PATTERNS = {
  identifier: {
    regex: /^[A-Za-z][A-Za-z0-9_-]{0,31}$/,
    sentence: 'Start with a letter, then use letters, digits, - and _ (at most 32).',
  },
  url: {
    regex: /^https?:\/\/[A-Za-z0-9.:_/-]{1,200}$/,
    sentence: 'Use a URL that starts with http:// or https://.',
  },
} as const;

/** A password that a person chose; safe in URLs and settings as it is. */
export const SERVICE_PASSWORD = {
  regex: /^[A-Za-z0-9._~-]{12,128}$/,
  sentence: 'Use 12 to 128 letters, digits, dots, dashes, underscores and tildes.',
} as const;

/** Services can be reached from a network, so their secrets are at least this long. */
export const GENERATED_SECRET_LENGTH = 28;

const scalar = z.union([z.string(), z.number(), z.boolean()]);

/** One value of a service: a form field, and a variable of its container. */
export const environmentProperty = z.strictObject({
  key: z.string().regex(/^[A-Z][A-Z0-9_]*$/, 'must be a variable’s name: capitals, digits and _'),
  name: z.string().min(1),
  type: z.enum(PROPERTY_TYPES),
  /** If left out, a password is generated. */
  default: scalar.optional(),
  required: z.boolean().default(false),
  /** For a select only. */
  options: z.array(z.strictObject({ value: z.string(), text: z.string() })).optional(),
  /** Its heading in the form. */
  group: z.string().min(1).default('Settings'),
  help: z.string().optional(),
  pattern: z.enum(Object.keys(TEXT_PATTERNS) as ['identifier', 'url']).optional(),
  /** For a number only. */
  min: z.number().optional(),
  max: z.number().optional(),
});
export type EnvironmentProperty = z.infer<typeof environmentProperty>;

export const SERVICE_READY = 'E07';

/** What a service gets by default. */
export const SERVICE_DEFAULTS = { cpuCores: 1, memoryGb: 2, diskGb: 10 } as const;
