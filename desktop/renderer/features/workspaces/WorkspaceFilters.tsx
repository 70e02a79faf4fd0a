import { Button, CloseButton, Group, SegmentedControl, Select, TextInput, VisuallyHidden } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconLayoutGrid, IconList, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isManager } from '#shared/features/auth/model.ts';
import { STATUS_FILTERS } from '#shared/features/workspaces/model.ts';
import { useCurrentUser } from '../auth/index.ts';
import { userOptionsQuery } from './queries.ts';
import type { useListFilters } from './use-list-filters.ts';
import classes from './WorkspaceFilters.module.css';

const SEARCH_DELAY_MS = 250;
/** What the grid can be sorted by; the table's headers do it there. */
const SORTS = {
  newest: { sort: null, sortDir: null },
  oldest: { sort: 'create_date', sortDir: 'asc' },
  name: { sort: 'name', sortDir: 'asc' },
  accessed: { sort: 'last_access_date', sortDir: 'desc' },
} as const;

export function WorkspaceFilters({ filters, change, filtered, clear }: ReturnType<typeof useListFilters>) {
  const { t } = useTranslation('workspaces');
  const { data: users } = useQuery(userOptionsQuery);
  // Those who may bring a deleted workspace back see them.
  const restores = isManager(useCurrentUser());
  const [typed, setTyped] = useState(filters.search);
  const search = useDebouncedCallback((text: string) => change({ search: text.trim() }), SEARCH_DELAY_MS);
  const type = (text: string) => {
    setTyped(text);
    search(text);
  };
  const sorted = Object.entries(SORTS).find(
    ([, { sort, sortDir }]) => sort === filters.sort && (sort === null || sortDir === filters.sortDir),
  );
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
        data={STATUS_FILTERS.filter((value) => value !== 'deleted' || restores).map((value) => ({
          value,
          label: t(`statusFilter.${value}`),
        }))}
        value={filters.status}
        onChange={(status) => change({ status })}
        placeholder={t('filters.allStatuses')}
        aria-label={t('filters.status')}
        clearable
      />
      {users && users.items.length > 1 && (
        <Select
          className={classes.select}
          data={users.items.map(({ value, text }) => ({ value, label: text }))}
          value={filters.user}
          onChange={(user) => change({ user })}
          placeholder={t('filters.allUsers')}
          aria-label={t('filters.user')}
          searchable
          clearable
        />
      )}
      {filtered && (
        <Button
          variant="subtle"
          color="gray"
          onClick={() => {
            search.cancel();
            setTyped('');
            clear();
          }}
        >
          {t('filters.clear')}
        </Button>
      )}
      <Group gap="xs" ml="auto" wrap="nowrap">
        {filters.view === 'grid' && (
          <Select
            className={classes.sort}
            data={Object.keys(SORTS).map((value) => ({ value, label: t(`sort.${value}`) }))}
            value={sorted?.[0] ?? null}
            onChange={(value) => value && change(SORTS[value as keyof typeof SORTS])}
            placeholder={t('filters.sort')}
            aria-label={t('filters.sort')}
            allowDeselect={false}
          />
        )}
        <SegmentedControl
          value={filters.view}
          onChange={(ui) => change({ ui })}
          aria-label={t('filters.view')}
          data={[
            { value: 'grid', label: <ViewIcon name={t('filters.grid')} icon={<IconLayoutGrid size={16} />} /> },
            { value: 'table', label: <ViewIcon name={t('filters.table')} icon={<IconList size={16} />} /> },
          ]}
        />
      </Group>
    </search>
  );
}

function ViewIcon({ name, icon }: { name: string; icon: React.ReactNode }) {
  return (
    <span className={classes.view}>
      {icon}
      <VisuallyHidden>{name}</VisuallyHidden>
    </span>
  );
}
