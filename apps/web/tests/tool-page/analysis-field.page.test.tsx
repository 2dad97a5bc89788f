import { LIST_SOURCES } from '@oncoloom/tool-kit';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { makersOf } from '../../src/tool-page/data/makers.ts';
import { AnalysisSelect } from '../../src/tool-page/fields/analysis-field.tsx';
import { ReferenceSetsField } from '../../src/tool-page/fields/reference-sets-field.tsx';
import { formOf } from '../support/form.ts';
import { fakeServer, Refusal, renderPage } from '../support/page.tsx';

/** Fields that offer what the server has: few calls, and a way on where one fails. */

const EMPTY = { results: [], count: 0, page: 1, page_size: 50, current_page: 1 };
const makers = makersOf(LIST_SOURCES);

function select() {
  return (
    <AnalysisSelect
      id="source"
      makers={makers}
      chosen={undefined}
      help={undefined}
      error={undefined}
      nothing="还没有"
      onChoose={() => {
        throw new Error('nothing was to be chosen');
      }}
    />
  );
}

test('asks for the results of all tools that serve by one call', async () => {
  const calls = fakeServer({ '/get_analysis_list': () => EMPTY });
  renderPage(select(), { path: '/', at: '/' });
  await userEvent.click(await screen.findByRole('combobox'));
  expect(await screen.findByText('还没有')).toBeDefined();
  expect(makers.length).toBeGreaterThan(5);
  expect(calls['/get_analysis_list']).toEqual([
    { task_type: makers.map(({ taskType }) => taskType).join(','), status: 'done', page: 1, page_size: 50 },
  ]);
});

test('a list that was refused says so and is asked for again by a click', async () => {
  let refused = true;
  fakeServer({
    '/get_analysis_list': () => {
      if (refused) throw new Refusal(429, { detail: '请求太频繁，请 1 秒后再试。' });
      return EMPTY;
    },
  });
  renderPage(select(), { path: '/', at: '/' });
  expect((await screen.findByRole('alert')).textContent).toContain('已完成的分析的列表没有取到：请求太频繁，请 1 秒后再试。');
  refused = false;
  await userEvent.click(screen.getByRole('button', { name: '再取一次' }));
  await expect.poll(() => screen.queryByRole('alert')).toBeNull();
});

test('a reference whose releases could not be loaded says so instead of staying empty', async () => {
  let refused = true;
  fakeServer({
    '/gene_sets': () => {
      if (refused) throw new Refusal(429, { detail: '请求太频繁，请 1 秒后再试。' });
      return { collections: [], available: [], unreadable: [] };
    },
  });
  const parameter = {
    kind: 'reference-sets',
    label: 'GO 注释',
    help: '',
    input: 'terms',
    family: 'go',
    organism: 'organism',
    subset: 'ontology',
  } as const;
  renderPage(<ReferenceSetsField name="terms" parameter={parameter} form={formOf({})} />, { path: '/', at: '/' });
  expect((await screen.findByRole('alert')).textContent).toContain('GO 注释没有取到：请求太频繁');
  refused = false;
  await userEvent.click(screen.getByRole('button', { name: '再取一次' }));
  expect((await screen.findByRole('alert')).textContent).toBe('没有安装人的GO 注释');
});
