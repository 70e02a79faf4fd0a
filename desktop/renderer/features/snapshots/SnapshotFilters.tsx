import { Button, CloseButton, Group, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SNAPSHOT_STATUS_FILTERS } from '#shared/features/snapshots/model.ts';
import type { useListState } from '../../lib/use-list-state.ts';
import { snapshotUsersQuery } from './queries.ts';

const SEARCH_DELAY_MS = 250;

export type SnapshotListState = ReturnType<typeof useListState<'status' | 'user'>>;

/** Search while one types, status and user. */
export function SnapshotFilters({ state }: { state: SnapshotListState }) {
  const { t } = useTranslation('snapshots');
  const { data: users } = useQuery(snapshotUsersQuery);
  const [typed, setTyped] = useState(state.search);
  const search = useDebouncedCallback((text: string) => state.change({ search: text.trim() }), SEARCH_DELAY_MS);
  const type = (text: string) => {
    setTyped(text);
    search(text);
  };
  const clear = () => {
    search.cancel();
    setTyped('');
    state.change({ search: null, status: null, user: null });
  };
  return (
    <Group component="search" gap="sm" aria-label={t('filters.label')}>
      <TextInput
        flex="1 1 220px"
        maw={360}
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
        placeholder={t('filters.search')}
        aria-label={t('filters.search')}
        leftSection={<IconSearch size={16} />}
        maxLength={100}
        rightSection={typed && <CloseButton size="sm" onClick={() => type('')} aria-label={t('filters.clearSearch')} />}
      />
      <Select
        flex="0 1 170px"
        data={SNAPSHOT_STATUS_FILTERS.map((value) => ({ value, label: t(`filters.${value}`) }))}
        value={state.values.status}
        onChange={(status) => state.change({ status })}
        placeholder={t('filters.allStatuses')}
        aria-label={t('filters.status')}
        clearable
      />
      {users && users.items.length > 1 && (
        <Select
          flex="0 1 170px"
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
        <Button variant="subtle" color="gray" onClick={clear}>
          {t('filters.clear')}
        </Button>
      )}
    </Group>
  );
}
