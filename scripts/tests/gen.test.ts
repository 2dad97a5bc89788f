import { both, defineTool, type ToolDefinition } from '@oncoloom/tool-kit';
import { describe, expect, it } from 'vitest';
import { declared } from '../../apps/server/tests/support/declared.ts';
import limma from '../../tools/differential/limma-differential/tool.ts';
import logTransform from '../../tools/expression/log-transform/tool.ts';
import { catalogueFaults } from '../gen/faults.ts';
import { menuSource, pageEntries } from '../gen/menu.ts';

/** A tool of two families, and the plot that is drawn from its results: as real ones but for their name, place and price. */
const { popular: _, introduces: __, ...plain } = limma;
const enrichment: ToolDefinition = defineTool({ ...plain, ...declared('go_enrichment') });
const plot: ToolDefinition = defineTool({ ...plain, ...declared('go_plot') });
const entries = [
  { path: 'plotting/terms', tool: plot },
  { path: 'enrichment/go', tool: enrichment },
  { path: 'differential/limma', tool: limma },
];

describe('declarations side by side', () => {
  it('make a catalogue', () => {
    expect(catalogueFaults(entries)).toEqual([]);
  });

  it('are refused where two have one task type, one address or one place of a menu', () => {
    const [page] = plain.pages;
    const other: ToolDefinition = { ...plain, ...declared('bulk_deseq2_diff') };
    const faultsOf = (change: Partial<ToolDefinition>) => catalogueFaults([...entries, { path: 'a/b', tool: { ...other, ...change } }]);
    const both = 'is that of tools/differential/limma and of tools/a/b';
    expect(faultsOf({})).toEqual([]);
    expect(faultsOf({ taskType: 'limma_differential_analysis' })).toEqual([`the task type limma_differential_analysis ${both}`]);
    expect(faultsOf({ aliases: ['limma_differential_analysis'] })).toEqual([`the task type limma_differential_analysis ${both}`]);
    expect(faultsOf({ pages: [{ ...page, place: 99 }] })).toEqual([
      `/bulk-analysis/limma-differential/analysis ${both}`,
      `/bulk-analysis/limma-differential/result/:id ${both}`,
    ]);
    expect(faultsOf({ pages: [{ ...other.pages[0], place: page.place }] })).toEqual([`place ${page.place} of bulk ${both}`]);
  });

  it('are refused where a page stands below another family', () => {
    const [page] = limma.pages;
    expect(catalogueFaults([{ path: 'a/b', tool: { ...limma, pages: [{ ...page, family: 'tcga' }] } }])).toEqual([
      'tools/a/b: /bulk-analysis/limma-differential/analysis does not stand below /tcga-analysis',
    ]);
  });

  it.each([
    ['a table', { what: 'gene_list', table: 'none', columns: { gene: 'gene' } }, 'gene_list in the table none, which it does not have'],
    ['a column', { what: 'gene_list', table: 'limma', columns: { gene: 'symbol' } }, 'the column symbol, which limma does not have'],
    ['a matrix', { what: 'matrix', table: 'limma', columns: {} }, 'the table limma is no matrix'],
    ['a gene', { what: 'gene' }, 'takes no single gene of a cohort'],
  ] as const)('are refused where one produces %s that it does not have', (_, product, sentence) => {
    const faults = catalogueFaults([{ path: 'a/b', tool: { ...limma, produces: [product] } }]);
    expect(faults).toEqual([expect.stringContaining(sentence)]);
  });

  it('are refused where a matrix is made and not produced, and where a plot reads what its tool does not have', () => {
    expect(catalogueFaults([{ path: 'a/b', tool: { ...logTransform, produces: [] } }])).toEqual([
      'tools/a/b makes a matrix and does not produce it',
    ]);
    const reads = (ofParent: string): ToolDefinition => ({
      ...plot,
      parameters: { source_analysis_id: { kind: 'analysis', label: '', input: 'terms', ofParent } },
    });
    const faultsOf = (table: string) =>
      catalogueFaults([
        { path: 'a/b', tool: enrichment },
        { path: 'c/d', tool: reads(table) },
      ]);
    expect(faultsOf('limma')).toEqual([]);
    expect(faultsOf('none')).toEqual(['tools/c/d: source_analysis_id reads the table none of go_enrichment, which is not there']);
  });

  it('are refused where a tool reads collections of gene sets without the library that reads them', () => {
    const sets = { kind: 'gene-set-collection', label: '', input: 'sets', fileField: 'sets_file_id' } as const;
    const reads: ToolDefinition = { ...limma, parameters: { ...limma.parameters, sets } };
    const faultsOf = (tool: ToolDefinition) => catalogueFaults([{ path: 'a/b', tool }]);
    expect(faultsOf(reads)).toEqual(['tools/a/b reads collections of gene sets: its libraries lack gmt']);
    expect(faultsOf({ ...reads, libraries: ['gmt'] })).toEqual([]);
  });

  it('are refused where rows are grouped by a column that the table does not have, or by numbers', () => {
    const limmaTable = {
      ...limma.tables.limma,
      columns: [...limma.tables.limma.columns, { name: 'like', type: 'text', title: both('') }],
    } as const;
    const faultsOf = (id: string, group: string) =>
      catalogueFaults([
        {
          path: 'a/b',
          tool: { ...limma, tables: { ...limma.tables, limma: { ...limmaTable, similar: { id, group, what: both('基因') } } } },
        },
      ]);
    expect(faultsOf('like', 'like')).toEqual([]);
    expect(faultsOf('like', 'group')).toEqual(['tools/a/b groups the rows of limma by the column group, which is no text of that table']);
    expect(faultsOf('logFC', 'like')).toEqual(['tools/a/b groups the rows of limma by the column logFC, which is no text of that table']);
  });

  it('are refused where two tools fill one place', () => {
    const second: ToolDefinition = { ...plain, ...declared('bulk_deseq2_diff'), introduces: true, popular: 2 };
    expect(catalogueFaults([...entries, { path: 'differential/deseq2', tool: second }])).toEqual([
      'introduces is in tools/differential/limma and in tools/differential/deseq2',
      'popular 2 is in tools/differential/limma and in tools/differential/deseq2',
    ]);
  });

  it('are refused where a plot has no tool to draw from', () => {
    expect(catalogueFaults([{ path: 'plotting/terms', tool: plot }])).toEqual([
      'tools/plotting/terms: go_plot draws from the results of go_enrichment, which no folder declares',
    ]);
  });
});

describe('the menu', () => {
  it('has a page for each family of a tool, in the order of the specification', () => {
    const pages = pageEntries(entries).map(({ entry: { taskType, family, section, routes } }) => [
      taskType,
      family,
      section,
      routes.result,
    ]);
    expect(pages).toEqual([
      ['go_enrichment', 'tcga', '富集分析', '/tcga-analysis/go_enrichment/detail/:id'],
      ['go_plot', 'tcga', '富集分析', '/tcga-analysis/go_enrichment/plot_detail/:id'],
      ['limma_differential_analysis', 'bulk', '差异', '/bulk-analysis/limma-differential/result/:id'],
      ['go_enrichment', 'bulk', '富集分析', '/bulk-analysis/go_enrichment/detail/:id'],
      ['go_plot', 'bulk', '富集分析', '/bulk-analysis/go_enrichment/plot_detail/:id'],
    ]);
  });

  it('tells the parts of tools, which have pages and are not counted', () => {
    expect(menuSource('', entries)).toMatch(/export const menu: readonly MenuEntry\[\] = toolPages\.filter/);
    expect(pageEntries(entries).map(({ entry }) => entry.partOf)).toEqual([null, 'go_enrichment', null, null, 'go_enrichment']);
  });
});
