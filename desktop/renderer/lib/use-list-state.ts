import { useSearchParams } from 'react-router-dom';

export interface ListSort {
  id: string;
  descending: boolean;
}

/**
 * Page, sort, search and further filters of a list, kept in the address so that it can be shared and gone back to.
 * @param filters names of the filters beside `search`
 */
export function useListState<Name extends string = never>(filters: readonly Name[] = []) {
  const [parameters, setParameters] = useSearchParams();
  const page = pageOf(parameters);
  const sort = sortOf(parameters);
  const values = Object.fromEntries(filters.map((name) => [name, parameters.get(name)])) as Record<Name, string | null>;
  const search = (parameters.get('search') ?? '').slice(0, 100);
  /** An empty value is left out. Anything but a change of page starts at page 1 again. */
  const change = (changes: Record<string, string | null>) => {
    setParameters(
      (before) => {
        const next = new URLSearchParams(before);
        if (!('page' in changes)) next.delete('page');
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
    page,
    search,
    values,
    sort,
    filtered: search !== '' || filters.some((name) => values[name]),
    change,
    setPage: (next: number) => change({ page: next > 1 ? String(next) : null }),
    setSort: (next: ListSort | null) =>
      change({ sort: next?.id ?? null, sortDir: next && (next.descending ? 'desc' : 'asc') }),
    /** As the API takes them, without the further filters. */
    query: {
      page: String(page),
      ...(search && { search }),
      ...(sort && { sort: sort.id, sortDir: sort.descending ? ('desc' as const) : ('asc' as const) }),
    },
  };
}

/** Starts at 1; anything that makes no sense is 1 (spec/1 §5). */
function pageOf(parameters: URLSearchParams): number {
  const page = Number(parameters.get('page'));
  return Number.isInteger(page) && page >= 1 ? page : 1;
}

function sortOf(parameters: URLSearchParams): ListSort | null {
  const id = parameters.get('sort');
  return id ? { id, descending: parameters.get('sortDir') === 'desc' } : null;
}
