import { describe, expect, it } from 'vitest';
import { viewOf } from '#renderer/features/workspaces/use-view.ts';
import { anyText, oneOf, readList, toQuery } from '#renderer/lib/use-list-state.ts';
import { STATUS_FILTERS } from '#shared/features/workspaces/model.ts';

const read = (search: string) => {
  const parameters = new URLSearchParams(search);
  const list = readList(parameters, { status: oneOf(STATUS_FILTERS), user: anyText });
  return { ...list, ...list.values, view: viewOf(parameters) };
};

describe('filters of the workspace list in the address', () => {
  it('starts as a grid on page 1 without filters', () => {
    expect(read('')).toMatchObject({ view: 'grid', page: 1, search: '', status: null, user: null });
    expect(toQuery(read(''))).toEqual({ page: '1' });
  });

  it.each(['0', '-3', 'x', '1.5', ''])('takes page %j as 1', (page) => {
    expect(read(`page=${page}`).page).toBe(1);
  });

  it('ignores a status and a view that do not exist', () => {
    expect(read('status=broken&ui=cube')).toMatchObject({ status: null, view: 'grid' });
  });

  it('sends what is set and nothing else', () => {
    const filters = read('ui=table&page=2&search=api&status=offline&user=u1&sort=name&sortDir=asc&tour=true');
    expect(filters.view).toBe('table');
    expect(toQuery(filters)).toEqual({
      page: '2',
      search: 'api',
      status: 'offline',
      user: 'u1',
      sort: 'name',
      sortDir: 'asc',
    });
  });
});
