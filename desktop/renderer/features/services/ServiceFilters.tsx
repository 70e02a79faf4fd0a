import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isManager } from '#shared/features/auth/model.ts';
import type { useListState } from '../../lib/use-list-state.ts';
import { FilterBar, FilterSelect } from '../../ui/FilterBar.tsx';
import { useCurrentUser } from '../auth/index.ts';
import { serviceUsersQuery } from './queries.ts';
import { SERVICE_STATUS_FILTERS } from './status-filters.ts';

interface ServiceFiltersProps {
  state: ReturnType<typeof useListState<'status' | 'user'>>;
}

/** Search, status, and for owner and admin the user (spec/2 §2). */
export function ServiceFilters({ state }: ServiceFiltersProps) {
  const { t } = useTranslation(['services', 'workspaces']);
  const manager = isManager(useCurrentUser());
  const { data: users } = useQuery({ ...serviceUsersQuery(), enabled: manager });
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
        options={SERVICE_STATUS_FILTERS.map((value) => ({ value, label: t(`workspaces:statusFilter.${value}`) }))}
        value={state.values.status}
        onChange={(status) => state.change({ status })}
      />
      {manager && users && users.items.length > 1 && (
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
