import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import limma from '../../../tools/differential/limma-differential/tool.ts';
import volcano from '../../../tools/plotting/volcano-plot/tool.ts';
import { completeRequest, completeStyle, readStyle, type SparseRequest, splitGenes, type ToolDefinition } from '../src/index.ts';

const groups = [
  { sample: 'a', group: '肿瘤' },
  { sample: 'b', group: '正常' },
];
const minimal = { task_type: 'limma_differential_analysis', file_id: 3, sample_groups: groups, case_group: '肿瘤', control_group: '正常' };

function values(tool: ToolDefinition, body: SparseRequest) {
  const completed = completeRequest(tool, body);
  if (!completed.ok) throw new Error(JSON.stringify(completed.errors));
  return completed.request;
}

function fields(tool: ToolDefinition, body: SparseRequest): string[] {
  const completed = completeRequest(tool, body);
  return completed.ok ? [] : completed.errors.map((error) => error.field);
}

describe('completeRequest', () => {
  it('fills every default, those of the specification among them', () => {
    expect(values(limma, minimal).values).toMatchObject({
      data_type: 'microarray',
      filter_threshold: 0,
      log2_transform: false,
      log2fc: 1,
      padj: 0.05,
      trend: false,
      robust: false,
      up_color: '#ff4757',
      down_color: '#546de5',
      nochange_color: '#d2dae2',
      covariates: [],
      pair_column: null,
    });
  });

  it('takes another default where another parameter says so, and the caller’s word before both', () => {
    expect(values(limma, { ...minimal, data_type: 'rnaseq' }).values).toMatchObject({ trend: true, robust: true });
    expect(values(limma, { ...minimal, data_type: 'rnaseq', trend: 0 }).values).toMatchObject({ trend: false, robust: true });
  });

  it('reads aliases, nested parameters, digits as numbers and 1/0 as flags', () => {
    const { file_id: _, ...rest } = minimal;
    const request = values(limma, { ...rest, expression_file_id: '3', parameters: { log2fc: '0.5', log2_transform: 1 } });
    expect(request.inputs.file_id).toEqual({ from: 'file', id: 3 });
    expect(request.values).toMatchObject({ log2fc: 0.5, log2_transform: true });
  });

  it('does not take a request for the example because its parameters say so', () => {
    expect(values(limma, { ...minimal, parameters: { example: true } }).example).toBe(false);
    expect(values(limma, { ...minimal, example: true }).example).toBe(true);
  });

  it('refuses an id that no row can have, in our own words whatever zod speaks', () => {
    z.config(z.locales.zhCN());
    for (const file_id of [2_147_483_648, '999999999999999', 0, 1.5, true, []]) {
      expect(completeRequest(limma, { ...minimal, file_id })).toEqual({
        ok: false,
        errors: [{ field: 'file_id', detail: '「表达矩阵」要选一个文件' }],
      });
    }
    z.config(z.locales.en());
  });

  it('refuses group rows that would make a table of millions of columns', () => {
    const sample_groups = Array.from({ length: 20_000 }, (_, i) => ({ sample: `s${i}`, group: 'a', [`c${i}`]: '1' }));
    expect(completeRequest(limma, { ...minimal, sample_groups })).toEqual({
      ok: false,
      errors: [{ field: 'sample_groups', detail: '「分组」最多 50 列，请去掉用不到的列' }],
    });
  });

  it('takes a groups table by its id under both spellings', () => {
    const { sample_groups: _, ...rest } = minimal;
    for (const key of ['sample_groups_file_id', 'sample_groups_file']) {
      expect(values(limma, { ...rest, [key]: 9 }).inputs.sample_groups).toEqual({ from: 'file', id: 9 });
    }
  });

  it('refuses a field that it does not know, so that a misspelt threshold cannot be silently left out', () => {
    expect(fields(limma, { ...minimal, log2_fc: 2 })).toEqual(['log2_fc']);
  });

  it.each([
    [{ log2fc: 'viel' }, 'log2fc'],
    [{ log2fc: -1 }, 'log2fc'],
    [{ padj: 0 }, 'padj'],
    [{ padj: 1.1 }, 'padj'],
    [{ data_type: 'proteome' }, 'data_type'],
    [{ up_color: 'red' }, 'up_color'],
    [{ file_id: 'x; rm -rf /' }, 'file_id'],
    [{ sample_groups: [{ sample: 'a' }] }, 'sample_groups'],
    [{ sample_groups: [] }, 'sample_groups'],
    [{ case_group: {} }, 'case_group'],
    [{ task_name: 'x'.repeat(81) }, 'task_name'],
    [{ font_size: 400 }, 'font_size'],
  ])('names the field at fault: %j', (change, field) => {
    expect(fields(limma, { ...minimal, ...change })).toContain(field);
  });

  it('answers in Chinese', () => {
    const completed = completeRequest(limma, {
      task_type: 'limma_differential_analysis',
      padj: 7,
      data_type: 1,
      log2fc: null,
      case_group: '',
    });
    expect(completed.ok).toBe(false);
    if (!completed.ok) for (const { detail } of completed.errors) expect(detail).toMatch(/[\u4e00-\u9fff]/);
  });

  it('wants exactly one of the alternatives', () => {
    expect(fields(volcano, {})).toEqual(['source_analysis_id']);
    expect(fields(volcano, { source_analysis_id: 1, file_id: 2 })).toEqual(['file_id']);
    expect(fields(volcano, { source_analysis_id: 1 })).toEqual([]);
  });

  it('reads a pasted table and refuses a ragged one', () => {
    const table = { columns: ['gene', 'logFC', 'P.Value'], rows: [['TP53', 1.5, '1e-5']] };
    expect(values(volcano, { table }).inputs.table).toEqual({ from: 'rows', columns: table.columns, rows: [['TP53', '1.5', '1e-5']] });
    expect(fields(volcano, { table: { ...table, rows: [['TP53', 1.5]] } })).toEqual(['table']);
  });

  it('keeps style fields apart by figure', () => {
    expect(values(limma, { ...minimal, plot_title: '肝癌', label_top: 3 }).styles).toMatchObject({
      volcano: { plot_title: '肝癌', label_top: 3 },
      ma: { plot_title: '肝癌' },
    });
  });
});

describe('styles', () => {
  it('start from the run’s values and end with the edits', () => {
    const style = completeStyle(limma, 'volcano', { up_color: '#112233', log2fc: 2 }, { point_size: 4 });
    expect(style).toMatchObject({ up_color: '#112233', log2fc: 2, point_size: 4, down_color: '#546de5', label_genes: [] });
  });

  it('refuse what the figure does not have', () => {
    expect(readStyle(limma, 'p_histogram', { point_size: 3 }).errors).toHaveLength(1);
    expect(readStyle(limma, 'volcano', { up_color: 'url(x)' }).errors).toHaveLength(1);
    expect(readStyle(limma, 'volcano', { constructor: 1 }).errors).toHaveLength(1);
  });
});

it('splits gene lists at white space and every punctuation, and folds duplicates', () => {
  expect(splitGenes('TP53, EGFR；MYC、KRAS\n\nTP53\t  BRCA1')).toEqual(['TP53', 'EGFR', 'MYC', 'KRAS', 'BRCA1']);
  expect(splitGenes(['TP53', 3, null, ' ', 'EGFR '])).toEqual(['TP53', 'EGFR']);
});
