import { describe, expect, it } from 'vitest';
import { curvesOf, lastTime, medianOf, rowAt, stepPoints } from '../src/kinds/km/km-curves.ts';
import { kmSentences } from '../src/kinds/km/statistics.ts';
import { sayIn } from '../src/text/language.ts';

/** Two groups, their rows mixed as a table may have them. */
const group = ['高表达', '低表达', '高表达', '高表达', '低表达'];
const time = Float64Array.from([0, 0, 20, 10, 30]);
const survival = Float64Array.from([1, 1, 0.4, 0.8, 0.9]);
const [high, low] = curvesOf({ group, time, survival });
if (high === undefined || low === undefined) throw new Error('two curves');

describe('curves', () => {
  it('hold the rows of a group by time, groups as they come', () => {
    expect([high, low]).toEqual([
      { name: '高表达', rows: [0, 3, 2] },
      { name: '低表达', rows: [1, 4] },
    ]);
  });

  it('go on until the next step, and end where the axis does', () => {
    const corners = [
      [0, 1],
      [10, 1],
      [10, 0.8],
      [20, 0.8],
      [20, 0.4],
    ];
    expect(stepPoints(high.rows, time, survival, 100)).toEqual(corners);
    expect(stepPoints(high.rows, time, survival, 15)).toEqual([...corners.slice(0, 3), [15, 0.8]]);
  });

  it('are told of at any time up to their end', () => {
    expect([rowAt(high, time, 0), rowAt(high, time, 19.9), rowAt(high, time, 20), rowAt(high, time, 21)]).toEqual([0, 3, 2, null]);
  });

  it('have a median where they come to one half', () => {
    expect([medianOf(high, { time, survival }), medianOf(low, { time, survival })]).toEqual([20, null]);
  });

  it('end at the limit of the axis, or with the last patient', () => {
    expect([lastTime(time, 0), lastTime(time, 12), lastTime(Float64Array.of(0, Number.NaN), 0)]).toEqual([30, 12, 1]);
  });
});

it.each([
  [
    { p_name: 'Log-rank P', p: '0.012', hr: '1.84', hr_low: '1.10', hr_high: '3.07' },
    ['Log-rank P = 0.012', 'HR = 1.84（95% CI 1.10–3.07）'],
  ],
  [{ p_name: '校正后 P', p: '< 1e−300', hr: '', hr_unknown: 'true' }, ['校正后 P < 1e−300', 'HR 不可估计']],
  [{}, []],
])('the sentences of %j', (words, sentences) => {
  expect(kmSentences(words, sayIn({}))).toEqual(sentences);
});

it('the sentences are English where that is chosen', () => {
  const say = sayIn({ figure_language: 'en', said: ['校正后 P', 'Adjusted P'] });
  const words = { p_name: '校正后 P', p: '0.012', hr: '1.84', hr_low: '1.10', hr_high: '3.07' };
  expect(kmSentences(words, say)).toEqual(['Adjusted P = 0.012', 'HR = 1.84 (95% CI 1.10–3.07)']);
  expect(kmSentences({ p_name: 'Log-rank P', p: '0.4', hr_unknown: 'true' }, say)).toEqual(['Log-rank P = 0.4', 'HR not estimable']);
});
