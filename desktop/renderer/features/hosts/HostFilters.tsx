import { useTranslation } from 'react-i18next';
import { HOST_STATUS_FILTERS } from '#shared/features/hosts/model.ts';
import type { useListState } from '../../lib/use-list-state.ts';
import { FilterBar, FilterSelect } from '../../ui/FilterBar.tsx';

/** Search and status (spec/2 §2). */
export function HostFilters({ state }: { state: ReturnType<typeof useListState<'status'>> }) {
  const { t } = useTranslation('hosts');
  return (
    <FilterBar
      label={t('filters.label')}
      search={state.search}
      searchLabel={t('filters.search')}
      onSearch={(search) => state.change({ search })}
      filtered={state.filtered}
      onClear={() => state.change({ search: null, status: null })}
    >
      <FilterSelect
        label={t('filters.status')}
        all={t('filters.allStatuses')}
        options={HOST_STATUS_FILTERS.map((value) => ({ value, label: t(`statusFilter.${value}`) }))}
        value={state.values.status}
        onChange={(status) => state.change({ status })}
      />
    </FilterBar>
  );
}
