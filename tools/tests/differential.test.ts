import { describe, expect, it } from 'vitest';
import { catalogue } from '../catalogue.ts';

const tools = catalogue.map(({ tool }) => tool).filter(({ differential }) => differential !== undefined);

describe('tools whose genes other tools go on from', () => {
  it('are those that compare two groups gene by gene', () => {
    const types = tools.map(({ taskType }) => taskType);
    expect(types).toEqual(expect.arrayContaining(['limma_differential_analysis', 'bulk_deseq2_diff', 'gene_differential_expression']));
  });

  it.each(tools)('name a table, columns and thresholds that exist: $taskType', ({ tables, parameters, differential }) => {
    const columns = Object.fromEntries(tables[differential?.table ?? '']?.columns.map(({ name, type }) => [name, type]) ?? []);
    const { gene = '', logFC = '', padj = '' } = differential ?? {};
    expect([columns[gene], columns[logFC], columns[padj]]).toEqual(['gene', 'log2', 'p']);
    expect(Object.keys(parameters)).toEqual(expect.arrayContaining(['log2fc', 'padj']));
  });
});
