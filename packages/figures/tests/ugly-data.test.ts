import { execFileSync } from 'node:child_process';
import { both, CHARTS } from '@oncoloom/tool-kit';
import { describe, expect, it } from 'vitest';
import { drawFigure } from '../src/file/index.tsx';
import { ChartDataError, type FigureStyle } from '../src/index.ts';
import { faultsOf, readDrawn } from './support/drawn-file.ts';
import { UGLY_FIGURES, type UglyRows } from './support/ugly-data.ts';

const rows = (
  values: readonly number[],
  name = (i: number) => `S${i + 1}`,
  group = (i: number) => 'AB'[i % 2] as string,
  facet?: (i: number) => string,
): UglyRows => ({
  names: values.map((_, i) => name(i)),
  values,
  groups: values.map((_, i) => group(i)),
  facets: facet === undefined ? null : values.map((_, i) => facet(i)),
});
const SIX = [1, 2, 3, 4, 5, 6];
const SIXTY = Array.from({ length: 120 }, (_, i) => (i % 7) + 1);
const named = (names: readonly string[]) =>
  rows(
    names.map((_, i) => i + 1),
    (i) => names[i] as string,
    (i) => names[i % 3] as string,
    (i) => names[(i + 1) % 2] as string,
  );
const LONG = 'a name of eighty letters that no axis has room for, whatever the size of it is x';
const CHINESE = '浸润性导管癌伴高级别导管原位癌（ER 阳性、PR 阴性、HER2 阳性），新辅助化疗后';
const TITLE = '雄激素处理前后细胞中基因表达的变化（“处理”与“对照”各四个重复），校正了批次、年龄与分期，Benjamini–Hochberg 法校正；'
  .repeat(2)
  .slice(0, 120);

const CASES: Readonly<Record<string, UglyRows>> = {
  'one point': rows([2]),
  'one point of zero': rows([0]),
  ties: rows([1, 1, 2, 2, 2, 2]),
  constants: rows([3, 3, 3, 3]),
  'zeros alone, 0 events': rows([0, 0, 0, 0]),
  'missing values': rows([1, Number.NaN, 3, Number.NaN, 2, 4]),
  'missing values alone': rows([Number.NaN, Number.NaN, Number.NaN]),
  'infinite values': rows([Number.POSITIVE_INFINITY, 1, 2, Number.NEGATIVE_INFINITY, 3]),
  'infinite values alone': rows([Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]),
  'negative values': rows([-3, -2, -1]),
  'very large and very small values': rows([1e300, -1e300, 1e-300, 1e12]),
  '60 groups': rows(SIXTY, undefined, (i) => `组${i % 60}`),
  '60 groups of long names': rows(
    SIXTY,
    (i) => `${LONG}${i}`,
    (i) => `${i % 60}${LONG}`,
  ),
  'names of 80 characters': rows(
    SIX,
    (i) => `${LONG}${i}`,
    (i) => `${LONG}${i % 2}`,
    (i) => `${LONG}${i % 3}`,
  ),
  'names of 80 characters without a blank': rows(
    SIX,
    (i) => `${i}${'x'.repeat(80)}`,
    (i) => `${i % 2}${'W'.repeat(80)}`,
    (i) => `${i % 3}${'y'.repeat(80)}`,
  ),
  'Chinese names': rows(
    SIX,
    (i) => `${CHINESE}${i}`,
    (i) => `${CHINESE}${i % 2}`,
    (i) => `${CHINESE}${i % 3}`,
  ),
  'control characters and halves of letters': named(['a\u0007b', '\u0000', '\u001b[31m', 'x\uffff', '\ud83d', 'tab\tand\nline', '\u0085']),
  'signs of XML': named(['<script>alert(1)</script>', '&amp;', '"quoted"', "it's", ']]>', '<!--', 'a&b']),
  'names from right to left': named(['\u202eאבג', 'مريض رقم ٣', 'עם English', '\u2067غريب\u2069']),
  'names that are empty or the same': named(['', '', 'S', 'S', ' ']),
  'no rows': rows([]),
};

const SIZES: Readonly<Record<string, FigureStyle>> = {
  'one column': { plot_pdf_width: 85 / 25.4, plot_pdf_height: 75 / 25.4 },
  'two columns': {
    plot_pdf_width: 174 / 25.4,
    plot_pdf_height: 90 / 25.4,
    legend_position: 'right',
    plot_title: TITLE,
    axis_title_x: TITLE,
    axis_title_y: TITLE,
  },
  'a square with the legend below, in English': {
    plot_pdf_width: 3.5,
    plot_pdf_height: 3.5,
    legend_position: 'bottom',
    figure_language: 'en',
  },
};

it('are there for every kind', () => {
  expect(Object.keys(UGLY_FIGURES).toSorted()).toEqual([...CHARTS].toSorted());
});

describe.each(CHARTS)('ugly data in a figure of the kind %s', (chart) => {
  for (const [name, ugly] of Object.entries(CASES)) {
    it.each(Object.entries(SIZES))(`are drawn within the sheet, or it is said why not: ${name}, %s`, async (_, style) => {
      let svg: string;
      try {
        ({ svg } = await drawFigure(chart, UGLY_FIGURES[chart](ugly, style), [both('模拟演示数据')]));
      } catch (error) {
        expect(error).toBeInstanceOf(ChartDataError);
        expect((error as Error).message).toMatch(/[\u4e00-\u9fff]{4}/);
        return;
      }
      expect(svg).not.toMatch(/NaN|Infinity|undefined/);
      expect(faultsOf(readDrawn(svg))).toEqual([]);
    });
  }
});

describe('the renderer of files', () => {
  it.each([
    ['volcano', 'control characters and halves of letters'],
    ['bars', 'signs of XML'],
    ['scatter', 'names from right to left'],
    ['box', 'names that are empty or the same'],
    ['km', '60 groups of long names'],
    ['upset', 'infinite values'],
  ] as const)('takes a %s with %s', async (chart, name) => {
    const { svg } = await drawFigure(chart, UGLY_FIGURES[chart](CASES[name] as UglyRows, SIZES['two columns'] as FigureStyle), []);
    const png = execFileSync('rsvg-convert', ['--format=png'], { input: svg, stdio: ['pipe', 'pipe', 'pipe'] });
    expect(png.subarray(1, 4).toString()).toBe('PNG');
  });
});
