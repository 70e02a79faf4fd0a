import { Group, SegmentedControl, Select, VisuallyHidden } from '@mantine/core';
import { IconLayoutGrid, IconList } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isManager } from '#shared/features/auth/model.ts';
import { STATUS_FILTERS } from '#shared/features/workspaces/model.ts';
import { FilterBar, FilterSelect } from '../../ui/FilterBar.tsx';
import { useCurrentUser } from '../auth/index.ts';
import { userOptionsQuery } from './queries.ts';
import type { useListFilters } from './use-list-filters.ts';
import classes from './WorkspaceFilters.module.css';

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
  const sorted = Object.entries(SORTS).find(
    ([, { sort, sortDir }]) => sort === filters.sort && (sort === null || sortDir === filters.sortDir),
  );
  return (
    <FilterBar
      label={t('filters.label')}
      search={filters.search}
      searchLabel={t('filters.search')}
      onSearch={(search) => change({ search })}
      filtered={filtered}
      onClear={clear}
      end={
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
      }
    >
      <FilterSelect
        label={t('filters.status')}
        all={t('filters.allStatuses')}
        options={STATUS_FILTERS.filter((value) => value !== 'deleted' || restores).map((value) => ({
          value,
          label: t(`statusFilter.${value}`),
        }))}
        value={filters.status}
        onChange={(status) => change({ status })}
      />
      {users && users.items.length > 1 && (
        <FilterSelect
          label={t('filters.user')}
          all={t('filters.allUsers')}
          options={users.items.map(({ value, text }) => ({ value, label: text }))}
          value={filters.user}
          onChange={(user) => change({ user })}
          searchable
        />
      )}
    </FilterBar>
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
