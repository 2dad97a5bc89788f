import type { Analysis } from '@oncoloom/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { SelectionPanel } from '../../src/charts/selection-panel.tsx';
import { ContinueWith, listTakers } from '../../src/result-page/continue-with.tsx';
import { EMPTY_FORM } from '../../src/tool-page/form-state.ts';
import { loadWish } from '../../src/tool-page/prefill.ts';
import { entryOf, renderPage } from '../support/page.tsx';

const source: Pick<Analysis, 'task_type' | 'family'> = { task_type: 'intersection_gene', family: 'tcga' };
const NOTHING = { from: undefined, source: undefined, file: undefined, set: {}, example: false };

test('genes of a region are shown with the ways to go on, enrichment and a screen for survival among them', async () => {
  renderPage(
    <SelectionPanel
      genes={['TP53', 'MYC']}
      range="只在「甲」里"
      boxed={false}
      kind="gene"
      further={(genes) => <ContinueWith genes={genes} analysis={source} />}
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
