import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { SNAPSHOT_STATUS_FILTERS } from '#shared/features/snapshots/model.ts';
import type { useListState } from '../../lib/use-list-state.ts';
import { FilterBar, FilterSelect } from '../../ui/FilterBar.tsx';
import { snapshotUsersQuery } from './queries.ts';

export type SnapshotListState = ReturnType<typeof useListState<'status' | 'user'>>;

export function SnapshotFilters({ state }: { state: SnapshotListState }) {
  const { t } = useTranslation('snapshots');
  const { data: users } = useQuery(snapshotUsersQuery);
  return (
    <FilterBar
      label={t('filters.label')}
      search={state.search}
      searchLabel={t('filters.search')}
      onSearch={(search) => state.change({ search })}
      filtered={state.filtered}
      onClear={() => state.change({ search: null, status: null, user: null })}
    >
      <FilterSelect
        label={t('filters.status')}
        all={t('filters.allStatuses')}
        options={SNAPSHOT_STATUS_FILTERS.map((value) => ({ value, label: t(`filters.${value}`) }))}
        value={state.values.status}
        onChange={(status) => state.change({ status })}
      />
      {users && users.items.length > 1 && (
        <FilterSelect
          label={t('filters.user')}
          all={t('filters.allUsers')}
          options={users.items.map(({ value, text }) => ({ value, label: text }))}
          value={state.values.user}
          onChange={(user) => state.change({ user })}
          searchable
        />
      )}
    </FilterBar>
  );
}
