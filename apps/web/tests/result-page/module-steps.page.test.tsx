import type { Analysis } from '@oncoloom/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { ModuleSteps } from '../../src/result-page/steps/module-steps.tsx';
import { RESULT, RUNNING } from '../support/analysis.ts';
import { entryOf, fakeServer, renderPage } from '../support/page.tsx';

const ROWS = ['gene\tmodule', 'A\tturquoise', 'B\tturquoise', 'C\tblue', 'D\tgrey'].join('\n');
const genes = { id: 'genes', file_key: 'genes_tsv', filename: 'genes.tsv', rows: 4, columns: ['gene', 'module'], matrix: null };
const result = { ...RESULT, tables: [genes] };
const analysis: Analysis = {
  ...RUNNING,
  id: 7,
  task_type: 'bulk_wgcna_stage2',
  family: 'bulk',
  status: 'completed',
  result,
  output: result,
};
const text = () => new Response(ROWS, { headers: { 'Content-Type': 'text/tab-separated-values' } });

test('each module goes to enrichment by one click, or to the analysis that is chosen', async () => {
  fakeServer({ '/analysis/7/files/genes_tsv/genes.tsv': text });
  const tool = await entryOf('bulk_wgcna_stage2').load();
  renderPage(<ModuleSteps tool={tool} analysis={analysis} />, { path: '/', at: '/' });
  const first = await screen.findByRole('link', { name: '用 turquoise 的基因做GO 富集分析' });
  expect([first.getAttribute('href'), first.textContent]).toEqual([
    '/bulk-analysis/go_enrichment/analysis?source=7&module=turquoise',
    'turquoise 2 个',
  ]);
  expect(screen.getAllByRole('link')).toHaveLength(2);
  await userEvent.click(screen.getByRole('combobox', { name: '接着做哪个分析' }));
  await userEvent.click(await screen.findByText('KEGG 富集分析'));
  expect((await screen.findByRole('link', { name: /^用 blue/ })).getAttribute('href')).toBe(
    '/bulk-analysis/kegg_enrichment/analysis?source=7&module=blue',
  );
});
