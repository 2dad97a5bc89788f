import { expect, test } from 'vitest';
import { linearScale } from '../src/plot/axes/scale.ts';
import { fittingTicks, ticksOf } from '../src/plot/axes/ticks.ts';

const texts = (low: number, high: number, width: number) => ticksOf(linearScale([low, high], [0, width]), 80).map(({ text }) => text);

test('an axis has at least two ticks: one tells no scale', () => {
  expect(texts(-38, 34, 180)).toEqual(['−20', '0', '20']);
  for (const [low, high] of [
    [-38, 34],
    [0.51, 0.97],
    [1, 4.9],
    [-1e-7, 9e-8],
  ] as const)
    for (const width of [60, 120, 180, 300]) expect(texts(low, high, width).length).toBeGreaterThan(1);
});

test('ticks that have no room beside one another are the first and the last', () => {
  const scale = linearScale([-38, 34], [0, 60]);
  expect(fittingTicks(scale, 80, () => 25).map(({ text }) => text)).toEqual(['−20', '20']);
  expect(fittingTicks(scale, 80, () => 5).map(({ text }) => text)).toEqual(['−20', '0', '20']);
});
