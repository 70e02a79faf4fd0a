import {
  SEARCH_CATEGORIES,
  type SearchCategory,
  type SearchResult,
  type SearchResults,
} from '#shared/features/search/contract.ts';
import { serverText } from '../../lib/server-text.ts';
import type { Command } from './command.ts';
import { fold, wordsOf } from './match.ts';
import type { Recent } from './recents.ts';

export interface ResultGroup {
  category: SearchCategory;
  commands: Command[];
  /** The server found nothing in it. */
  empty: boolean;
}

/**
 * The server's results by category, without those that are shown above. Of an earlier text only what fits the present
 * one too, so that Enter never opens something else than what was typed.
 */
export function resultGroups(
  results: SearchResults | undefined,
  { shown, earlier, text }: { shown: ReadonlySet<string>; earlier: boolean; text: string },
): ResultGroup[] {
  if (!results) return [];
  const words = wordsOf(text);
  const fits = ({ heading, text: about }: SearchResult) => {
    const whole = fold(`${heading} ${about}`);
    return words.every((word) => whole.includes(word));
  };
  return SEARCH_CATEGORIES.flatMap((category) => {
    const found = earlier ? results[category].filter(fits) : results[category];
    const commands = found.map(resultCommand).filter(({ id }) => !shown.has(id));
    const empty = !earlier && found.length === 0;
    return commands.length > 0 || empty ? [{ category, commands, empty }] : [];
  });
}

/** Keys share one page, so their names tell them apart. */
export function resultCommand(result: SearchResult | Recent): Command {
  const { heading, text, url } = result;
  const ownPage = url.includes('/edit/');
  return {
    id: ownPage ? url : `${url} ${heading} ${text}`,
    label: heading,
    section: text.split(' · ').map(serverText).join(' · '),
    icon: result,
    go: url,
  };
}
