import { z } from 'zod';
import { CATEGORIES, environmentProperty, SERVICE_PASSWORD, TEXT_PATTERNS } from '#shared/features/services/model.ts';

const port = z.int().min(1).max(65_535);

/** Decides when a service is ready (`E07`); repeated inside its container from then on. */
const health = z.union(
  [
    z.strictObject({ tcp: port }),
    z.strictObject({ http: z.strictObject({ port, path: z.string().startsWith('/') }) }),
    z.strictObject({ command: z.array(z.string()).min(1) }),
  ],
  'must be one of `tcp: port`, `http: { port, path }` and `command: […]`',
);

/** One file of resources/catalogue; its README.md explains each line. */
export const catalogueFile = z
  .strictObject({
    name: z.string().min(1).max(40),
    category: z.enum(CATEGORIES),
    description: z.string().min(1).max(200),
    /** File in `icons/`, without extension; default the item's id. */
    icon: z.string().optional(),
    accent_color: z.string().regex(/^#[0-9a-f]{6}$/, 'must be a colour like #336791'),
    image: z
      .strictObject({
        reference: z.string().regex(/^[a-z0-9][a-z0-9./_-]*:[A-Za-z0-9._-]+$/, 'must be an image with its tag'),
        command: z.array(z.string()).min(1).optional(),
        environment: z.record(z.string(), z.string()).optional(),
      })
      .nullable(),
    /** A script with the same name builds it from packages. */
    build: z.boolean(),
    ports: z.array(z.strictObject({ name: z.string().min(1), port, protocol: z.enum(['http', 'tcp']) })).min(1),
    minimum_memory_mb: z.int().min(64),
    snapshot_flag: z.boolean().default(false),
    individual_flag: z.boolean().default(false),
    docker_privilege_option: z.boolean().default(false),
    health,
    /** Script that gives a snapshot's data its new secrets; the old ones are `PREVIOUS_<key>`. */
    renew: z.string().optional(),
    environment: z.array(environmentProperty),
    instructions: z.string().min(1),
  })
  .superRefine((item, context) => {
    const problem = (path: PropertyKey[], message: string) => context.addIssue({ code: 'custom', path, message });
    if (!item.image && !item.build) problem(['image'], 'there must be an image, a build, or both');
    const keys = new Set<string>();
    for (const [index, property] of item.environment.entries()) {
      const at = ['environment', index];
      if (keys.has(property.key)) problem([...at, 'key'], `${property.key} is there twice`);
      keys.add(property.key);
      if ((property.type === 'select') !== (property.options !== undefined)) {
        problem([...at, 'type'], 'options belong to a select, and a select has options');
      }
      const { type, min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = property;
      if (type !== 'number' && (property.min !== undefined || property.max !== undefined)) {
        problem(
          [...at, property.min === undefined ? 'max' : 'min'],
          'only a number has a smallest and a largest value',
        );
      }
      if (min > max) problem([...at, 'min'], 'is more than max');
      const reason = wrongDefault(property);
      if (reason) problem([...at, 'default'], reason);
    }
    const known = new Set([...keys, 'HOST', 'URL']);
    for (const [, name = ''] of item.instructions.matchAll(/\{\{(.*?)\}\}/g)) {
      if (!known.has(name)) problem(['instructions'], `{{${name}}} is no value of this service`);
    }
    if (item.instructions.includes('{{URL}}') && !item.ports.some(({ protocol }) => protocol === 'http')) {
      problem(['instructions'], '{{URL}} needs a port that speaks http');
    }
  });

export type CatalogueFile = z.infer<typeof catalogueFile>;

function wrongDefault(property: CatalogueFile['environment'][number]): string | null {
  const { type, default: value, options, pattern, min, max } = property;
  if (value === undefined) return null;
  switch (type) {
    case 'number':
      if (typeof value !== 'number') return 'must be a number';
      if (min !== undefined && value < min) return `must be at least ${min}`;
      return max !== undefined && value > max ? `must be at most ${max}` : null;
    case 'boolean':
      return typeof value === 'boolean' ? null : 'must be true or false';
    case 'select':
      return options?.some((option) => option.value === value) ? null : 'must be one of the options';
    case 'password':
      return SERVICE_PASSWORD.regex.test(String(value))
        ? 'must be left out: passwords are generated'
        : 'must be left out';
    case 'text':
      if (typeof value !== 'string') return 'must be a text';
      return !pattern || TEXT_PATTERNS[pattern].regex.test(value) ? null : TEXT_PATTERNS[pattern].sentence;
    default:
      return type satisfies never;
  }
}
