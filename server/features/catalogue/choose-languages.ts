import { say } from '../../platform/say.ts';
import { choose, type SoftwareOption } from './software.ts';

interface Wanted {
  language: string | undefined;
  more_languages?: readonly string[] | undefined;
}

/**
 * The languages of one workspace, the main one first. Fields say what is wrong: unknown, named twice, none beside
 * others, or versions that no one release of Debian has.
 */
export function chooseLanguages(
  options: SoftwareOption[],
  { language, more_languages: more = [] }: Wanted,
): { languages: SoftwareOption[]; fields: Record<string, string> } {
  const main = choose(options, language ?? '');
  const others = more.map((value) => choose(options, value));
  const languages = [main, ...others].filter((option) => option !== undefined);
  const fields: Record<string, string> = {};
  if (!main) fields.language = say('workspaces.languageUnavailable');
  const wrong = others.includes(undefined)
    ? say('workspaces.languageUnavailable')
    : (more.length > 0 && whyNotTogether(languages)) || null;
  if (wrong) fields.more_languages = wrong;
  return { languages, fields };
}

function whyNotTogether(languages: SoftwareOption[]): string | null {
  const ids = languages.map(({ id }) => id);
  if (ids.includes('none') || new Set(ids).size < ids.length) return say('workspaces.languageTwice');
  for (const first of languages) {
    const second = languages.find(({ releases }) => !releases.some((release) => first.releases.includes(release)));
    if (second) return say('workspaces.languagesApart', { first: first.name, second: second.name });
  }
  return null;
}
