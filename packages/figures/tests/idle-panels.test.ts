import { expect, it } from 'vitest';
import { drawFigure } from '../src/file/index.tsx';
import { readDrawn } from './support/drawn-file.ts';
import { figureData, tableFrom } from './support/figures.ts';

const COLUMNS = {
  label: 'level',
  facet: 'feature',
  low: 'low',
  q1: 'q1',
  median: 'median',
  q3: 'q3',
  high: 'high',
  n: 'n',
  name: 'name',
  value: 'value',
};

/** Two features: the sexes of eight, and a race that all have but one. */
function figure(n: readonly number[], figure_language = 'zh') {
  const boxes = { level: ['男', '女', '白人', '非裔'], feature: ['性别', '性别', '种族', '种族'] };
  const of = (value: number) => n.map(() => value);
  const points = boxes.level.flatMap((level, i) =>
    Array.from({ length: n[i] ?? 0 }, (_, k) => ({ level, feature: boxes.feature[i] as string, k })),
  );
  const tables = {
    boxes: tableFrom({ ...boxes, low: of(1), q1: of(2), median: of(3), q3: of(4), high: of(5), n: [...n] }),
    points: tableFrom({
      level: points.map(({ level }) => level),
      feature: points.map(({ feature }) => feature),
      name: points.map((_, i) => `S${i}`),
      value: points.map(({ k }) => k + 1),
    }),
  };
  return figureData('comparison', COLUMNS, tables, { plot_pdf_width: 4, plot_pdf_height: 3, figure_language });
}

const textsOf = (svg: string) => readDrawn(svg).texts.map(({ text }) => text);

it('a panel with nothing to compare is left out and named in the legend, in both languages', async () => {
  const chinese = await drawFigure('comparison', figure([4, 4, 7, 1]), []);
  expect(textsOf(chinese.svg).some((text) => text.includes('白人'))).toBe(false);
  expect(chinese.caption).toContain('没有画：种族');
  expect((await drawFigure('comparison', figure([4, 4, 7, 1], 'en'), [])).caption).toContain('Not drawn');
});

it('panels stay where all compare something, or none does', async () => {
  for (const n of [
    [4, 4, 7, 2],
    [1, 4, 7, 1],
  ]) {
    const { svg, caption } = await drawFigure('comparison', figure(n), []);
    expect(textsOf(svg).some((text) => text.includes('白人'))).toBe(true);
    expect(caption).not.toContain('没有画');
  }
});
