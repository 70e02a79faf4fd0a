import { useTranslation } from 'react-i18next';
import { SEARCH_MIN_LENGTH } from '#shared/features/search/contract.ts';
import { useCurrentUser, usePreferences } from '../../features/auth/index.ts';
import type { Command } from '../../features/search/index.ts';
import { matchCommands } from '../../features/search/match.ts';
import { useRecents } from '../../features/search/recents.ts';
import { resultCommand } from '../../features/search/result-groups.ts';
import { subjectOf } from '../../features/search/subject.ts';
import { useSteadyOrder } from '../../features/search/use-steady-order.ts';
import { SCHEMES } from '../layouts/schemes.ts';
import { pageCommands } from './page-commands.ts';
import { thingCommands } from './thing-commands.ts';
import { OWN_PROGRAMS, useOpenIn } from './use-open-in.ts';
import { useThings } from './use-things.ts';
import { useVerbs } from './use-verbs.ts';

const MOST_RECENT = 5;
/** As many as are seen without scrolling; the server's results follow. */
const MOST_MATCHES = 8;

/**
 * What is listed without waiting for the server, and what the server is asked for.
 * @param owner whose recent things
 */
export function useCommands(owner: string, typed: string) {
  const { t } = useTranslation('search');
  const text = typed.trim();
  const subject = subjectOf(text, t('verbs'));
  const { things, loading } = useThings(subject !== text && subject.length >= SEARCH_MIN_LENGTH ? subject : '');
  const run = useVerbs();
  const openIn = useOpenIn();
  const recent = (useRecents(({ of }) => of[owner]) ?? []).map(resultCommand);
  const pages = useOwnCommands();
  const ofThings = things.flatMap((thing) => thingCommands(thing, { t, run, programs: OWN_PROGRAMS, openIn }));
  // A list knows more of a recent thing than its name, and what is recent stays first.
  const all = new Map([...recent, ...ofThings, ...pages].map((command) => [command.id, command]));
  const matching = useSteadyOrder(matchCommands([...all.values()], text), text).slice(0, MOST_MATCHES);
  const latest = recent.slice(0, MOST_RECENT).map((command) => all.get(command.id) ?? command);
  const known = text
    ? [{ label: t('best'), commands: matching }]
    : [
        { label: t('recent'), commands: latest },
        { label: t('pages'), commands: pages },
      ];
  // "stop arm" acts on nothing else while arm may still come.
  const waiting = subject !== text && loading && matching.length === 0;
  return { subject, known, waiting };
}

function useOwnCommands(): Command[] {
  const { t } = useTranslation('shell');
  const user = useCurrentUser();
  const { theme, chooseTheme } = usePreferences();
  const themes = SCHEMES.filter(({ value }) => value !== theme).map(
    ({ value, icon }): Command => ({
      id: `theme ${value}`,
      label: t(`theme.${value}`),
      section: t('theme.label'),
      words: t('theme.label'),
      icon,
      go: () => chooseTheme(value),
    }),
  );
  return [...pageCommands(user, t), ...themes];
}
