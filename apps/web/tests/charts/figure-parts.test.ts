import { commonStyle } from '@oncoloom/tool-kit';
import { describe, expect, it } from 'vitest';
import { distinctParts, fieldOf, partAt, partWords } from '../../src/charts/figure-parts.ts';

const PLOT = { part: 'points', name: '', x: 50, y: 10, width: 300, height: 200 };
const LABEL = { part: 'label', name: 'TP53', x: 100, y: 60, width: 30, height: 12 };
const style = { ...commonStyle({ width: 3, height: 3 }), up_color: { kind: 'colour', label: '上调', default: '#ff4757' } } as const;

describe('parts of a figure', () => {
  it('are found by the smallest that holds the place, with some room around thin ones', () => {
    expect(partAt([PLOT, LABEL], { x: 110, y: 65 })).toBe(LABEL);
    expect(partAt([PLOT, LABEL], { x: 98, y: 65 })).toBe(LABEL);
    expect(partAt([PLOT, LABEL], { x: 300, y: 65 })).toBe(PLOT);
    expect(partAt([PLOT, LABEL], { x: 5, y: 400 })).toBeNull();
  });

  it('are walked over once each, however many panels there are', () => {
    const other = { ...LABEL, x: 400 };
    expect(distinctParts([PLOT, LABEL, other, { ...PLOT, x: 400 }])).toEqual([PLOT, LABEL]);
  });

  it('open the field that edits them', () => {
    const open = (part: string, name = '') => fieldOf({ part, name }, style);
    expect([open('title'), open('title-y'), open('legend'), open('group', '上调')]).toEqual([
      'plot_title',
      'axis_title_y',
      'legend_position',
      'group:上调',
    ]);
    // Without a field of their own, marks open the first colour; labels that cannot be chosen open nothing.
    expect([open('points'), open('bars'), open('label', 'TP53')]).toEqual(['up_color', 'up_color', null]);
  });

  it('of a heatmap open the names of its rows and columns, and its colours', () => {
    const flag = { kind: 'flag', label: '', default: true } as const;
    const open = (part: string, more: object) => fieldOf({ part, name: '' }, { ...style, ...more });
    expect(open('row-names', { show_genes: flag, show_samples: flag })).toBe('show_genes');
    expect(open('row-names', { show_samples: flag })).toBe('show_samples');
    expect(open('column-names', { show_genes: flag, show_samples: flag })).toBe('show_samples');
    expect([open('cells', {}), open('tree', {})]).toEqual(['up_color', null]);
    expect(partWords({ part: 'row-names', name: '' })).toBe('行名');
  });

  it('are named for ears', () => {
    expect([partWords(LABEL), partWords({ part: 'title-x', name: '' })]).toEqual(['标注「TP53」', '横轴标题']);
  });
});
