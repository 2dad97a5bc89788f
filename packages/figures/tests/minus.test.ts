import { CHARTS } from '@oncoloom/tool-kit';
import { describe, expect, it } from 'vitest';
import { drawFigure } from '../src/file/index.tsx';
import { ChartDataError } from '../src/index.ts';
import { layoutSheet } from '../src/kinds/drawn.tsx';
import { loadKind } from '../src/kinds/index.ts';
import { readDrawn } from './support/drawn-file.ts';
import { UGLY_FIGURES, type UglyRows } from './support/ugly-data.ts';

const rows = (values: readonly number[]): UglyRows => ({
  names: values.map((_, i) => `S${i + 1}`),
  values,
  groups: values.map((_, i) => 'AB'[i % 2] as string),
  facets: null,
});

/** A hyphen where a negative number or an exponent has its minus. */
const HYPHEN = /(?<![\p{L}\p{N}])-[\d.∞]|\de-\d/u;

const CASES: Readonly<Record<string, UglyRows>> = {
  'below 0': rows([-3, -2.5, -1, -0.25]),
  'around 0': rows([-1200, -0.004, 0, 35]),
  tiny: rows([-3e-7, -1e-9, 2e-8, 4e-7]),
  huge: rows([-4e12, 1e11, 3e12]),
};

describe.each(CHARTS)('a figure of the kind %s', (chart) => {
  it.each(Object.entries(CASES))('writes negative numbers with a true minus: %s', async (_, ugly) => {
    for (const figure_language of ['zh', 'en']) {
      const data = UGLY_FIGURES[chart](ugly, {
        plot_pdf_width: 174 / 25.4,
        plot_pdf_height: 110 / 25.4,
        figure_language,
        show_values: true,
      });
      try {
        const { svg } = await drawFigure(chart, data, []);
        expect(readDrawn(svg).texts.filter(({ text }) => HYPHEN.test(text))).toEqual([]);
        const { drawn } = layoutSheet(await loadKind(chart), data, [], true);
        if (drawn.family !== 'items') continue;
        const told = drawn.layout.stops.slice(0, 50).map((stop) => JSON.stringify(drawn.layout.describe(stop)));
        expect(told.filter((text) => HYPHEN.test(text))).toEqual([]);
      } catch (error) {
        if (!(error instanceof ChartDataError)) throw error;
      }
    }
  });
});
