import { Button, CloseButton, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isManager } from '#shared/features/auth/model.ts';
import type { useListState } from '../../lib/use-list-state.ts';
import { useCurrentUser } from '../auth/index.ts';
import { serviceUsersQuery } from './queries.ts';
import classes from './ServiceFilters.module.css';
import { SERVICE_STATUS_FILTERS } from './status-filters.ts';

const SEARCH_DELAY_MS = 250;

interface ServiceFiltersProps {
  state: ReturnType<typeof useListState<'status' | 'user'>>;
}

/** Search, status, and for owner and admin the user (spec/2 §2). */
export function ServiceFilters({ state }: ServiceFiltersProps) {
  const { t } = useTranslation(['services', 'workspaces']);
  const manager = isManager(useCurrentUser());
  const { data: users } = useQuery({ ...serviceUsersQuery(), enabled: manager });
  const [typed, setTyped] = useState(state.search);
  const search = useDebouncedCallback((text: string) => state.change({ search: text.trim() }), SEARCH_DELAY_MS);
  const type = (text: string) => {
    setTyped(text);
    search(text);
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
        data={SERVICE_STATUS_FILTERS.map((value) => ({ value, label: t(`workspaces:statusFilter.${value}`) }))}
        value={state.values.status}
        onChange={(status) => state.change({ status })}
        placeholder={t('filters.allStatuses')}
        aria-label={t('filters.status')}
        clearable
      />
      {manager && users && users.items.length > 1 && (
        <Select
          className={classes.select}
          data={users.items.map(({ value, text }) => ({ value, label: text }))}
          value={state.values.user}
          onChange={(user) => state.change({ user })}
          placeholder={t('filters.allUsers')}
          aria-label={t('filters.user')}
          searchable
          clearable
        />
      )}
      {state.filtered && (
        <Button
          variant="subtle"
          color="gray"
          onClick={() => {
            search.cancel();
            setTyped('');
            state.change({ search: null, status: null, user: null });
          }}
        >
          {t('filters.clear')}
        </Button>
      )}
    </search>
  );
}
