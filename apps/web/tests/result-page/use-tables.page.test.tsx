import type { Analysis } from '@oncoloom/contract';
import { parseTsv } from '@oncoloom/figures';
import { defineTool } from '@oncoloom/tool-kit';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '../../src/api/query-client.ts';
import { useFigureTables } from '../../src/result-data/use-tables.ts';
import { entryOf } from '../support/page.tsx';

const ROLES = { points: 'fit', rows: 'kept' };

test('the tables of a figure stay the same object while nothing has changed', async () => {
  const tool = defineTool(await entryOf('log_transform').load());
  const analysis: Pick<Analysis, 'id'> = { id: 12 };
  const table = (text: string) => parseTsv(text, { title: '', role: 'figure', columns: [{ name: 'x', type: 'number', title: '' }] });
  queryClient.setQueryData(['result-table', 12, 'fit'], table('x\n1\n'));
  queryClient.setQueryData(['result-table', 12, 'kept'], table('x\n2\n'));
  const { result, rerender } = renderHook(() => useFigureTables(analysis as Analysis, tool, ROLES, true).tables, {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  });
  const first = result.current;
  expect(Object.keys(first ?? {})).toEqual(['points', 'rows']);
  rerender();
  expect(result.current).toBe(first);
  queryClient.setQueryData(['result-table', 12, 'fit'], table('x\n3\n'));
  rerender();
  expect(result.current?.points).not.toBe(first?.points);
  expect(result.current?.rows).toBe(first?.rows);
});
