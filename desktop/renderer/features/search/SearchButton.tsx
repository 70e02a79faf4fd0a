import { ActionIcon, Kbd, Text, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isMac } from '../../lib/is-mac.ts';
import type { DialogProps } from '../../lib/modals.ts';
import { LazyPart } from '../../ui/LazyPart.tsx';
import type { LoadPart } from '../../ui/use-lazy.ts';
import classes from './SearchButton.module.css';
import { useEarlyKeys } from './use-early-keys.ts';
import { useOpened } from './use-opened.ts';
import { useSearchKeys } from './use-search-keys.ts';

export interface PaletteProps extends DialogProps {
  /** What was typed before the palette was there. */
  takeTyped: () => string;
}

/** The palette's code comes when the page has long been there, so that the first shortcut finds it. */
const AHEAD_MS = 2000;

/** The search of the top bar: a click, Ctrl+K, Ctrl+/ (⌘ on a Mac) or / opens it. `load` has its code; keep it stable. */
export function SearchButton({ load }: { load: LoadPart<PaletteProps> }) {
  const { t } = useTranslation('shell');
  const [opened, { open, close, toggle }] = useOpened();
  const [wanted, setWanted] = useState(false);
  if (opened && !wanted) setWanted(true);
  const takeTyped = useEarlyKeys(opened, close);
  useSearchKeys(open, toggle);
  useEffect(() => {
    const timer = setTimeout(() => load().catch(() => undefined), AHEAD_MS);
    return () => clearTimeout(timer);
  }, [load]);
  const giveUp = () => {
    close();
    setWanted(false);
  };
  return (
    <>
      <UnstyledButton
        data-tour="search"
        className={classes.wide}
        onClick={open}
        aria-keyshortcuts="Control+K Meta+K Control+/ Meta+/ /"
      >
        <IconSearch size={16} stroke={1.6} aria-hidden />
        <Text span size="sm" className={classes.label}>
          {t('search')}
        </Text>
        <Kbd size="xs" aria-hidden>
          {isMac() ? '⌘K' : 'Ctrl K'}
        </Kbd>
      </UnstyledButton>
      <ActionIcon
        data-tour="search"
        variant="subtle"
        color="gray"
        className={classes.small}
        onClick={open}
        aria-label={t('search')}
      >
        <IconSearch size={18} stroke={1.6} />
      </ActionIcon>
      {wanted && <LazyPart load={load} props={{ opened, onClose: close, takeTyped }} onFailed={giveUp} />}
    </>
  );
}
