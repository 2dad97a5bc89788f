import type { Cohort, GeneInCohort } from '@oncoloom/contract';
import { singleGene, type ToolDefinition } from '@oncoloom/tool-kit';
import { type MenuEntry, menu } from '@oncoloom/tools/menu';
import { describe, expect, test } from 'vitest';
import survival from '../../../../tools/survival/overall-survival/tool.ts';
import { formsOfGene } from '../../src/genes/single-gene-forms.ts';

function cohort(code: string, change: Partial<Cohort> = {}): Cohort {
  const expression = { unit: 'log2(TPM+1)', genes: 60_000, samples: 20, tumours: 15, normals: 5, gtex: 0, pairs: 5 };
  return {
    ...{ code, label: `TCGA-${code.toUpperCase()}`, name: code, english: code, installed: true, only_tcga: 1, tcga_gtex: 1 },
    ...{ samples: 15, normals: 5, events: 4, source: '', release: '1', simulated: false, notes: [], clinical: {} },
    usable: { tumour_vs_normal: true, with_gtex: false, OS: true, PFI: false },
    matrices: { expression },
    survival: { OS: { patients: 15, events: 4 } },
    ...change,
  };
}
const found = (code: string, symbol: string | null): GeneInCohort => ({
  ...{ code, label: code, name: code, simulated: false, symbol, unit: 'log2(TPM+1)', tumour: null, normal: null },
});

const [entry] = menu as [MenuEntry];
const forms = (tool: ToolDefinition, genes: GeneInCohort[], cohorts: Cohort[]) =>
  formsOfGene({ entry, tool }, { symbol: 'NECTIN4', aliases: ['PVRL4'] }, genes, cohorts);
const setOf = (path = '') => JSON.parse(new URLSearchParams(path.split('?')[1]).get('set') ?? '{}');

/** Takes several cohorts, and compares tumours with normals, with those of GTEx unless told otherwise. */
const several: ToolDefinition = {
  ...survival,
  parameters: {
    dataset: { kind: 'cohort', label: '队列', input: 'dataset', several: true, needs: { comparison: { withGtex: 'with_gtex' } } },
    genes: { kind: 'genes', label: '基因', max: 20, aliases: ['target_gene'] },
    with_gtex: { kind: 'flag', label: 'GTEx', default: false },
  },
};

test('tools that take one gene and a cohort are known by their declaration', () => {
  expect(singleGene(survival.parameters)).toMatchObject({ gene: 'target_gene', dataset: 'dataset' });
  expect(menu.filter(({ ofGene }) => ofGene).map(({ taskType }) => taskType)).toEqual(
    expect.arrayContaining(['survival_analysis', 'pfs_analysis', 'coexpression_analysis', 'single_gene_differential_expression']),
  );
  const without = ['limma_differential_analysis', 'log_rank_survival'];
  expect(menu.filter(({ taskType, ofGene }) => ofGene && without.includes(taskType))).toEqual([]);
});

describe('forms over the cohorts', () => {
  const genes = [found('acc', 'NECTIN4'), found('chol', 'PVRL4'), found('meso', null), found('uvm', 'NECTIN4')];
  const cohorts = [cohort('acc'), cohort('chol'), cohort('meso'), cohort('uvm', { survival: {} }), cohort('luad', { installed: false })];

  test('of a tool for one cohort: each that holds the gene, by its symbol; the preferred one first of all', () => {
    const { best, each, without } = forms(survival, genes, cohorts);
    expect(each.map(({ path }) => setOf(path))).toEqual([
      { dataset: 'acc', target_gene: 'NECTIN4' },
      { dataset: 'chol', target_gene: 'NECTIN4' },
    ]);
    expect(best?.cohorts.map(({ code }) => code)).toEqual(['acc']);
    expect(setOf(best?.path)).toEqual({ dataset: 'acc', target_gene: 'NECTIN4' });
    expect(without.map(({ cohort: { code }, problem }) => [code, /总生存/.test(problem)])).toEqual([['uvm', true]]);
  });

  test('of a tool for one cohort: one of patients before a simulated one, whatever the gene is called there', () => {
    const simulated = cohort('sim', { label: 'SIM', simulated: true });
    const { best } = forms(survival, [...genes, found('sim', 'NECTIN4')], [cohort('chol'), simulated]);
    expect(setOf(best?.path)).toEqual({ dataset: 'chol', target_gene: 'NECTIN4' });
  });

  test('of a tool for several: all at once whose name for the gene is known', () => {
    const hidden = genes.map((gene) => (gene.code === 'uvm' ? found('uvm', 'RP11-1') : gene));
    const { best, each } = forms(several, hidden, cohorts);
    expect(setOf(best?.path)).toEqual({ dataset: ['acc', 'chol'], genes: ['NECTIN4'] });
    expect(setOf(each[1]?.path)).toEqual({ dataset: ['chol'], genes: ['NECTIN4'] });
  });

  test('of a tool for several: with one that has no normals beside others, not by itself', () => {
    const expression = { unit: 'log2(TPM+1)', genes: 60_000, samples: 15, tumours: 15, normals: 0, gtex: 0, pairs: 0 };
    const bare = cohort('uvm', { matrices: { expression } });
    const { best, each, without } = forms(several, genes, [cohort('acc'), bare]);
    expect(setOf(best?.path).dataset).toEqual(['acc', 'uvm']);
    expect([each.map(({ cohort: { code } }) => code), without.map(({ cohort: { code } }) => code)]).toEqual([['acc'], ['uvm']]);
    expect(forms(several, genes, [bare]).best).toBeUndefined();
  });

  test('without GTEx where TCGA’s own normals do', () => {
    const dataset = { kind: 'cohort', label: '队列', input: 'dataset', needs: { comparison: { withGtex: 'with_gtex' } } } as const;
    const with_gtex = { kind: 'flag', label: 'GTEx', default: true } as const;
    const tool: ToolDefinition = { ...several, parameters: { dataset, gene: { kind: 'gene', label: '基因' }, with_gtex } };
    expect(setOf(forms(tool, genes, cohorts).best?.path)).toEqual({ dataset: 'acc', gene: 'NECTIN4', with_gtex: false });
  });

  test('of a gene that no cohort holds: none', () => {
    expect(forms(survival, [found('acc', null)], cohorts)).toMatchObject({ best: undefined, each: [], without: [] });
  });
});
