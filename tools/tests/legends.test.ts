import type { FigureDeclaration, ToolDefinition } from '@oncoloom/tool-kit';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../catalogue.ts';

/** What templates may name besides facts and parameters: what kind of rows it is, and that it is read on paper. */
const TOLD = new Set(['row_subject', 'paper']);

function unknownNames(tool: ToolDefinition, template: string): string[] {
  const names = [...template.matchAll(/\{\{[#^/]?([\w.]+)\}\}/g)].map(([, name = '']) => name);
  return names.filter((name) => !(name in tool.facts) && !(name in tool.parameters) && !name.startsWith('version_') && !TOLD.has(name));
}

const figures = catalogue.flatMap(({ tool }) =>
  Object.entries(tool.figures as Record<string, FigureDeclaration>).map(([id, figure]) => [tool.taskType, id, tool, figure] as const),
);

/** Tools whose figures end in a legend of their own, and not in the paragraph of the methods. */
const WITH_LEGENDS = [
  'batch_pca_plot',
  'batch_roc_plot',
  'bidirectional_barplot',
  'box_plot',
  'bulk_wgcna_stage1',
  'bulk_wgcna_stage2',
  'bulk_uni_cox_analysis',
  'correlation_scatterplot',
  'forest_plot',
  'go_enrichment',
  'heatmap_analysis',
  'kaplan_meier',
  'kegg_enrichment',
  'limma_differential_analysis',
  'multi_cox_analysis',
  'multi_group_boxplot',
  'roc_curve',
  'volcano_plot_analysis',
];

describe('what a legend says of the statistics', () => {
  it.each(figures)('names facts and parameters of %s: %s', (_, __, tool, { caption = '', captionEnglish = '', ...figure }) => {
    const { statistics = '', statisticsEnglish = '' } = figure;
    expect([caption, captionEnglish, statistics, statisticsEnglish].flatMap((template) => unknownNames(tool, template))).toEqual([]);
  });

  it('is said in both languages or in neither', () => {
    const halves = figures.filter(([, , , figure]) => (figure.statistics === undefined) !== (figure.statisticsEnglish === undefined));
    expect(halves.map(([taskType, id]) => `${taskType}.${id}`)).toEqual([]);
    const chinese = figures.filter(([, , , { statisticsEnglish = '' }]) => /\p{Script=Han}/u.test(statisticsEnglish));
    expect(chinese.map(([taskType, id]) => `${taskType}.${id}`)).toEqual([]);
  });

  it('is said of every figure of the tools that papers print most', () => {
    const without = figures.filter(([taskType, , , { statistics }]) => WITH_LEGENDS.includes(taskType) && statistics === undefined);
    expect(without.map(([taskType, id]) => `${taskType}.${id}`)).toEqual([]);
  });
});
