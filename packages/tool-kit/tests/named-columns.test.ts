import { describe, expect, it } from 'vitest';
import bars from '../../../tools/plotting/bidirectional-barplot/tool.ts';
import volcano from '../../../tools/plotting/volcano-plot/tool.ts';
import { checkInputs, completeRequest, geneColumn, type ToolDefinition } from '../src/index.ts';

/** The columns that a form finds in a pasted or uploaded result. @param text Cells that are no numbers make a column of texts. */
function found(tool: ToolDefinition, columns: string[], row: string[]) {
  const cells = Array.from({ length: 12 }, (_, i) => row.map((cell) => (/^[A-Z]/.test(cell) ? `${cell}${i}` : cell)));
  const completed = completeRequest(tool, { table: { columns, rows: cells } });
  if (!completed.ok) throw new Error(JSON.stringify(completed.errors));
  const numeric = row.map((cell) => !/^[A-Za-z]/.test(cell));
  const input = { name: 't', table: { columns, numeric, rowCount: cells.length, cells } };
  const { findings, values } = checkInputs(tool, completed.request, { table: input });
  expect(findings.filter(({ level }) => level === 'must')).toEqual([]);
  return values;
}

describe('a volcano finds its columns in results as they are written', () => {
  it.each([
    ['DESeq2', ['gene', 'baseMean', 'log2FoldChange', 'lfcSE', 'stat', 'pvalue', 'padj'], 'G 1 2 1 1 .1 .2', [0, 2, 5, 6]],
    ['edgeR', ['genes', 'logFC', 'logCPM', 'F', 'PValue', 'FDR'], 'G 1 2 3 .1 .2', [0, 1, 4, 5]],
    ['FindMarkers', ['列 1', 'p_val', 'avg_log2FC', 'pct.1', 'pct.2', 'p_val_adj'], 'G .1 2 1 1 .2', [0, 2, 1, 5]],
    ['FindAllMarkers', ['行名', 'p_val', 'avg_log2FC', 'pct.1', 'p_val_adj', 'cluster', 'gene'], 'R .1 2 1 .2 c G', [6, 2, 1, 4]],
    ['scanpy', ['names', 'scores', 'logfoldchanges', 'pvals', 'pvals_adj'], 'G 1 2 .1 .2', [0, 2, 3, 4]],
    ['GEO2R', ['ID', 'adj.P.Val', 'P.Value', 't', 'B', 'logFC', 'Gene.symbol', 'Gene.title'], 'P .2 .1 1 1 2 G T', [6, 5, 2, 1]],
    ['topTable', ['X', 'logFC', 'AveExpr', 't', 'P.Value', 'adj.P.Val', 'B'], 'G 2 1 1 .1 .2 1', [0, 1, 4, 5]],
    ['a Chinese table', ['基因名称', 'log2 FC', 'P value', 'adj. P'], 'G 2 .1 .2', [0, 1, 2, 3]],
    ['a table with another header', ['transcript', 'type', 'log2FC', 'pvalue'], 'G c 2 .1', [0, 2, 3, null]],
    ['types in front of the names', ['type', 'target', 'log2FC', 'pvalue'], 'c G 2 .1', [1, 2, 3, null]],
  ] as const)('%s', (_, columns, row, at) => {
    const values = found(volcano as ToolDefinition, [...columns], row.split(' '));
    const [gene, effect, p, padj] = at.map((place) => (place === null ? null : columns[place]));
    expect(values).toMatchObject({ gene_column: gene, log2fc_column: effect, p_column: p, padj_column: padj });
  });
});

it.each([
  ['fgsea', ['pathway', 'pval', 'padj', 'log2err', 'ES', 'NES', 'size'], 'H .1 .2 1 1 2 9', ['pathway', 'NES', 'padj']],
  ['clusterProfiler', ['行名', 'ID', 'Description', 'NES', 'pvalue', 'p.adjust'], 'R I D 2 .1 .2', ['Description', 'NES', 'p.adjust']],
  ['limma on GSVA', ['名称', 'logFC', 'AveExpr', 't', 'P.Value', 'adj.P.Val'], 'H 1 1 2 .1 .2', ['名称', 't', 'adj.P.Val']],
  ['pasted row names', ['列 1', 'logFC', 't', 'P.Value', 'adj.P.Val'], 'H 1 2 .1 .2', ['列 1', 't', 'adj.P.Val']],
] as const)('bars to both sides find the columns of %s', (_, columns, row, [term, value, p]) => {
  const values = found(bars as ToolDefinition, [...columns], row.split(' '));
  expect(values).toMatchObject({ term_column: term, value_column: value, p_column: p });
});

it('no column of a table of numbers names genes', () => {
  expect(geneColumn(['a', 'b'], [true, true], [['1', '2']])).toBe(-1);
});
