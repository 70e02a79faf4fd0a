import { z } from 'zod';

/** How a value of a service is asked for (spec/2 §3). */
const PROPERTY_TYPES = ['text', 'number', 'boolean', 'password', 'select'] as const;

/** In the order in which the catalogue shows them (decisions §5). */
export const CATEGORIES = ['Databases', 'Caches and queues', 'Team chat', 'Collaboration', 'Developer tools'] as const;

/** What a text must look like, with the sentence that says so. Values go into URLs and settings of programs. */
export const TEXT_PATTERNS = {
  identifier: {
    regex: /^[A-Za-z][A-Za-z0-9_-]{0,31}$/,
    sentence: 'Use a letter first, then letters, digits, - and _ (at most 32).',
  },
  url: {
    regex: /^https?:\/\/[A-Za-z0-9.:_/-]{1,200}$/,
    sentence: 'Use an address that begins with http:// or https://.',
  },
} as const;

/** A password that a person chose; fit for URLs and settings as it stands. */
export const SERVICE_PASSWORD = {
  regex: /^[A-Za-z0-9._~-]{12,128}$/,
  sentence: 'Use 12 to 128 letters, digits, dots, dashes, underscores and tildes.',
} as const;

/** Services can be reached from a network: their secrets are at least this long (decisions §5). */
export const GENERATED_SECRET_LENGTH = 28;

const scalar = z.union([z.string(), z.number(), z.boolean()]);

/** One value of a service: a field of the form, and a variable of its container. */
export const environmentProperty = z.strictObject({
  key: z.string().regex(/^[A-Z][A-Z0-9_]*$/, 'must be a variable’s name: capitals, digits and _'),
  name: z.string().min(1),
  type: z.enum(PROPERTY_TYPES),
  /** A password without one is generated. */
  default: scalar.optional(),
  required: z.boolean().default(false),
  /** Only of a select. */
  options: z.array(z.strictObject({ value: z.string(), text: z.string() })).optional(),
  /** Heading it stands under in the form. */
  group: z.string().min(1).default('Settings'),
  help: z.string().optional(),
  pattern: z.enum(Object.keys(TEXT_PATTERNS) as ['identifier', 'url']).optional(),
  /** Only of a number. */
  min: z.number().optional(),
  max: z.number().optional(),
});
export type EnvironmentProperty = z.infer<typeof environmentProperty>;

export const SERVICE_READY = 'E07';

/** spec/2 §9: what a service gets unless asked otherwise. */
export const SERVICE_DEFAULTS = { cpuCores: 1, memoryGb: 2, diskGb: 10 } as const;
