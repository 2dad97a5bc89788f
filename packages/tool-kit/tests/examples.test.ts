import { describe, expect, it } from 'vitest';
import { agreesWith, exampleAsked, exampleOf, writtenAs } from '../src/index.ts';

describe('a printed number', () => {
  it.each([
    ['0.731', 0.7313686, true],
    ['0.731', 0.7316, false],
    ['0.630', 0.6297, true],
    ['9.871e-06', 9.8712e-6, true],
    ['9.871e-06', 9.8722e-6, false],
    ['1', 2, false],
    ['<0.001', 0.0002, true],
    ['<0.001', 0.002, false],
    ['-1.8608', -1.86081, true],
    ['10.3', Number.NaN, false],
  ])('%s is %d to its last digit: %s', (printed, value, same) => {
    expect(agreesWith(printed, value)).toBe(same);
  });

  it('tells with how many digits ours is written', () => {
    expect([writtenAs('0.620', 0.62006), writtenAs('9.871e-06', 9.87149e-6), writtenAs('270', 270), writtenAs('1', Number.NaN)]).toEqual([
      '0.620',
      '9.871e-6',
      '270',
      '—',
    ]);
  });

  it('is read or refused', () => {
    expect(() => agreesWith('about 3', 3)).toThrow('about 3');
  });
});

describe('an example', () => {
  const example = { title: '', description: '', files: {}, parameters: {} };
  const tool = { example, published: { lung: { ...example, title: 'lung', citation: '', numbers: [] } } };

  it('is the own one or a published one of the tool', () => {
    expect([exampleOf(tool, true)?.title, exampleOf(tool, 'lung')?.title, exampleOf(tool, 'toString')]).toEqual(['', 'lung', undefined]);
  });

  it('is asked for by true or a name', () => {
    expect([true, 'lung', false, '', undefined, 1].map(exampleAsked)).toEqual([true, 'lung', undefined, undefined, undefined, undefined]);
  });
});
