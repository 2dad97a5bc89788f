import type { Analysis } from '@oncoloom/contract';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { PartSteps } from '../../src/result-page/steps/part-steps.tsx';
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
  renderPage(<PartSteps tool={tool} analysis={analysis} />, { path: '/', at: '/' });
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

test('a cluster of courses and a comparison of several groups are called what they are, and those without a gene are left out', async () => {
  const shown = async (analysisId: number, taskType: string, id: string, lines: string[]) => {
    const [header = ''] = lines;
    const file = `${id}.tsv`;
    const table = { id, file_key: `${id}_tsv`, filename: file, rows: lines.length - 1, columns: header.split('\t'), matrix: null };
    const own = { ...RESULT, tables: [table] };
    const of = lines.join('\n');
    fakeServer({
      [`/analysis/${analysisId}/files/${id}_tsv/${file}`]: () =>
        new Response(of, { headers: { 'Content-Type': 'text/tab-separated-values' } }),
    });
    const tool = await entryOf(taskType).load();
    const made: Analysis = { ...analysis, id: analysisId, task_type: tool.taskType, result: own, output: own };
    renderPage(<PartSteps tool={tool} analysis={made} />, { path: '/', at: '/' });
    const links = await screen.findAllByRole('link');
    const told = [screen.getByText(/^用一个/).textContent, ...links.map((link) => link.textContent)];
    await userEvent.click(screen.getByRole('combobox', { name: '接着做哪个分析' }));
    const ranking = screen.queryByText('GSEA 富集分析');
    if (ranking !== null) {
      await userEvent.click(ranking);
      told.push(...screen.getAllByRole('link').map((link) => `${link.textContent} ${decodeURIComponent(link.getAttribute('href') ?? '')}`));
    }
    cleanup();
    return told;
  };
  expect(await shown(8, 'time_course_differential', 'courses', ['gene\tcluster', 'A\tC1', 'B\tC2', 'C\tC1', 'D\t'])).toEqual([
    '用一个簇的基因做',
    'C1 2 个',
    'C2 1 个',
  ]);
  expect(await shown(9, 'multi_group_differential', 'summary', ['comparison\tsignificant', 'A − C\t1200', 'B − C\t0'])).toEqual([
    '用一个对比的基因做',
    'A − C 1,200 个',
    // All genes of a comparison are ranked, whether any of them is significant or not.
    'A − C  /bulk-analysis/gsea/analysis?source=9&module=A+−+C',
    'B − C  /bulk-analysis/gsea/analysis?source=9&module=B+−+C',
  ]);
});
