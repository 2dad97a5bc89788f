import { TASK_NAME_MAX } from '@oncoloom/contract';
import { describe, expect, test } from 'vitest';
import { catalogue } from '../../../tools/catalogue.ts';
import limma from '../../../tools/differential/limma-differential/tool.ts';
import volcano from '../../../tools/plotting/volcano-plot/tool.ts';
import survival from '../../../tools/survival/overall-survival/tool.ts';
import screen from '../../../tools/tcga/single-gene-differential/tool.ts';
import { taskName } from '../src/request/naming.ts';

const cohort = { field: 'dataset', name: 'TCGA-ACC' };

describe('an analysis is called by what is in it', () => {
  test('gene, cohort and endpoint', () => expect(taskName(survival, { target_gene: 'FOXM1' }, [cohort])).toBe('FOXM1 · TCGA-ACC · OS'));

  test('groups and file, without the endings of its name', () => {
    const inputs = [{ field: 'file_id', name: 'GSE14520-GPL571_series_matrix.txt.gz' }];
    const name = 'Tumor 比 Non-Tumor · GSE14520-GPL571 · limma';
    expect(taskName(limma, { case_group: 'Tumor', control_group: 'Non-Tumor' }, inputs)).toBe(name);
  });

  test('many genes and cohorts are counted', () => {
    const inputs = ['TCGA-ACC', 'TCGA-BRCA', 'TCGA-LIHC'].map((name) => ({ field: 'dataset', name }));
    expect(taskName(screen, { target_genes: ['TP53', 'MYC', 'EGFR'] }, inputs)).toBe(
      'TP53、MYC 等 3 个 · TCGA-ACC、TCGA-BRCA 等 3 个 · 肿瘤比正常',
    );
  });

  test('what is not there is left out; one of several inputs stands', () => {
    expect(taskName(volcano, {}, [{ field: 'file_id', name: 'deg.csv' }])).toBe('deg · 火山图');
    expect(taskName(volcano, {}, [])).toBe('火山图');
  });

  test('of a long name the words are cut: both groups, the file and what was done stay', () => {
    const values = { case_group: 'Liver Tumor Tissue of Patients', control_group: 'Liver Non-Tumor Tissue' };
    const name = taskName(limma, values, [{ field: 'file_id', name: 'a-very-long-name-of-a-file-from-a-company.xlsx' }]);
    expect(name).toBe('Liver Tumor Tissue … 比 Liver Non-Tumor Tis… · a-very-long-name-of… · limma');
    expect([...name].length).toBeLessThanOrEqual(TASK_NAME_MAX);
  });

  test('a long name is cut between letters', () => {
    const name = taskName(limma, { case_group: '𠮷'.repeat(60), control_group: '乙'.repeat(60) }, [
      { field: 'file_id', name: 'x'.repeat(300) },
    ]);
    expect([...name].length).toBeLessThanOrEqual(TASK_NAME_MAX);
    expect(() => encodeURIComponent(name)).not.toThrow();
  });
});

test.each(catalogue.map(({ tool }) => [tool.taskType, tool] as const))('%s names parameters that it has', (_, tool) => {
  const named = [...tool.naming.matchAll(/\{\{([^}]*)\}\}/g)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(0);
  for (const name of named) expect(Object.keys(tool.parameters)).toContain(name);
});
