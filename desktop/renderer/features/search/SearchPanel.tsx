import { CloseButton, Loader, Text, VisuallyHidden } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SEARCH_MIN_LENGTH } from '#shared/features/search/contract.ts';
import type { Command } from './command.ts';
import { isComposing } from './is-composing.ts';
import { OptionGroup } from './OptionGroup.tsx';
import { optionId } from './option-id.ts';
import { resultGroups } from './result-groups.ts';
import classes from './SearchPanel.module.css';
import { useSearch } from './use-search.ts';
import { useSelection } from './use-selection.ts';

const LIST_ID = 'search-results';

export interface SearchPanelProps {
  typed: string;
  onType: (text: string) => void;
  /** What the typed text is about: what the server is asked for. */
  subject: string;
  /** What is known here, best first. */
  known: { label: string; commands: Command[] }[];
  /** What the typed verb acts on may still come: Enter waits for it. */
  waiting: boolean;
  onRun: (command: Command) => void;
  onClose: () => void;
}

/**
 * Type, arrow keys, Enter. What is known here is listed at once; what the server finds comes below it, so nothing moves
 * and the selection stays.
 */
export function SearchPanel({ typed, onType, subject, known, waiting, onRun, onClose }: SearchPanelProps) {
  const { t } = useTranslation(['search', 'common']);
  const { results, searching, failed } = useSearch(subject);
  const here = known.flatMap(({ commands }) => commands);
  const shown = new Set(here.map(({ id }) => id));
  const groups = resultGroups(results, { shown, earlier: searching, text: subject });
  const all = [...here, ...groups.flatMap(({ commands }) => commands)];
  const { selected, select, move } = useSelection(
    all.map(({ id }) => id),
    typed,
  );
  const current = waiting ? undefined : all.find(({ id }) => id === selected);
  // Enter before the answer waits for it.
  const [entered, setEntered] = useState<string | null>(null);
  const answer = useEffectEvent(() => {
    setEntered(null);
    if (current) onRun(current);
  });
  const answered = entered === typed && (current !== undefined || !(searching || waiting));
  useEffect(() => {
    if (answered) answer();
  }, [answered]);
  const press = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key !== 'Enter') return;
    else if (current) onRun(current);
    else setEntered(typed);
    event.preventDefault();
  };
  const short = subject.length < SEARCH_MIN_LENGTH;
  return (
    <div className={classes.panel}>
      <div className={classes.search}>
        <IconSearch size={18} stroke={1.6} aria-hidden />
        <input
          className={classes.input}
          value={typed}
          onChange={(event) => onType(event.currentTarget.value)}
          onKeyDown={press}
          ref={focusOnce}
          data-autofocus
          placeholder={t('placeholder')}
          aria-label={t('placeholder')}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded
          aria-controls={LIST_ID}
          aria-activedescendant={selected === undefined ? undefined : optionId(selected)}
        />
        {searching && <Loader size="xs" />}
        <CloseButton className={classes.close} onClick={onClose} aria-label={t('common:action.close')} />
      </div>
      <div id={LIST_ID} className={classes.list} role="listbox" aria-label={t('results')}>
        {known.map(({ label, commands }) => (
          <OptionGroup key={label} {...{ label, commands, selected, select, onRun }} />
        ))}
        {groups.map(({ category, commands, empty }) => (
          <OptionGroup key={category} label={t(`category.${category}`)} {...{ commands, selected, select, onRun }}>
            {empty && <Note text={t('none')} />}
          </OptionGroup>
        ))}
        {short && <Note text={t('short')} />}
        {failed && <Note text={t('failed')} />}
      </div>
      <VisuallyHidden role="status">{!searching && !short && t('count', { count: all.length })}</VisuallyHidden>
    </div>
  );
}

/** At once: whoever types right after the shortcut loses no letter. */
function focusOnce(input: HTMLInputElement | null): void {
  input?.focus({ preventScroll: true });
}

function Note({ text }: { text: string }) {
  return (
    <Text className={classes.note} role="option" aria-disabled aria-selected={false}>
      {text}
    </Text>
  );
}
