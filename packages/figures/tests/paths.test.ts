import { describe, expect, it } from 'vitest';
import { layout } from '../src/kinds/paths/layout.ts';
import { drawnTexts, figureData, tableFrom, UGLY_NAMES } from './support/figures.ts';

const COLUMNS = { label: 'gene', x: 'x', y: 'y', line: 'line', at: 'at', line_label: 'text' };
const SIZE = { width: 410, height: 360 };
const LOG_LAMBDA = [-6, -5, -4, -3, -2];

/** Paths that shrink to 0 as the penalty grows: of coefficient c they are c, c·3/4 … 0. */
function shrinking(coefficients: Readonly<Record<string, number>>) {
  const rows = Object.entries(coefficients).flatMap(([gene, c]) => LOG_LAMBDA.map((x, i) => ({ gene, x, y: (c * (4 - i)) / 4 })));
  return { gene: rows.map(({ gene }) => gene), x: rows.map(({ x }) => x), y: rows.map(({ y }) => y) };
}
const LINES = { line: ['vertical', 'vertical'], at: [-4, -3], text: ['λ.min', 'λ.1se'] };
const draw = (coefficients: Readonly<Record<string, number>>, style = {}, size = SIZE) =>
  layout(figureData('paths', COLUMNS, { paths: tableFrom(shrinking(coefficients)), lines: tableFrom(LINES) }, style), size);
const THREE = { TP53: 0.8, MYC: -0.4, EGFR: 0.1 };

describe('paths of coefficients', () => {
  it('run where their numbers are', () => {
    const { paths, frame } = draw(THREE);
    expect(paths.map(({ name }) => name)).toEqual(['TP53', 'MYC', 'EGFR']);
    expect(paths[1]?.line.map(([x, y]) => [frame.x.invert(x), frame.y.invert(y)])).toEqual(
      [-0.4, -0.3, -0.2, -0.1, 0].map((y, i) => [expect.closeTo(LOG_LAMBDA[i] as number, 9), expect.closeTo(y, 9)]),
    );
  });

  it('are sorted along x whatever the order of the table', () => {
    const { gene, x, y } = shrinking({ TP53: 0.8 });
    const table = tableFrom({ gene: gene.toReversed(), x: x.toReversed(), y: y.toReversed() });
    expect(layout(figureData('paths', COLUMNS, { paths: table }), SIZE).paths[0]?.line).toEqual(
      layout(figureData('paths', COLUMNS, { paths: tableFrom({ gene, x, y }) }), SIZE).paths[0]?.line,
    );
  });

  it('have their names at the end where they are largest, inside the plot, in the order of the lines, none on another', () => {
    const many = Object.fromEntries(Array.from({ length: 15 }, (_, i) => [`GENE${i}`, (i - 7) / 200]));
    const { labels, labelsAt, paths, frame } = draw({ ...many, TP53: 1 });
    expect(labels).toHaveLength(16);
    expect(labelsAt.align).toBe('end');
    expect(labelsAt.x).toBeLessThan(frame.x(-6));
    expect(labelsAt.x - 40).toBeGreaterThan(frame.plot.x);
    const ordered = labels.toSorted((a, b) => a.y - b.y);
    for (const [i, { y, path }] of ordered.entries()) {
      if (i === 0) continue;
      expect(y - (ordered[i - 1]?.y ?? 0)).toBeGreaterThanOrEqual(frame.typeface.size);
      expect(paths[path]?.end[1]).toBeGreaterThanOrEqual(paths[ordered[i - 1]?.path ?? 0]?.end[1] ?? 0);
    }
    expect(Math.min(...frame.xTicks.map(({ value }) => value))).toBeGreaterThanOrEqual(-6);
  });

  it('have them right of the plot where the penalty falls to the right', () => {
    const { gene, x, y } = shrinking(THREE);
    const { labels, labelsAt, frame } = layout(
      figureData('paths', COLUMNS, { paths: tableFrom({ gene, x: x.map((one) => -one), y }) }),
      SIZE,
    );
    expect([labels.length, labelsAt.align]).toEqual([3, 'start']);
    expect(labelsAt.x).toBeGreaterThan(frame.plot.x + frame.plot.width - 8);
    expect(labelsAt.x + 34).toBeLessThan(SIZE.width);
  });

  it('say how many names have no room, and keep those of the largest', () => {
    const many = Object.fromEntries(Array.from({ length: 120 }, (_, i) => [`GENE${i}`, (i + 1) / 100]));
    const { labels, paths, note } = draw(many);
    expect(labels.length).toBeLessThan(40);
    expect(labels.some(({ path }) => paths[path]?.name === 'GENE119')).toBe(true);
    expect(labels.some(({ path }) => paths[path]?.name === 'GENE0')).toBe(false);
    expect(note).toContain(`有 ${120 - labels.length} 条路径的名字写不下`);
    expect(draw(many, { label_ends: false })).toMatchObject({ labels: [], note: '' });
  });

  it('tell the coefficients at the lines of reference', () => {
    const { describe: told, lines, lineLabels, find } = draw(THREE);
    expect(lines).toHaveLength(2);
    expect(lineLabels.map(({ text }) => text)).toEqual(['λ.min', 'λ.1se']);
    expect(told(find('myc') ?? -1)).toMatchObject({
      name: 'MYC',
      rows: [
        ['λ.min 处的系数', '−0.2'],
        ['λ.1se 处的系数', '−0.1'],
        ['最大的系数', '−0.4'],
      ],
    });
  });

  it('keep the colour that was given to a name', () => {
    const { paths, entries } = draw(THREE, { group_colours: ['MYC', '#123456'] });
    expect(paths[1]?.colour).toBe('#123456');
    expect(entries?.map(({ name }) => name)).toEqual(['TP53', 'MYC', 'EGFR']);
  });

  it('are drawn of one point, of constants and of ugly names, in English, and say why nothing is', async () => {
    const one = layout(figureData('paths', COLUMNS, { paths: tableFrom({ gene: ['TP53'], x: [1], y: [0] }) }), SIZE);
    expect(one.stops).toEqual([0]);
    const ugly = shrinking(Object.fromEntries(UGLY_NAMES.map((name) => [name, 1])));
    const texts = await drawnTexts('paths', figureData('paths', COLUMNS, { paths: tableFrom(ugly) }, { figure_language: 'en' }));
    expect(texts).toContain('Coefficient');
    expect(texts.join('')).not.toContain('<script>');
    const none = tableFrom({ gene: ['a'], x: Float64Array.from([1]), y: Float64Array.from([Number.NaN]) });
    expect(() => layout(figureData('paths', COLUMNS, { paths: none }), SIZE)).toThrow(/没有可画的系数路径/);
  });
});
