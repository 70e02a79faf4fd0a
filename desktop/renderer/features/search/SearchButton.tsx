import { ActionIcon, Kbd, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { i18n } from '../../lib/i18n.ts';
import { LazyPart } from '../../ui/LazyPart.tsx';
import type { Destination } from './destination.ts';
import classes from './SearchButton.module.css';
import { useSearchKeys } from './use-search-keys.ts';

/** The search itself loads when it is first opened. */
async function loadPanel() {
  const [{ SearchPanel }] = await Promise.all([import('./SearchPanel.tsx'), i18n.loadNamespaces('search')]);
  return SearchPanel;
}

/** The search of the top bar: a click, Ctrl+/, Cmd+/ or / opens it. */
export function SearchButton({ destinations }: { destinations: Destination[] }) {
  const { t } = useTranslation('shell');
  const [opened, { open, close, toggle }] = useDisclosure(false);
  const [wanted, setWanted] = useState(false);
  if (opened && !wanted) setWanted(true);
  useSearchKeys(open, toggle);
  const giveUp = () => {
    close();
    setWanted(false);
  };
  return (
    <>
      <UnstyledButton data-tour="search" className={classes.wide} onClick={open} aria-keyshortcuts="Control+/ Meta+/ /">
        <IconSearch size={16} stroke={1.6} aria-hidden />
        <Text span size="sm" className={classes.label}>
          {t('search')}
        </Text>
        <Kbd size="xs" aria-hidden>
          /
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
      {wanted && <LazyPart load={loadPanel} props={{ opened, onClose: close, destinations }} onFailed={giveUp} />}
    </>
  );
}
