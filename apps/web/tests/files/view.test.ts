import { describe, expect, test } from 'vitest';
import { changeView, filterCount, isSearch, readView, requestOf, START_VIEW, type View, writeView } from '../../src/files/manager/view.ts';

const through = (view: View) => readView(new URLSearchParams(writeView(view).toString()));

describe('a view and its address', () => {
  test('starts as the specification says, with nothing in the address', () => {
    expect(START_VIEW).toMatchObject({ mode: 'list', sortBy: 'name', order: 'asc', pageSize: 20, page: 1 });
    expect(writeView(START_VIEW).toString()).toBe('');
    expect(readView(new URLSearchParams())).toEqual(START_VIEW);
  });

  test('comes back out of its address', () => {
    const view: View = {
      folder: 7,
      mode: 'grid',
      sortBy: 'created_at',
      order: 'desc',
      search: '肝癌 a&b=c',
      types: ['expression', 'groups'],
      status: 'invalid',
      from: '2026-01-31',
      to: '2026-02-28',
      here: true,
      page: 3,
      pageSize: 50,
      file: 12,
    };
    expect(through(view)).toEqual(view);
  });

  test.each([
    'folder=-1&page=0&size=7&file=x',
    'sort=size&order=up&view=table',
    'type=tiff&status=maybe&from=yesterday&to=2026-1-1',
    'folder=99999999999999999999',
  ])('leaves out what makes no sense: %s', (query) => {
    expect(readView(new URLSearchParams(query))).toEqual(START_VIEW);
  });

  test('asks the server for what is in view', () => {
    const view = { ...START_VIEW, search: '  msi ', types: ['expression', 'table'] as const, status: 'valid' as const, to: '2026-02-28' };
    expect(requestOf(view)).toEqual({
      page: 1,
      page_size: 20,
      sort: 'name',
      order: 'asc',
      name: 'msi',
      file_type: 'expression,table',
      validation_status: 'valid',
      date_to: '2026-02-28',
    });
  });
});

describe('a change of the view', () => {
  const third = { ...START_VIEW, page: 3 };

  test.each([
    { search: 'x' },
    { pageSize: 50 } as const,
    { folder: 2 },
    { types: ['groups'] } as const,
    { sortBy: 'file_size' } as const,
    { status: undefined },
    { here: true },
  ])('starts on page 1: %o', (change) => {
    expect(changeView(third, change)).toEqual({ ...third, ...change, page: 1 });
  });

  test.each([{ file: 4 }, { mode: 'grid' } as const, { page: 4 }])('stays on its page: %o', (change) => {
    expect(changeView(third, change)).toEqual({ ...third, ...change });
  });
});

test('a period counts as one filter', () => {
  expect(filterCount({ ...START_VIEW, from: '2026-01-01', to: '2026-01-02', types: ['groups', 'table'] })).toBe(2);
  expect(isSearch({ ...START_VIEW, search: '  ' })).toBe(false);
  expect(isSearch({ ...START_VIEW, to: '2026-01-02' })).toBe(true);
});
