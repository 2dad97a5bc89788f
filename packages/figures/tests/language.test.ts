import { describe, expect, it } from 'vitest';
import { groupsOf, layoutFrame, legendOf, sayIn } from '../src/index.ts';
import { ENGLISH, ENGLISH_PARTS } from '../src/text/english.ts';

const FRAME = { width: 400, height: 300, view: { x: [0, 1], y: [0, 1] }, titles: { x: '平均计数', y: '密度' } } as const;

describe('words of a figure', () => {
  it('are Chinese where nothing else is chosen', () => {
    expect(sayIn({})('上调')).toBe('上调');
  });

  it('are English where that is chosen; names that have none stay', () => {
    const say = sayIn({ figure_language: 'en' });
    expect([say('上调'), say('癌旁一组'), say('toString')]).toEqual(['Up', '癌旁一组', 'toString']);
  });

  it('are what the user wrote, before any language', () => {
    const say = sayIn({ figure_language: 'en', renamed: ['上调', 'Induced', '下调', ''] });
    expect([say('上调'), say('下调')]).toEqual(['Induced', 'Down']);
  });

  it('are put together of known parts, with punctuation of their language', () => {
    const say = sayIn({ figure_language: 'en' });
    expect(say('r = 0.78，校正后 P < 0.001')).toBe('r = 0.78, adjusted P < 0.001');
    expect(say('PC1（14.6%）　HR（95% CI）：2.0')).toBe('PC1 (14.6%)　HR (95% CI): 2.0');
    const series = [
      '1 年 模型',
      '3 年 全部治疗',
      '验证 5 年',
      '训练集内 1 年',
      '6 个月 未校正',
      'horTh：yes 对 no',
      'CDK1 高',
      'HLA-A 低',
      '我的模型',
      '没有区分力',
    ];
    expect(series.map((name) => say(name))).toEqual([
      '1 year model',
      '3 years treat all',
      'Validated, 5 years',
      'Training, 1 year',
      '6 months apparent',
      'horTh: yes vs no',
      'CDK1 high',
      'HLA-A low',
      '我的模型',
      'No discrimination',
    ]);
    expect(sayIn({})('PC1（14.6%）')).toBe('PC1（14.6%）');
  });

  it('swap without ending at one name', () => {
    const style = { renamed: ['A', 'B', 'B', 'A'] };
    const { legend } = layoutFrame({ ...FRAME, style, legend: legendOf(groupsOf(['A', 'B'], {}, style)) });
    expect(legend.entries.map(({ label }) => label)).toEqual(['B', 'A']);
  });

  it('stand on axes and in the legend', () => {
    const style = { figure_language: 'en' };
    const frame = layoutFrame({ ...FRAME, style, legend: legendOf(groupsOf(['高表达'], {}, style)) });
    expect([frame.titles.x.lines, frame.titles.y.lines, frame.legend.entries[0]?.label]).toEqual([
      ['Mean count'],
      ['Density'],
      'High expression',
    ]);
  });

  it('have English without a Chinese letter', () => {
    const all = [...Object.values(ENGLISH), ...ENGLISH_PARTS.map(([, english]) => english)];
    expect(all.filter((text) => /[\u3000-\u9fff\uff00-\uffef]/.test(text))).toEqual([]);
  });

  it('keep the marks and values of the Chinese', () => {
    const marks = (text: string) => (text.match(/~[^~]+~|\{\w+\}/g) ?? []).toSorted();
    for (const [chinese, english] of Object.entries(ENGLISH)) expect(marks(english), chinese).toEqual(marks(chinese));
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
