import { describe, expect, it } from 'vitest';
import { groupsOf, layoutFrame, legendOf, sayIn } from '../src/index.ts';
import { loadKind } from '../src/kinds/index.ts';
import { smallFigure } from './support/every-kind.ts';

const FRAME = { width: 400, height: 300, view: { x: [0, 1], y: [0, 1] }, titles: { x: '平均计数', y: '密度' } } as const;

describe('words of a figure', () => {
  it('are Chinese where nothing else is chosen', () => {
    expect(sayIn({})('上调')).toBe('上调');
  });

  it('are English where that is chosen; names that have none stay', () => {
    const say = sayIn({ figure_language: 'en' });
    expect([say({ zh: '上调', en: 'Up' }), say('癌旁一组'), say('toString')]).toEqual(['Up', '癌旁一组', 'toString']);
    expect(say({ zh: '{n} 个样本', en: '{n} samples' }, { n: 3 })).toBe('3 samples');
  });

  it('are what the user wrote, before any language', () => {
    const said = ['上调', 'Up', '下调', 'Down'];
    const say = sayIn({ figure_language: 'en', said, renamed: ['上调', 'Induced', '下调', ''] });
    expect([say('上调'), say({ zh: '上调', en: 'Up' }), say('下调')]).toEqual(['Induced', 'Induced', 'Down']);
  });

  it('have the punctuation of their language', () => {
    expect(sayIn({ figure_language: 'en' })('PC1（14.6%）　HR（95% CI）：2.0')).toBe('PC1 (14.6%)　HR (95% CI): 2.0');
    expect(sayIn({})('PC1（14.6%）')).toBe('PC1（14.6%）');
  });

  it('are those of the tables, of the result and of the declaration', async () => {
    const figure = smallFigure('density', { figure_language: 'en' });
    const density = await loadKind('density');
    if (density.family !== 'items') throw new Error('no items');
    expect(JSON.stringify(density.layout(figure, { width: 400, height: 300 }))).toContain('Density');
  });

  it('swap without ending at one name', () => {
    const style = { renamed: ['A', 'B', 'B', 'A'] };
    const { legend } = layoutFrame({ ...FRAME, style, legend: legendOf(groupsOf(['A', 'B'], {}, style)) });
    expect(legend.entries.map(({ label }) => label)).toEqual(['B', 'A']);
  });

  it('stand on axes and in the legend', () => {
    const style = { figure_language: 'en', said: ['平均计数', 'Mean count', '高表达', 'High expression'] };
    const frame = layoutFrame({ ...FRAME, style, legend: legendOf(groupsOf(['高表达'], {}, style)) });
    expect([frame.titles.x.lines, frame.legend.entries[0]?.label]).toEqual([['Mean count'], 'High expression']);
  });
});

describe('order of groups', () => {
  it('is the one chosen, and moves no colour', () => {
    const colours = (style: Record<string, readonly string[]>) =>
      Object.fromEntries(groupsOf(['a', 'b', 'c'], {}, style).map(({ name, colour }) => [name, colour]));
    const style = { group_order: ['c', 'a'] };
    expect(groupsOf(['a', 'b', 'c'], {}, style).map(({ name }) => name)).toEqual(['c', 'a', 'b']);
    expect(colours(style)).toEqual(colours({}));
  });
});
