import type { ToldFigure } from '@oncoloom/tool-kit';
import { expect, it } from 'vitest';
import { drawFigure } from '../src/file/index.tsx';

/** What the axes of a comparison are called where values were logarithms, and where they were compared as they are. */

const points = {
  rowCount: 2,
  order: ['gene', 'logFC', 'AveExpr', 'P.Value', 'adj.P.Val'],
  columns: {
    gene: ['TP53', 'EGFR'],
    logFC: Float64Array.of(2, -2),
    AveExpr: Float64Array.of(5, 6),
    'P.Value': Float64Array.of(1e-4, 1e-3),
    'adj.P.Val': Float64Array.of(1e-3, 1e-2),
  },
};
const declared = (chart: 'volcano' | 'ma', columns: ToldFigure['columns']): ToldFigure => ({
  title: chart,
  chart,
  tables: { points: 'points' },
  columns,
  alternative: '',
  style: {},
});
const FIGURES = {
  volcano: declared('volcano', { label: 'gene', x: 'logFC', p: 'P.Value', padj: 'adj.P.Val' }),
  ma: declared('ma', { label: 'gene', x: 'AveExpr', y: 'logFC', padj: 'adj.P.Val' }),
};

async function textsOf(chart: 'volcano' | 'ma', figure_language: string, words: Record<string, string>): Promise<string> {
  const style = { plot_pdf_width: 4, plot_pdf_height: 4, figure_language };
  const { svg } = await drawFigure(chart, { figure: FIGURES[chart], tables: { points }, style, words }, []);
  return svg.replace(/<[^>]*>/g, '');
}

const GROUPS = { case_group: 'CRC', control_group: 'normal' };

it.each(['volcano', 'ma'] as const)('a %s of logarithms has a ratio on its axis', async (chart) => {
  for (const language of ['zh', 'en']) {
    const texts = await textsOf(chart, language, { ...GROUPS, linear: 'false' });
    expect(texts).toMatch(/log2\(FC\)\s*CRC \/ normal/);
  }
});

it.each(['volcano', 'ma'] as const)('a %s of values as they are has a difference, and no logarithm', async (chart) => {
  const words = { ...GROUPS, linear: 'true' };
  expect(await textsOf(chart, 'zh', words)).toMatch(/差值\s*CRC − normal/);
  expect(await textsOf(chart, 'en', words)).toMatch(/Difference of means\s*CRC − normal/);
  for (const language of ['zh', 'en']) expect(await textsOf(chart, language, words)).not.toMatch(/log2/);
});
