import { Button, CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListState } from '../lib/use-list-state.ts';
import classes from './FilterBar.module.css';

const SEARCH_DELAY_MS = 250;

interface FilterBarProps {
  label: string;
  searchLabel: string;
  state: Pick<ListState, 'search' | 'filtered' | 'change' | 'clear'>;
  /** A select for each further filter. */
  children?: ReactNode;
  /** At the end. */
  end?: ReactNode;
}

/** The filters above a list: a search while typing, and selects. */
export function FilterBar(props: FilterBarProps) {
  const { label, searchLabel, state, children, end } = props;
  const { search } = state;
  const { t } = useTranslation();
  const [typed, setTyped] = useState(search);
  // What the address holds, then what was requested of it.
  const asked = useRef([search]);
  const searchSoon = useDebouncedCallback((text: string) => {
    asked.current.push(text.trim());
    state.change({ search: text.trim() });
  }, SEARCH_DELAY_MS);
  const follow = useEffectEvent((now: string) => {
    const known = asked.current.lastIndexOf(now);
    asked.current = known < 0 ? [now] : asked.current.slice(known);
    if (known >= 0) return;
    searchSoon.cancel();
    setTyped(now);
  });
  // A link, Back or another button may have changed the address.
  useEffect(() => follow(search), [search]);
  const type = (text: string) => {
    setTyped(text);
    searchSoon(text);
  };
  const clear = () => {
    searchSoon.cancel();
    setTyped('');
    state.clear();
  };
  return (
    <search className={classes.bar} aria-label={label}>
      <TextInput
        className={classes.search}
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
        placeholder={searchLabel}
        aria-label={searchLabel}
        leftSection={<IconSearch size={16} />}
        maxLength={100}
        rightSection={typed && <CloseButton size="sm" onClick={() => type('')} aria-label={t('filters.clearSearch')} />}
      />
      {children}
      {state.filtered && (
        <Button variant="subtle" color="gray" onClick={clear}>
          {t('filters.clear')}
        </Button>
      )}
      {end}
    </search>
  );
}
