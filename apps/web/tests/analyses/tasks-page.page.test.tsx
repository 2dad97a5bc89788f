import type { AnalysisCounts, AnalysisRow } from '@oncoloom/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import TasksPage from '../../src/analyses/tasks-page.tsx';
import { RUNNING } from '../support/analysis.ts';
import { closePage, fakeServer, renderPage, showPictures } from '../support/page.tsx';

const row = (id: number, change: Partial<AnalysisRow> = {}): AnalysisRow => ({
  ...RUNNING,
  id,
  task_name: `任务 ${id} · 取对数`,
  short_name: `任务 ${id}`,
  status: 'completed',
  finished: RUNNING.updated_at,
  result: { headline: `结果 ${id}` },
  ...change,
});
const ROWS = [row(1, { data_set: '甲' }), row(2, { data_set: '甲', starred: true }), row(3, { data_set: null })];
const COUNTS: AnalysisCounts = {
  statuses: { 'in-progress': 0, done: 13, failed: 2 },
  starred: 1,
  tools: [{ task_type: 'log_transform', family: 'bulk', count: 15 }],
  data_sets: [
    { data_set: '甲', count: 14 },
    { data_set: null, count: 1 },
  ],
};
let pictures: string[];
let rows: AnalysisRow[];

const open = (at: string) => {
  const calls = fakeServer({
    '/get_analysis_list': () => ({ results: rows, count: rows.length === 0 ? 0 : 15, page: 1, page_size: 10, current_page: 1 }),
    '/count_analyses': () => COUNTS,
    '/star_analysis': ({ analysis_id, starred }) => {
      rows = rows.map((one) => (one.id === analysis_id ? { ...one, starred: starred === true } : one));
      return rows.find(({ id }) => id === analysis_id);
    },
    ...Object.fromEntries(
      [1, 2, 3].map((id) => [
        `/analysis/${id}/thumbnail`,
        () => {
          pictures.push(String(id));
          return id === 3 ? new Response(null, { status: 204 }) : new Response(new Blob(['picture']), { status: 200 });
        },
      ]),
    ),
  });
  const where = renderPage(<TasksPage />, { path: '/tasks', at });
  return { calls, where };
};
const lastList = (calls: Record<string, unknown[]>) => calls['/get_analysis_list']?.at(-1);

beforeEach(() => {
  pictures = [];
  rows = ROWS;
  showPictures();
});
afterEach(closePage);

it('asks for what the address says, and tells how many each choice leads to', async () => {
  const { calls, where } = open('/tasks?status=done&data=甲&by=data_set');
  expect(await screen.findByRole('link', { name: '任务 1' })).toBeTruthy();
  expect(lastList(calls)).toEqual({ status: 'done', data_set: '甲', order: 'data_set', page: 1, page_size: 10 });
  expect(calls['/count_analyses']?.at(-1)).toEqual({ status: 'done', data_set: '甲' });
  expect(await screen.findByText('失败或取消 2')).toBeTruthy();
  fireEvent.click(screen.getByText('失败或取消 2'));
  await waitFor(() => expect(lastList(calls)).toMatchObject({ status: 'failed' }));
  fireEvent.click(screen.getByRole('button', { name: '清除条件' }));
  await waitFor(() => expect(lastList(calls)).toEqual({ order: 'data_set', page: 1, page_size: 10 }));
  expect(where()).toBe('/tasks?by=data_set');
});

it('puts what belongs together under one title, with the number on all pages', async () => {
  open('/tasks?by=data_set');
  expect(await screen.findByRole('rowheader', { name: '甲 14 次' })).toBeTruthy();
  expect(screen.getByRole('rowheader', { name: '粘贴的数据 1 次' })).toBeTruthy();
});

it('stars a run at once, by a call', async () => {
  const { calls } = open('/tasks');
  const star = await screen.findByRole('button', { name: '星标：任务 1 · 取对数' });
  expect([star, screen.getByRole('button', { name: '星标：任务 2 · 取对数' })].map((one) => one.getAttribute('aria-pressed'))).toEqual([
    'false',
    'true',
  ]);
  fireEvent.click(star);
  await waitFor(() => expect(star.getAttribute('aria-pressed')).toBe('true'));
  expect(calls['/star_analysis']).toEqual([{ analysis_id: 1, starred: true }]);
  fireEvent.click(screen.getByRole('button', { name: '星标 1' }));
  await waitFor(() => expect(lastList(calls)).toMatchObject({ starred: true }));
});

it('goes by the keyboard: / to the search, arrows from run to run', async () => {
  const { calls } = open('/tasks');
  const first = await screen.findByRole('link', { name: '任务 1' });
  fireEvent.keyDown(document.body, { key: '/' });
  const search = screen.getByRole('textbox', { name: '按名称搜索分析' });
  expect(document.activeElement).toBe(search);
  fireEvent.change(search, { target: { value: '肝癌' } });
  await waitFor(() => expect(lastList(calls)).toMatchObject({ search_name: '肝癌' }));
  expect(document.activeElement).toBe(search);
  first.focus();
  fireEvent.keyDown(first, { key: 'ArrowDown' });
  expect(document.activeElement?.textContent).toBe('任务 2');
});

it('shows the first figure of a result, and none of one without figures', async () => {
  open('/tasks');
  const list = await screen.findByRole('table');
  await waitFor(() => expect(list.querySelectorAll('.result-thumbnail img')).toHaveLength(2));
  expect(pictures.sort()).toEqual(['1', '2', '3']);
  const [, , , last] = within(list).getAllByRole('row');
  expect(last?.querySelector('.result-thumbnail .anticon-table')).toBeTruthy();
});

it('says what to do where there is nothing', async () => {
  rows = [];
  open('/tasks');
  expect(await screen.findByText(/这里还没有分析/)).toBeTruthy();
  closePage();
  open('/tasks?q=没有');
  expect(await screen.findByText(/没有符合条件的分析/)).toBeTruthy();
});
