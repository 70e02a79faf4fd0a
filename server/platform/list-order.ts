import { asc, desc, type SQL, type SQLWrapper } from 'drizzle-orm';

/** What every list is asked with, besides filters of its own. */
export interface ListInput {
  page: number;
  search?: string | undefined;
  sort?: string | undefined;
  sortDir?: 'asc' | 'desc' | undefined;
}

/** The column to sort a list by: `name`, which comes from outside, if `sorts` itself has it, otherwise the default. */
export function sortColumn<Name extends string, Column>(
  sorts: Record<Name, Column>,
  name: string | undefined,
  usual: NoInfer<Name>,
): Column {
  return sorts[name !== undefined && Object.hasOwn(sorts, name) ? (name as Name) : usual];
}

/** A list's order: by the column asked for, then by id, so that pages don't overlap. `usual` is the default. */
export function listOrder<Name extends string>(
  sorts: Record<Name, SQLWrapper>,
  { sort, sortDir }: ListInput,
  usual: [NoInfer<Name>, 'asc' | 'desc'],
  id: SQLWrapper,
): SQL[] {
  const direction = (sortDir ?? usual[1]) === 'asc' ? asc : desc;
  return [direction(sortColumn(sorts, sort, usual[0])), direction(id)];
}
