import { randomInt } from 'node:crypto';
import {
  type EnvironmentProperty,
  GENERATED_SECRET_LENGTH,
  SERVICE_PASSWORD,
  TEXT_PATTERNS,
} from '#shared/features/services/model.ts';
import { ValidationError } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';

/** Values of a service by key, as its container gets them. */
export type Environment = Record<string, string>;

/**
 * The values a service is launched with: the person's, else the default, and for an empty password a generated one.
 * @throws ValidationError that names every wrong field by its key
 */
export function chooseEnvironment(properties: EnvironmentProperty[], given: Record<string, unknown>): Environment {
  const fields: Record<string, string> = {};
  const values: Environment = {};
  const known = new Set(properties.map(({ key }) => key));
  for (const key of Object.keys(given)) if (!known.has(key)) fields[key] = say('services.noSuchSetting');
  for (const property of properties) {
    const value = given[property.key];
    const text = value === undefined || value === null || value === '' ? usual(property) : String(value).trim();
    const problem = text === '' ? (property.required ? say('services.required') : null) : wrong(property, text);
    if (problem) fields[property.key] = problem;
    else values[property.key] = text;
  }
  if (Object.keys(fields).length > 0) throw new ValidationError(fields);
  return values;
}

/** The same values with new secrets, for a launch from a snapshot. */
export function renewSecrets(properties: EnvironmentProperty[], values: Environment): Environment {
  const secrets = properties.filter(({ type }) => type === 'password').map(({ key }) => [key, newSecret()] as const);
  return { ...values, ...Object.fromEntries(secrets) };
}

function usual(property: EnvironmentProperty): string {
  if (property.type === 'password') return newSecret();
  return property.default === undefined ? '' : String(property.default);
}

function wrong({ type, options, pattern, min, max }: EnvironmentProperty, text: string): string | null {
  switch (type) {
    case 'number': {
      const value = Number(text);
      if (!Number.isFinite(value)) return say('services.enterNumber');
      if (min !== undefined && value < min) return say('services.atLeast', { minimum: min });
      return max !== undefined && value > max ? say('services.atMost', { maximum: max }) : null;
    }
    case 'boolean':
      return text === 'true' || text === 'false' ? null : say('services.chooseYesOrNo');
    case 'select':
      return options?.some(({ value }) => value === text) ? null : say('services.chooseOption');
    case 'password':
      return SERVICE_PASSWORD.regex.test(text) ? null : SERVICE_PASSWORD.sentence;
    case 'text':
      if (pattern) return TEXT_PATTERNS[pattern].regex.test(text) ? null : TEXT_PATTERNS[pattern].sentence;
      return text.length <= 200 && !/\p{Cc}/u.test(text) ? null : say('services.oneLine');
    default:
      return type satisfies never;
  }
}

/** Letters and digits only, because it goes into URLs and settings; 28 of them are 166 bits. */
function newSecret(): string {
  const characters = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  return Array.from({ length: GENERATED_SECRET_LENGTH }, () => characters.charAt(randomInt(characters.length))).join(
    '',
  );
}
