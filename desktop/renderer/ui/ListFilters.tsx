import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListState } from '../lib/use-list-state.ts';
import classes from './FilterBar.module.css';
import { FilterBar } from './FilterBar.tsx';

interface ListFiltersProps {
  /** The catalogue whose `filters` has the texts. */
  ns: string;
  state: ListState<{ status: string | null; user?: string | null }>;
  statuses: { value: string; label: string }[];
  /** People to filter by; with only one there is no select. */
  users?: { value: string; text: string }[] | undefined;
  /** At the end. */
  end?: ReactNode;
}

/** Search, status, and the user if there are several. */
export function ListFilters({ ns, state, statuses, users = [], end }: ListFiltersProps) {
  const { t } = useTranslation(ns);
  const text = (part: 'label' | 'search' | 'status' | 'allStatuses' | 'user' | 'allUsers') => t(`filters.${part}`);
  const select = (name: 'status' | 'user') => ({
    className: classes.select ?? '',
    'aria-label': text(name),
    clearable: true,
    value: state.values[name] ?? null,
    onChange: (value: string | null) => state.change({ [name]: value }),
  });
  return (
    <FilterBar label={text('label')} searchLabel={text('search')} state={state} end={end}>
      <Select data={statuses} placeholder={text('allStatuses')} {...select('status')} />
      {users.length > 1 && (
        <Select
          data={users.map(({ value, text: label }) => ({ value, label }))}
          placeholder={text('allUsers')}
          searchable
          {...select('user')}
        />
      )}
    </FilterBar>
  );
}
