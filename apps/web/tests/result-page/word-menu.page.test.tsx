import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { WordMenu } from '../../src/result-page/downloads/word-menu.tsx';
import { LegendNote } from '../../src/result-page/figures/legend-note.tsx';
import { RESULT } from '../support/analysis.ts';
import { renderPage } from '../support/page.tsx';

const DECLARATION = { title: '差异表', role: 'result', columns: [] } as const;
const of = (rows: number) => ({
  ...RESULT,
  tables: [{ id: 'limma', file_key: 'limma_tsv', filename: 'limma.tsv', rows, columns: ['gene', 'logFC'], matrix: null }],
});
const menu = async (rows: number) => {
  renderPage(<WordMenu analysisId={1} result={of(rows)} id="limma" declaration={DECLARATION} />, { path: '/', at: '/' });
  await userEvent.click(screen.getByRole('button', { name: '下载 Word 三线表：差异表' }));
};

test('a table that a paper has room for is offered in both languages', async () => {
  await menu(200);
  expect(await screen.findByText('中文三线表')).toBeDefined();
  expect(screen.getByText('英文三线表')).toBeDefined();
});

test('a longer one says why it is not, and what to do', async () => {
  await menu(201);
  expect(await screen.findByText(/这张表有 201 行，Word 表格最多 200 行、16 列。可以筛选后用「复制」/)).toBeDefined();
  expect(screen.queryByText('中文三线表')).toBeNull();
});

test('the legend of a figure is shown in either language', async () => {
  const result = {
    ...RESULT,
    legends: { km: { zh: '生存曲线。P = 0.003。', en: 'Kaplan–Meier curves. P = 0.003.' } },
    files: [{ file_key: 'km_pdf', filename: 'A_KM.pdf', kind: 'figure' as const, title: '', media_type: 'application/pdf', size: 1 }],
  };
  renderPage(<LegendNote analysisId={1} result={result} id="km" title="生存曲线" />, { path: '/', at: '/' });
  await userEvent.click(screen.getByRole('button', { name: '论文用的图注：生存曲线' }));
  expect(screen.getByText('生存曲线。P = 0.003。')).toBeDefined();
  await userEvent.click(screen.getByText('English'));
  expect(await screen.findByText('Kaplan–Meier curves. P = 0.003.')).toBeDefined();
});
