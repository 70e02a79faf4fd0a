import { wordsOf } from './match.ts';

/**
 * What a typed command is about: "stop arm" is about "arm". Text that says nothing else than verbs is about itself.
 * @param verbs words of the commands, in the person's language
 */
export function subjectOf(typed: string, verbs: string): string {
  const known = new Set(wordsOf(verbs));
  const rest = typed.split(/\s+/).filter((word) => !known.has(wordsOf(word).join(' ')));
  return rest.join(' ').trim() || typed.trim();
}
