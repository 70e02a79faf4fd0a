/** The part of zod's issues we read. */
export interface Issue {
  code?: string;
  message: string;
  path: readonly PropertyKey[];
}

/** zod's message when a schema has none: English, and for programmers. */
const OWN_WORDS = /^(?:Invalid|Too (?:big|small)|Unrecognized)/;

/** Did the schema give this message? */
export function hasOwnMessage({ message }: Issue): boolean {
  return !OWN_WORDS.test(message);
}

/**
 * What an issue says to a person: its schema's own message, or the catalogue key of an equivalent sentence.
 * @param input what was checked, as it arrived
 */
export function issueMessage(issue: Issue, input: unknown): string {
  if (hasOwnMessage(issue)) return issue.message;
  if (isMissing(issue, input)) return 'validation.required';
  if (issue.code === 'too_big' && !isNumber(issue, input)) return 'validation.long';
  return 'validation.wrong';
}

/** Was nothing entered? Forms send an empty text for that. */
export function isMissing({ path }: Issue, input: unknown): boolean {
  return (valueAt(path, input) ?? '') === '';
}

function isNumber({ path }: Issue, input: unknown): boolean {
  return typeof valueAt(path, input) === 'number';
}

function valueAt(path: readonly PropertyKey[], input: unknown): unknown {
  return path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[name] : undefined,
    input,
  );
}
