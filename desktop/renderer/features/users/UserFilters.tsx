import { useTranslation } from 'react-i18next';
import { MEMBER_STATUSES, type MemberStatus } from '#shared/features/users/model.ts';
import type { useListState } from '../../lib/use-list-state.ts';
import { FilterBar, FilterSelect } from '../../ui/FilterBar.tsx';

interface UserFiltersProps {
  state: ReturnType<typeof useListState<'status'>>;
  status: MemberStatus | null;
}

export function UserFilters({ state, status }: UserFiltersProps) {
  const { t } = useTranslation('users');
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
        options={MEMBER_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
        value={status}
        onChange={(next) => state.change({ status: next })}
      />
    </FilterBar>
  );
}
