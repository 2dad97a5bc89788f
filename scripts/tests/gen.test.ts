import { defineTool, specified, type ToolDefinition } from '@oncoloom/tool-kit';
import { describe, expect, it } from 'vitest';
import limma from '../../tools/differential/limma-differential/tool.ts';
import { catalogueFaults } from '../gen/faults.ts';
import { menuSource, pageEntries } from '../gen/menu.ts';

/** A tool of two families, and the plot that is drawn from its results: as real ones but for their name, place and price. */
const enrichment: ToolDefinition = defineTool({ ...limma, ...specified('go_enrichment') });
const plot: ToolDefinition = defineTool({ ...limma, ...specified('go_plot') });
const entries = [
  { path: 'plotting/terms', tool: plot },
  { path: 'enrichment/go', tool: enrichment },
  { path: 'differential/limma', tool: limma },
];

describe('declarations side by side', () => {
  it('make a catalogue', () => {
    expect(catalogueFaults(entries)).toEqual([]);
  });

  it('are refused where two have one task type', () => {
    expect(catalogueFaults([...entries, { path: 'differential/other', tool: limma }])).toEqual([
      'limma_differential_analysis is declared twice: in tools/differential/limma and in tools/differential/other',
    ]);
  });

  it.each([
    ['price', { points: 1 }, 'points'],
    ['plan', { premium: true }, 'premium'],
    ['name', { title: '差异' }, 'title'],
    ['pages', { pages: [plot.pages[0]] }, 'pages'],
  ] as const)('are refused where one has a %s of its own', (_, change, field) => {
    expect(catalogueFaults([{ path: 'a/b', tool: { ...limma, ...change } }])).toEqual([
      `tools/a/b: ${field} differs from the contract's; leave it to specified('limma_differential_analysis')`,
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
