import { useSearchParams } from 'react-router-dom';
import { STATUS_FILTERS } from '#shared/features/workspaces/model.ts';
import type { ListQuery } from './queries.ts';

export type View = 'grid' | 'table';
type StatusFilter = (typeof STATUS_FILTERS)[number];

export interface ListFilters {
  view: View;
  page: number;
  search: string;
  status: StatusFilter | null;
  user: string | null;
  sort: string | null;
  sortDir: 'asc' | 'desc';
}

const FILTERS = ['search', 'status', 'user'] as const;

/** The list's view, filters and page, all kept in the address so that it can be shared and gone back to. */
export function useListFilters() {
  const [parameters, setParameters] = useSearchParams();
  const filters = readFilters(parameters);
  /** An empty value is left out. A change of a filter starts at page 1 again. */
  const change = (changes: Partial<Record<keyof ListFilters | 'ui', string | null>>) => {
    setParameters(
      (before) => {
        const next = new URLSearchParams(before);
        if (!('page' in changes) && !('ui' in changes)) next.delete('page');
        for (const [name, value] of Object.entries(changes)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace: true },
    );
  };
  return {
    filters,
    change,
    filtered: FILTERS.some((name) => filters[name]),
    clear: () => change({ search: null, status: null, user: null }),
  };
}

/** Anything the address says that makes no sense is as if it were not there; a page below 1 is 1 (spec/1 §5). */
export function readFilters(parameters: URLSearchParams): ListFilters {
  const page = Number(parameters.get('page'));
  const status = STATUS_FILTERS.find((filter) => filter === parameters.get('status'));
  return {
    view: parameters.get('ui') === 'table' ? 'table' : 'grid',
    page: Number.isInteger(page) && page >= 1 ? page : 1,
    search: (parameters.get('search') ?? '').slice(0, 100),
    status: status ?? null,
    user: parameters.get('user') || null,
    sort: parameters.get('sort'),
    sortDir: parameters.get('sortDir') === 'asc' ? 'asc' : 'desc',
  };
}

export function toQuery({ page, search, status, user, sort, sortDir }: ListFilters): ListQuery {
  return {
    page: String(page),
    ...(search && { search }),
    ...(status && { status }),
    ...(user && { user }),
    ...(sort && { sort, sortDir }),
  };
}
