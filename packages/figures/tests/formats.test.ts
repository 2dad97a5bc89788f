import { describe, expect, it } from 'vitest';
import { ALL_FORMATS, EVERYDAY_FORMATS, FIGURE_FORMATS } from '../src/file/index.tsx';

describe('the formats of a figure', () => {
  it('end in names of their own, so that no file takes the place of another', () => {
    const suffixes = Object.values(FIGURE_FORMATS).map(({ suffix }) => suffix);
    expect(new Set(suffixes).size).toBe(suffixes.length);
  });

  it('are all offered, the everyday ones first', () => {
    expect(ALL_FORMATS).toEqual(['pdf', 'svg', 'png', 'png600', 'tiff', 'tiff600', 'pptx']);
    expect(EVERYDAY_FORMATS).toEqual(['pdf', 'svg', 'png']);
  });
});
