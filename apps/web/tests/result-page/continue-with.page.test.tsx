import type { Analysis } from '@oncoloom/contract';
import { parseTsv } from '@oncoloom/figures';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router';
import { expect, test } from 'vitest';
import { queryClient } from '../../src/api/query-client.ts';
import { isAsked } from '../../src/base/asked.ts';
import { SelectionPanel } from '../../src/charts/selection-panel.tsx';
import { ContinueWith, listTakers } from '../../src/result-page/figures/continue-with.tsx';
import { EMPTY_FORM } from '../../src/tool-page/form/form-state.ts';
import { loadWish } from '../../src/tool-page/form/prefill.ts';
import { RESULT, RUNNING } from '../support/analysis.ts';
import { entryOf, renderPage } from '../support/page.tsx';

/** A result with a table of what its lists could have held, of so many rows. */
function resultWith(id: number, table: string, rows: number): Analysis {
  const told = { id: table, file_key: `${table}_tsv`, filename: `${table}.tsv`, rows, columns: [], matrix: null };
  const result = { ...RESULT, tables: [told] };
  return { ...RUNNING, id, task_type: 'intersection_gene', family: 'tcga', status: 'completed', result, output: result };
}
const source = resultWith(31, 'background', 0);
const tool = await entryOf('intersection_gene').load();
const NOTHING = { from: undefined, source: undefined, file: undefined, set: {}, example: false };

test('genes of a region are shown with the ways to go on, enrichment and a screen for survival among them', async () => {
  renderPage(
    <SelectionPanel
      genes={['TP53', 'MYC']}
      range="只在「甲」里"
      boxed={false}
      kind="gene"
      further={(genes) => <ContinueWith genes={genes} analysis={source} tool={tool} />}
      onShow={() => {}}
      onClose={() => {}}
    />,
    { path: '/', at: '/' },
  );
  expect(screen.getByRole('region', { name: '选中的一块' }).textContent).toContain('2 个基因只在「甲」里');
  await userEvent.click(screen.getByRole('button', { name: /用这些基因继续/ }));
  const link = await screen.findByRole('link', { name: /^GO 富集分析/ });
  expect(link.getAttribute('href')).toBe('/tcga-analysis/go_enrichment/analysis');
  expect(screen.getByRole('link', { name: /^Log-rank/ })).toBeDefined();
  expect(screen.queryByRole('link', { name: /^交集基因/ })).toBeNull();
});

test('every tool that is offered opens with the genes in its form', async () => {
  const genes = ['TP53', 'MYC', 'EGFR'];
  const takers = listTakers(source);
  expect(takers.length).toBeGreaterThan(2);
  for (const entry of [...takers, entryOf('intersection_gene')]) {
    const form = await loadWish(await entry.load(), { ...NOTHING, genes });
    const filled = JSON.stringify({ inputs: form.inputs, changed: form.changed });
    for (const gene of genes) expect([entry.taskType, filled]).toEqual([entry.taskType, expect.stringContaining(gene)]);
  }
  expect((await loadWish(await entryOf('go_enrichment').load(), NOTHING)).inputs).toEqual(EMPTY_FORM.inputs);
});

/** Says what the way to it has asked for. */
function Arrived() {
  const { state } = useLocation();
  return <p>{isAsked(state) ? `${state.genes?.join()} of ${state.universe?.join() ?? 'unknown'}` : ''}</p>;
}

test.each([
  [
    'an intersection, with the background that it was given',
    'intersection_gene',
    'background',
    'gene\nTP53\nMYC\nEGFR\n',
    'TP53 of TP53,MYC,EGFR',
  ],
  [
    'a comparison, with the genes that were tested',
    'limma_differential_analysis',
    'limma',
    'gene\tadj.P.Val\nTP53\t0.1\nMYC\t\nEGFR\t1\n',
    'TP53 of TP53,EGFR',
  ],
])('chosen genes go on from %s', async (_, taskType, table, text, arrived) => {
  const declared = await entryOf(taskType).load();
  const id = table.length;
  queryClient.setQueryData(
    ['result-table', id, table],
    parseTsv(text, declared.tables[table] ?? { title: '', role: 'figure', columns: [] }),
  );
  renderPage(<Pages analysis={resultWith(id, table, 3)} tool={declared} />, { path: '/*', at: '/' });
  await userEvent.click(screen.getByRole('button', { name: /用这些基因继续/ }));
  await userEvent.click(await screen.findByRole('link', { name: /^GO 富集分析/ }));
  expect(await screen.findByText(arrived)).toBeDefined();
});

function Pages(props: { analysis: Analysis; tool: typeof tool }) {
  return useLocation().pathname === '/' ? <ContinueWith genes={['TP53']} {...props} /> : <Arrived />;
}

test('the background stands in the form of an enrichment beside the list', async () => {
  const { inputs } = await loadWish(await entryOf('go_enrichment').load(), { ...NOTHING, genes: ['TP53'], universe: ['TP53', 'MYC'] });
  expect(inputs.gene_list).toMatchObject({ text: 'TP53' });
  expect(inputs.universe).toMatchObject({ text: 'TP53\nMYC' });
});
