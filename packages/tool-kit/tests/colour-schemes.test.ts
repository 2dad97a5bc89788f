import { catalogue } from '@oncoloom/tools';
import { describe, expect, it } from 'vitest';
import { COLOUR_SCHEMES, completeRequest, schemeColours } from '../src/index.ts';

describe('color_scheme', () => {
  it.each(catalogue.map(({ tool }) => [tool.taskType, tool] as const))('of %s is one of the known ones', (_, tool) => {
    const faults = (scheme: unknown) => {
      const completed = completeRequest(tool, { ...tool.example.parameters, color_scheme: scheme });
      return completed.ok ? [] : completed.errors.filter(({ field }) => field.includes('color'));
    };
    for (const scheme of [...COLOUR_SCHEMES, 'NPG', ' lancet ', '', null]) expect(faults(scheme)).toEqual([]);
    for (const scheme of ['viridis?', 7, ['npg'], { npg: 1 }, 'constructor', '__proto__'])
      expect(faults(scheme).map(({ field }) => field)).toEqual(['color_scheme']);
  });

  it('gives each colour that a tool with up and down has; two sides never look alike', () => {
    const limma = catalogue.find(({ tool }) => tool.taskType === 'limma_differential_analysis')?.tool;
    if (limma === undefined) throw new Error('no limma');
    for (const scheme of COLOUR_SCHEMES.filter((name) => name !== 'default')) {
      const colours = schemeColours(limma, scheme);
      expect(colours).toMatchObject({ up_color: expect.stringMatching(/^#[0-9A-F]{6}$/), down_color: expect.any(String) });
      expect(new Set([colours.up_color, colours.down_color, colours.nochange_color]).size).toBe(3);
    }
    expect(schemeColours(limma, 'default')).toEqual({});
  });
});
