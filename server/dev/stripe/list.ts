import { invalidRequest, noSuch } from './errors.ts';
import type { List } from './objects.ts';
import type { CreatedFilter } from './parameters.ts';

interface Paging {
  limit?: number | undefined;
  starting_after?: string | undefined;
  ending_before?: string | undefined;
}

/** A page of rows, newest first as Stripe lists them; 10 by default, at most 100. Rows are given oldest first. */
export function listPage<T extends { id: string }>(rows: readonly T[], url: string, paging: Paging): List<T> {
  const { limit = 10, starting_after: after, ending_before: before } = paging;
  if (limit < 1 || limit > 100) {
    const why = limit < 1 ? 'must be at least 1' : 'must be less than or equal to 100';
    throw invalidRequest(`Invalid integer: limit ${why}`, 'parameter_invalid_integer', 'limit');
  }
  if (after !== undefined && before !== undefined) {
    throw invalidRequest('You may only specify one of these parameters: starting_after, ending_before.');
  }
  const newestFirst = rows.toReversed();
  if (before !== undefined) {
    const end = position(newestFirst, before, 'ending_before');
    return page(newestFirst.slice(Math.max(0, end - limit), end), end > limit, url);
  }
  const start = after === undefined ? 0 : position(newestFirst, after, 'starting_after') + 1;
  return page(newestFirst.slice(start, start + limit), start + limit < newestFirst.length, url);
}

function page<T>(data: T[], hasMore: boolean, url: string): List<T> {
  return { object: 'list', data, has_more: hasMore, url };
}

/** Does a time pass a `created` filter: an exact second or a range? */
export function createdMatches(created: number, filter: CreatedFilter): boolean {
  if (filter === undefined) return true;
  if (typeof filter === 'number') return created === filter;
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = filter;
  return created > gt && created >= gte && created < lt && created <= lte;
}

function position(rows: readonly { id: string }[], id: string, param: string): number {
  const index = rows.findIndex((row) => row.id === id);
  if (index < 0) throw noSuch('object', id, param);
  return index;
}
