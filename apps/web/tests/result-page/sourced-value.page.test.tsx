import type { Analysis } from '@oncoloom/contract';
import { parseTsv } from '@oncoloom/figures';
import { tellTool } from '@oncoloom/tool-kit';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { queryClient } from '../../src/api/query-client.ts';
import { MethodsCard } from '../../src/result-page/about/methods-card.tsx';
import { SummaryCard } from '../../src/result-page/about/summary-card.tsx';
import { Sourced } from '../../src/result-page/sources/context.ts';
import { RESULT, RUNNING } from '../support/analysis.ts';
import { entryOf } from '../support/page.tsx';

const SUMMARY = '[up:1 个基因上调]，上升最多的是 *B*（log2FC 2.50），校正后 P < 0.05。';
const at = (text: string, name: string | null) => ({ name, start: SUMMARY.indexOf(text), end: SUMMARY.indexOf(text) + text.length });

/** A summary of limma, read with its table at hand. */
async function summary() {
  const tool = tellTool(await entryOf('limma_differential_analysis').load(), 'zh', 'gene');
  const result = {
    ...RESULT,
    summary: SUMMARY,
    places: { ...RESULT.places, summary: [at('1', 'up'), at('2.50', 'top_up_logfc'), at('0.05', 'padj')] },
    sources: {
      up: { kind: 'table' as const, label: '上调', table: 'limma' },
      top_up_logfc: { kind: 'table' as const, label: '上升最多的 log2FC', table: 'limma' },
      padj: { kind: 'parameter' as const, label: '校正后 P 值（BH）' },
    },
    facts: { up: 1, top_up: 'B', top_up_logfc: 2.5 },
  };
  const analysis: Analysis = { ...RUNNING, id: 31, status: 'completed', parameters: { log2fc: 1, padj: 0.05 }, result, output: result };
  const declaration = tool.tables.limma;
  if (declaration === undefined) throw new Error('limma has no table');
  queryClient.setQueryData(
    ['result-table', 31, 'limma'],
    parseTsv('gene\tlogFC\tP.Value\tadj.P.Val\nA\t-3\t0.01\t0.2\nB\t2.5\t0.001\t0.01\n', declaration),
  );
  const openTable = vi.fn(() => true);
  render(
    <QueryClientProvider client={queryClient}>
      <Sourced value={{ analysis, result, tool, openTable }}>
        <SummaryCard result={result} />
        <section aria-label="参数与版本">…</section>
        <MethodsCard analysis={analysis} result={result} />
      </Sourced>
    </QueryClientProvider>,
  );
  return { openTable, user: userEvent.setup() };
}

test('a number tells its cell on focus, and Enter opens the table at its row', async () => {
  const { openTable, user } = await summary();
  await user.tab();
  expect(document.activeElement?.textContent).toBe('1');
  expect(await screen.findByText(/来自：表「.*」，logFC ≥ 1，adj\.P\.Val < 0\.05 的行数/)).toBeDefined();
  await user.tab();
  expect(document.activeElement?.textContent).toBe('2.50');
  expect(await screen.findByText(/logFC 列，第 2 行/)).toBeDefined();
  await user.keyboard('{Enter}');
  expect(openTable).toHaveBeenLastCalledWith('limma', [1]);
});

test('a parameter leads to the parameters', async () => {
  const { user } = await summary();
  const card = screen.getByRole('region', { name: '参数与版本' });
  card.scrollIntoView = vi.fn();
  await user.hover(screen.getByText('0.05'));
  expect(await screen.findByText(/来自：参数「校正后 P 值（BH）」/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: '看「参数与版本」' }));
  expect(card.scrollIntoView).toHaveBeenCalled();
});
