import { describe, expect, it } from 'vitest';
import { ALL_FORMATS, EVERYDAY_FORMATS, FIGURE_FORMATS, outlinedDots } from '../src/file/index.tsx';

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

describe('dots for programs that do not draw lines without length', () => {
  it('are circles of the same middle, width and colour', () => {
    const drawn = '<g fill="none"><path d="M10 20h0M-3.5 4.25h0" stroke="#f00" stroke-opacity="0.7" stroke-width="5"></path></g>';
    expect(outlinedDots(drawn)).toBe(
      '<g fill="none"><path d="M7.5 20a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0zM-6 4.25a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0z" fill="#f00" fill-opacity="0.7" stroke="none"></path></g>',
    );
  });

  it('leave everything else as it was', () => {
    const drawn = '<path d="M0 0h5" stroke="#000" stroke-width="1"></path><path d="M0 0L5 5" stroke="#000"/><text>M0 0h0</text>';
    expect(outlinedDots(drawn)).toBe(drawn);
  });

  it('are made at once of as many as a volcano has', () => {
    const dots = Array.from({ length: 60_000 }, (_, i) => `M${i} 1h0`).join('');
    const outlined = outlinedDots(`<path d="${dots}" stroke="#000" stroke-width="2"></path>`);
    expect(outlined.match(/z/g)).toHaveLength(60_000);
  });
});
