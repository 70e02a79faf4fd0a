import { Button, CloseButton, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HOST_STATUS_FILTERS } from '#shared/features/hosts/model.ts';
import type { useListState } from '../../lib/use-list-state.ts';
import classes from './HostFilters.module.css';

const SEARCH_DELAY_MS = 250;

/** Search and status (spec/2 §2). */
export function HostFilters({ state }: { state: ReturnType<typeof useListState<'status'>> }) {
  const { t } = useTranslation('hosts');
  const [typed, setTyped] = useState(state.search);
  const search = useDebouncedCallback((text: string) => state.change({ search: text.trim() }), SEARCH_DELAY_MS);
  const type = (text: string) => {
    setTyped(text);
    search(text);
  };
  const clear = () => {
    search.cancel();
    setTyped('');
    state.change({ search: null, status: null });
  };
  return (
    <search className={classes.bar} aria-label={t('filters.label')}>
      <TextInput
        className={classes.search}
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
        placeholder={t('filters.search')}
        aria-label={t('filters.search')}
        leftSection={<IconSearch size={16} />}
        maxLength={100}
        rightSection={typed && <CloseButton size="sm" onClick={() => type('')} aria-label={t('filters.clear')} />}
      />
      <Select
        className={classes.select}
        data={HOST_STATUS_FILTERS.map((value) => ({ value, label: t(`statusFilter.${value}`) }))}
        value={state.values.status}
        onChange={(status) => state.change({ status })}
        placeholder={t('filters.allStatuses')}
        aria-label={t('filters.status')}
        clearable
      />
      {state.filtered && (
        <Button variant="subtle" color="gray" onClick={clear}>
          {t('filters.clear')}
        </Button>
      )}
    </search>
  );
}
