import { ValidationError } from '../platform/errors.ts';

/**
 * Postgres stores neither a NUL nor half a surrogate pair, anywhere in a request.
 * @throws ValidationError that names every field with one
 */
export function refuseBrokenText(input: object): void {
  const fields: Record<string, string> = {};
  for (const part of Object.values(input)) look(part, [], fields);
  if (Object.keys(fields).length > 0) throw new ValidationError(fields);
}

function look(value: unknown, path: string[], fields: Record<string, string>): void {
  if (typeof value === 'string' && isBroken(value)) fields[path.join('.') || 'body'] = 'validation.characters';
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (isBroken(name)) fields[path.join('.') || 'body'] = 'validation.characters';
    else look(inner, [...path, name], fields);
  }
}

function isBroken(text: string): boolean {
  return text.includes('\0') || !text.isWellFormed();
}
