import type { Command } from './command.ts';

const ACCENTS = /[\u0300-\u036f]/g;
/** Between the words of a label. Scripts without spaces have one long word, and are found by any part of it. */
const BETWEEN = /[\s\-_/·.,:@]+/;

/**
 * The text without case, accents and full-width forms; a Japanese voicing mark is no accent. Capitals on the way make
 * ß and ss, and both forms of a small sigma, the same.
 */
export function fold(text: string): string {
  const plain = text.normalize('NFKD').replace(ACCENTS, '');
  return plain.toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFKC');
}

export function wordsOf(text: string): string[] {
  return fold(text).split(/\s+/).filter(Boolean);
}

/**
 * The commands that contain every typed word, best first: named exactly so, beginning so, with words that begin so, the
 * rest. Equally good ones stay in their order, and all do while nothing is typed.
 */
export function matchCommands(commands: readonly Command[], typed: string): Command[] {
  const words = wordsOf(typed);
  if (words.length === 0) return [...commands];
  return commands
    .flatMap((command) => {
      const rank = rankOf(command, words);
      return rank === null ? [] : [{ command, rank }];
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ command }) => command);
}

function rankOf({ label, words: other = '' }: Command, words: string[]): number | null {
  const name = fold(label);
  const text = `${name} ${fold(other)}`;
  if (!words.every((word) => text.includes(word))) return null;
  const typed = words.join(' ');
  if (name === typed) return 0;
  if (name.startsWith(typed)) return 1;
  const parts = text.split(BETWEEN);
  return words.every((word) => parts.some((part) => part.startsWith(word))) ? 2 : 3;
}
