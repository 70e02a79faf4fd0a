import { useSearchParams } from 'react-router-dom';

export interface Sort {
  id: string;
  descending: boolean;
}

/** Reads one filter from the address; null if its value is invalid. */
export type FilterReader<Value extends string = string> = (text: string) => Value | null;
type Filters = Record<string, FilterReader>;
type ValuesOf<F extends Filters> = { [Name in keyof F]: ReturnType<F[Name]> | null };

/** The state of a list in the address. */
interface ListQuery<Values = Record<string, string | null>> {
  /** Starts at 1. */
  page: number;
  search: string;
  sort: Sort | null;
  /** The filters beside `search`. */
  values: Values;
  filtered: boolean;
}

export interface ListState<Values = Record<string, string | null>> extends ListQuery<Values> {
  /** Leaves out empty values. Any change except of the page starts at page 1 again. */
  change: (changes: Record<string, string | null>) => void;
  clear: () => void;
  setPage: (page: number) => void;
  setSort: (sort: Sort | null) => void;
}

const LONGEST = 100;

export const anyText: FilterReader = (text) => text.slice(0, LONGEST);

export function oneOf<Value extends string>(values: readonly Value[]): FilterReader<Value> {
  return (text) => values.find((value) => value === text) ?? null;
}

/**
 * Page, sort, search and further filters of a list, kept in the address so that it can be shared and gone back to.
 * @param filters those beside `search`
 * @param history 'push' if Back should lead to the previous page and filters
 */
export function useListState<F extends Filters = Record<never, never>>(
  filters: F = {} as F,
  history: 'replace' | 'push' = 'replace',
): ListState<ValuesOf<F>> & { query: ReturnType<typeof toQuery<F>> } {
  const [parameters, setParameters] = useSearchParams();
  const list = readList(parameters, filters);
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
      { replace: history === 'replace' },
    );
  };
  return {
    ...list,
    query: toQuery(list),
    change,
    clear: () => change(Object.fromEntries(['search', ...Object.keys(filters)].map((name) => [name, null]))),
    setPage: (page) => change({ page: page > 1 ? String(page) : null }),
    setSort: (sort) => change({ sort: sort?.id ?? null, sortDir: sort && (sort.descending ? 'desc' : 'asc') }),
  };
}

/** Invalid values in the address are ignored; a page below 1 is 1. */
export function readList<F extends Filters>(parameters: URLSearchParams, filters: F): ListQuery<ValuesOf<F>> {
  const page = Number(parameters.get('page'));
  const sort = parameters.get('sort');
  const search = anyText(parameters.get('search') ?? '') ?? '';
  const values = Object.fromEntries(
    Object.entries(filters).map(([name, read]) => [name, read(parameters.get(name) ?? '') || null]),
  ) as ValuesOf<F>;
  return {
    page: Number.isInteger(page) && page >= 1 ? page : 1,
    search,
    sort: sort ? { id: sort, descending: parameters.get('sortDir') === 'desc' } : null,
    values,
    filtered: search !== '' || Object.values(values).some(Boolean),
  };
}

/** As the API takes it: only what is set. */
export function toQuery<F extends Filters>({ page, search, sort, values }: ListQuery<ValuesOf<F>>) {
  const set = Object.fromEntries(Object.entries(values).filter(([, value]) => value));
  return {
    page: String(page),
    ...(search && { search }),
    ...(set as { [Name in keyof F]?: ReturnType<F[Name]> & string }),
    ...(sort && { sort: sort.id, sortDir: sort.descending ? ('desc' as const) : ('asc' as const) }),
  };
}
