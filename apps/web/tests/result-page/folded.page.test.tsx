import type { AnalysisResult } from '@oncoloom/contract';
import { defineTool } from '@oncoloom/tool-kit';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { ParametersCard } from '../../src/result-page/about/parameters-card.tsx';
import { DataCard, SummaryCard } from '../../src/result-page/about/summary-card.tsx';
import ResultPage from '../../src/result-page/result-page.tsx';
import { at, RESULT, RUNNING } from '../support/analysis.ts';
import { entryOf, fakeServer, renderPage } from '../support/page.tsx';

const LOG = entryOf('log_transform');

test('long lists stand behind their number until they are asked for', async () => {
  const names = Array.from({ length: 30 }, (_, i) => `probe${i}`).join('、');
  const notes = Array.from({ length: 5 }, (_, i) => ({ code: `n${i}`, level: 'note' as const, message: `说明 ${i}` }));
  const result: AnalysisResult = {
    ...RESULT,
    findings: [{ code: 'unmapped', level: 'should', message: '有 30 个探针没有对上', detail: names }, ...notes],
    versions: { R: '4.2.2', limma: '3.54.0', edgeR: '3.40.0' },
  };
  const sha256 = 'ab'.repeat(32);
  const analysis = { ...RUNNING, inputs: RUNNING.inputs.map((input) => ({ ...input, sha256 })) };
  const tool = defineTool(await LOG.load());
  render(
    <>
      <SummaryCard result={result} />
      <DataCard result={result} />
      <ParametersCard title="参数与版本" tool={tool} analysis={analysis} result={result} />
    </>,
  );
  const folded = [
    ['名单 30 个', /probe29/],
    ['其余说明 2 条', '说明 4。'],
    ['输入的校验和（SHA-256） 1 个', sha256],
    ['软件包的版本 2 个', '3.40.0'],
  ] as const;
  expect(screen.getByText('说明 2。')).toBeDefined();
  expect(screen.getByText('4.2.2')).toBeDefined();
  for (const [name, text] of folded) {
    const button = screen.getByRole('button', { name: new RegExp(name.replace(/[()（）]/g, '.')) });
    expect([button.getAttribute('aria-expanded'), screen.queryByText(text)]).toEqual(['false', null]);
    await userEvent.click(button);
    expect(button.getAttribute('aria-expanded')).toBe('true');
    expect(screen.getByText(text)).toBeDefined();
  }
});

test('a table that one looks things up in stands behind its number of rows', async () => {
  const names = { id: 'names', file_key: 'names_tsv', filename: 'names.tsv', rows: 1203, columns: ['asked', 'found', 'how'], matrix: null };
  const result = { ...RESULT, tables: [names] } as unknown as AnalysisResult;
  fakeServer({
    '/get_analysis': () => ({ ...RUNNING, status: 'completed', progress: 100, finished: at(5), result, output: result }),
    '/get_analysis_log': () => ({ lines: [] }),
  });
  renderPage(<ResultPage entry={LOG} />, { path: LOG.routes.result, at: LOG.routes.result.replace(':id', '12') });
  const title = '名单里换了写法或没有找到的名字';
  const button = await screen.findByRole('button', { name: new RegExp(`${title} 1,203 行`) });
  expect(screen.queryByRole('region', { name: title })).toBeNull();
  await userEvent.click(button);
  expect(screen.getByRole('region', { name: title })).toBeDefined();
  await userEvent.click(button);
  expect(screen.queryByRole('region', { name: title })).toBeNull();
});
