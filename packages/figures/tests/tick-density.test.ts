import { CHARTS } from '@oncoloom/tool-kit';
import { describe, expect, it } from 'vitest';
import { ChartDataError, textWidth } from '../src/index.ts';
import { layoutSheet } from '../src/kinds/drawn.tsx';
import { loadKind } from '../src/kinds/index.ts';
import type { AxesFrame } from '../src/plot/plot-frame.ts';
import { typefaceOf } from '../src/text/typeface.ts';
import { PLAIN_ROWS, UGLY_FIGURES, type UglyRows } from './support/ugly-data.ts';

const TYPEFACE = typefaceOf({});

const CASES: Readonly<Record<string, UglyRows>> = {
  'short numbers': PLAIN_ROWS,
  'long numbers': { ...PLAIN_ROWS, values: PLAIN_ROWS.values.map((value) => value * 1_234_567) },
  'small numbers': { ...PLAIN_ROWS, values: PLAIN_ROWS.values.map((value) => value * 1e-4 - 2e-4) },
};
/** More cannot be needed; d3 gives a few more than it is asked for. */
const MOST = 16;

/** Frames of a figure's panels. */
async function framesOf(chart: (typeof CHARTS)[number], rows: UglyRows, width: number): Promise<AxesFrame[]> {
  const data = UGLY_FIGURES[chart](rows, { plot_pdf_width: width / 25.4, plot_pdf_height: 80 / 25.4 });
  const { drawn } = layoutSheet(await loadKind(chart), data, [], true);
  if (drawn.family === 'scatter') return drawn.scatters.map(({ layout }) => layout.frame);
  const { panels } = drawn.layout as { panels?: { panels?: readonly AxesFrame[] } };
  return [...(panels?.panels ?? (drawn.layout.frame === undefined ? [] : [drawn.layout.frame]))];
}

describe.each(CHARTS)('the ticks of a figure of the kind %s', (chart) => {
  it.each([85, 114, 174])('stand apart and are enough, %i mm wide', async (width) => {
    for (const [name, rows] of Object.entries(CASES)) {
      let frames: AxesFrame[];
      try {
        frames = await framesOf(chart, rows, width);
      } catch (error) {
        if (error instanceof ChartDataError) continue;
        throw error;
      }
      for (const { x, xTicks, yTicks } of frames) {
        expect(xTicks.length, name).toBeLessThanOrEqual(MOST);
        expect(yTicks.length, name).toBeLessThanOrEqual(MOST);
        const ends = xTicks.map(({ value, text }) => {
          const half = textWidth(text, TYPEFACE) / 2;
          return [x(value) - half, x(value) + half] as const;
        });
        const sorted = ends.toSorted(([a], [b]) => a - b);
        for (const [i, [left]] of sorted.entries())
          if (i > 0) expect(left, name).toBeGreaterThan((sorted[i - 1] as readonly number[])[1] as number);
        if (width === 174 && frames.length === 1 && xTicks.length > 0) expect(xTicks.length, name).toBeGreaterThan(2);
      }
    }
  });
});
