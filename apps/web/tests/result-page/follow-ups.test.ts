import { type MenuEntry, menu } from '@oncoloom/tools/menu';
import { describe, expect, test } from 'vitest';
import limma from '../../../../tools/differential/limma-differential/tool.ts';
import screen from '../../../../tools/tcga/log-rank-screen/tool.ts';
import { followUps } from '../../src/result-page/follow-ups.ts';

function entry(change: Partial<MenuEntry>): MenuEntry {
  const [first] = menu;
  if (first === undefined) throw new Error('the menu is empty');
  return { ...first, goesOnFrom: {}, charts: [], ...change };
}
const go = entry({
  taskType: 'go_enrichment',
  title: 'GO 富集分析',
  goesOnFrom: { limma_differential_analysis: 'limma' },
  charts: ['bars'],
});
const heatmap = entry({ taskType: 'heatmap_analysis', goesOnFrom: { limma_differential_analysis: 'limma' }, charts: ['heatmap'] });
const volcano = entry({ taskType: 'volcano_plot_analysis', goesOnFrom: { limma_differential_analysis: 'limma' }, charts: ['volcano'] });
const unnamed = entry({ taskType: 'gsva_enrichment', title: 'GSVA', goesOnFrom: { limma_differential_analysis: 'limma' } });
const elsewhere = entry({ taskType: 'cibersort_analysis' });

describe('what goes on from limma', () => {
  const labels = (tools: readonly MenuEntry[]) => followUps(limma, tools).map(({ label }) => label);

  test('is what it names, as far as it is there, then what declares its table', () => {
    expect(labels([heatmap, unnamed, elsewhere, go])).toEqual(['GO 富集', '这些基因的热图', 'GSVA']);
    expect(labels([])).toEqual([]);
  });

  test('is no picture that is on the page; a heatmap of other rows is another picture', () => {
    expect(labels([volcano, heatmap])).toEqual(['这些基因的热图']);
    // A tool that also computes something leads on.
    expect(labels([{ ...volcano, title: '火山图与更多', charts: ['volcano', 'bars'] }])).toEqual(['火山图与更多']);
  });
});

test('in the real menu nothing is offered twice, and no volcano after limma', () => {
  for (const tool of [limma, screen]) {
    const offered = followUps(tool).map((step) => step.entry.taskType);
    expect(new Set(offered).size).toBe(offered.length);
    expect(offered).not.toContain('volcano_plot_analysis');
  }
  expect(followUps(screen).map((step) => step.entry.taskType)).toContain('plot_km_survival_curve');
});
