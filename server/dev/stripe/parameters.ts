import { z } from 'zod';
import { invalidRequest, missingParameter, type StripeRefusal } from './errors.ts';

/*
 * The vocabulary in which endpoints declare their form parameters. `wire` is Stripe's name for the type; a test
 * compares it with Stripe's own request schema.
 */

/** A string; empty means "unset", which the handler sees as null. */
export const text = z
  .string()
  .max(5000)
  .transform((value) => (value === '' ? null : value))
  .meta({ wire: 'string' });

/** A string that can't be unset: names and ids. */
export const filledText = z.string().min(1).max(5000);

export const integer = z
  .string()
  .regex(/^-?\d{1,15}$/, 'integer')
  .transform(Number)
  .meta({ wire: 'number' });

export const naturalNumber = z
  .string()
  .regex(/^\d{1,15}$/, 'integer')
  .transform(Number)
  .meta({ wire: 'number' });

export const flag = z
  .enum(['true', 'false'])
  .transform((value) => value === 'true')
  .meta({ wire: 'boolean' });

export const currency = z
  .string()
  .toLowerCase()
  .pipe(z.enum(['usd']))
  .meta({ wire: 'string' });

/** Keys up to 40 characters, values up to 500; an empty value removes its key, an empty whole removes all. */
export const metadata = z
  .union([z.literal(''), z.record(z.string().max(40), z.string().max(500))])
  .meta({ wire: 'metadata' });

/** `name[0]=…&name[1]=…` or `name[]=…`. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.preprocess((value) => (isIndexed(value) ? Object.values(value) : value), z.array(item));
}

function isIndexed(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.keys(value).every((key, index) => key === String(index));
}

export const expand = { expand: listOf(filledText).optional() };
export const address = z.union([
  z.literal(''),
  z.strictObject({
    city: text.optional(),
    country: text.optional(),
    line1: text.optional(),
    line2: text.optional(),
    postal_code: text.optional(),
    state: text.optional(),
  }),
]);

const range = z.strictObject({
  gt: integer.optional(),
  gte: integer.optional(),
  lt: integer.optional(),
  lte: integer.optional(),
});
export const created = { created: z.union([integer, range]).optional() };
export type CreatedFilter = z.output<(typeof created)['created']>;

export const pagination = {
  limit: naturalNumber.optional(),
  starting_after: filledText.optional(),
  ending_before: filledText.optional(),
  ...expand,
};

/** @throws StripeRefusal in Stripe's words for the first wrong parameter */
export function parseParameters<T>(schema: z.ZodType<T>, form: unknown): T {
  const result = schema.safeParse(form);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw issue === undefined ? invalidRequest('Invalid request.') : refusalOf(issue, form);
}

function refusalOf(issue: z.core.$ZodIssue, form: unknown): StripeRefusal {
  const param = paramName(issue.path);
  const given = valueAt(form, issue.path);
  if (issue.code === 'unrecognized_keys') {
    const unknown = paramName([...issue.path, issue.keys[0] ?? '']);
    return invalidRequest(`Received unknown parameter: ${unknown}`, 'parameter_unknown', unknown);
  }
  if (given === undefined) return missingParameter(param);
  if (given === '') {
    const why = `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset.`;
    return invalidRequest(why, 'parameter_invalid_empty', param);
  }
  if (issue.code === 'invalid_format')
    return invalidRequest(`Invalid integer: ${given}`, 'parameter_invalid_integer', param);
  if (issue.code === 'invalid_value') {
    const [last] = issue.path.slice(-1);
    return invalidRequest(`Invalid ${String(last)}: must be one of ${issue.values.join(', ')}`, undefined, param);
  }
  if (issue.code === 'invalid_union') {
    const inner = issue.errors.flat().find((each) => each.code === 'unrecognized_keys' || each.path.length > 0);
    if (inner !== undefined) return refusalOf({ ...inner, path: [...issue.path, ...inner.path] }, form);
  }
  if (issue.code === 'too_big')
    return invalidRequest(`Invalid string: ${param} is too long`, 'parameter_invalid_string', param);
  return invalidRequest(
    `Invalid ${issue.code === 'invalid_type' ? issue.expected : 'value'} for ${param}`,
    undefined,
    param,
  );
}

function paramName(path: readonly PropertyKey[]): string {
  const [first = '', ...rest] = path.map(String);
  return first + rest.map((part) => `[${part}]`).join('');
}

function valueAt(form: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    form,
  );
}
