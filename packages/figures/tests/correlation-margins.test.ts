import { AXIS_TITLES, PAIR_WORDS } from '@oncoloom/tool-kit';
import { describe, expect, it } from 'vitest';
import correlation from '../../../tools/plotting/correlation-scatterplot/tool.ts';
import { kind } from '../src/kinds/scatter/index.ts';
import { drawnTexts, figureData, tableFrom } from './support/figures.ts';

/** The scatter of a correlation as its tool declares it: outlines of both distributions, and its words in English. */

const { columns } = correlation.figures.scatter;
const SIZE = { plot_pdf_width: 3.35, plot_pdf_height: 3.15 };
const points = tableFrom({
  name: ['S1', 'S2', 'S3', 'S4'],
  x: [1, 2, 3, 4],
  y: [10, 30, 20, 40],
  group: ['未知', 'A', 'A', 'B'],
});
const line = tableFrom({ x: [1, 4], y: [14, 36], low: [5, 20], high: [25, 50] });
const words = tableFrom({
  text: ['r = −0.80，P = 3.2e−6，n = 4'],
  x_title: ['*TP53* 表达量（log~2~）'],
  y_title: ['*MDM2* 表达量'],
});
const above = { x: [1, 1, 2.5, 4, 4], y: [42, 43, 46, 43, 42] };
const beside = { x: [4.2, 4.4, 4.6, 4.2], y: [10, 10, 30, 40] };
const margins = tableFrom({
  margin: [...above.x.map(() => 'x'), ...beside.x.map(() => 'y')],
  x: [...above.x, ...beside.x],
  y: [...above.y, ...beside.y],
});

function modelOf(tables: Parameters<typeof figureData>[2], style = {}) {
  if (kind.family !== 'scatter') throw new Error('no scatter');
  return kind.model(figureData('scatter', columns, tables, { ...SIZE, ...style }));
}

describe('outlines beside the points of a correlation', () => {
  const outlines = (tables: Parameters<typeof figureData>[2]) =>
    (modelOf(tables).panels[0]?.lines ?? []).filter(({ closed }) => closed === 'band').map(({ points: corners }) => corners);

  it('are one closed shape for each axis, at the places that the table gives', () => {
    const [x, y] = outlines({ points, margins, words });
    expect(x).toEqual(above.x.map((value, i) => [value, above.y[i]]));
    expect(y).toEqual(beside.x.map((value, i) => [value, beside.y[i]]));
    expect(outlines({ points, margins, words, line })).toHaveLength(3);
    expect(outlines({ points, words })).toEqual([]);
  });

  it('have room within the axes, which reach no further without them', () => {
    const home = (tables: Parameters<typeof figureData>[2]) => modelOf(tables).panels[0]?.home;
    const [wide, plain] = [home({ points, margins, words }), home({ points, words })];
    expect(wide?.x[1]).toBeGreaterThan(4.6);
    expect(wide?.y[1]).toBeGreaterThan(46);
    expect([plain?.x[1], plain?.y[1]].every((most, i) => Number(most) < ([4.6, 46][i] ?? 0))).toBe(true);
  });

  it('follow the points onto a logarithmic axis', () => {
    const [outline] = modelOf({ points, margins, words }, { axis_log_y: true }).panels[0]?.lines ?? [];
    expect(outline?.points).toEqual(above.x.map((value, i) => [value, Math.log10(above.y[i] ?? 0)]));
  });
});

const UNKNOWN = { unknown: { zh: '未知', en: 'Unknown' } };
const TITLED = { x_title: { codes: AXIS_TITLES }, y_title: { codes: AXIS_TITLES }, text: { codes: PAIR_WORDS } };

describe('the words of a correlation', () => {
  it('are all English in an English figure', async () => {
    const texts = await drawnTexts(
      'scatter',
      figureData(
        'scatter',
        columns,
        { points: { ...points, words: { group: { codes: UNKNOWN } } }, line, margins, words: { ...words, words: TITLED } },
        { ...SIZE, figure_language: 'en' },
      ),
    );
    expect(texts.filter((text) => /[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]/.test(text))).toEqual([]);
    expect(texts).toContain('TP53 expression (log2)');
    expect(texts).toContain('MDM2 expression');
    expect(texts.some((text) => text.startsWith('r = −0.80, P'))).toBe(true);
    expect(texts.join(' ')).toContain('Unknown');
  });
});
