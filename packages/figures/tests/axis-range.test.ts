import { describe, expect, it } from 'vitest';
import { groupsOf, hiddenNote, layoutFrame, layoutScatterGrid, layoutScatters, rangedView, type ScatterModel } from '../src/index.ts';

const OWN = { x: [0, 10], y: [0, 5] } as const;

describe('range of an axis', () => {
  it('is the data’s where nothing is chosen, one end of it or both', () => {
    expect(rangedView({}, OWN)).toEqual(OWN);
    expect(rangedView({ axis_range_x: ['', '4'], axis_range_y: ['1', '3'] }, OWN)).toEqual({ x: [0, 4], y: [1, 3] });
  });

  it('that holds nothing, or is no number, is not taken', () => {
    expect(rangedView({ axis_range_x: ['7', '7'], axis_range_y: ['a', ''] }, OWN)).toEqual(OWN);
    expect(rangedView({ axis_range_x: ['9', '2'] }, OWN)).toEqual(OWN);
  });

  it('is written in the data’s numbers on a logarithmic axis', () => {
    expect(rangedView({ axis_range_x: ['10', '1000'] }, OWN, { x: Math.log10 }).x).toEqual([1, 3]);
    expect(rangedView({ axis_range_x: ['0', '1000'] }, OWN, { x: Math.log10 }).x).toEqual([0, 3]);
  });
});

function model(style: Record<string, readonly string[]>): ScatterModel {
  const x = Float64Array.from([0, 1, 2, 3, Number.NaN]);
  return {
    names: ['a', 'b', 'c', 'd', 'e'],
    x,
    y: x,
    look: new Uint8Array(5),
    looks: [{ colour: '#000000', radius: 2, opacity: 1 }],
    thinned: null,
    legend: [{ label: 'all', colour: '#000000', count: '5' }],
    guides: [],
    italic: false,
    panels: [
      {
        name: '',
        rows: [0, 1, 2, 3, 4],
        home: { x: [0, 3], y: [0, 3] },
        lines: [],
        titles: { x: 'x', y: 'y' },
        text: '',
        labelled: [0, 3],
        stops: [0, 1, 2, 3],
      },
    ],
    style,
    describe: () => ({ name: '', italic: false, tag: '', rows: [] }),
    rangeText: () => '',
    note: () => '',
  };
}

describe('points outside of a chosen range', () => {
  const laidOut = (style: Record<string, readonly string[]>) =>
    layoutScatters(layoutScatterGrid(model(style), { width: 400, height: 300 }), true)[0]?.layout;

  it('are neither drawn nor named, but counted; missing ones are not', () => {
    const layout = laidOut({ axis_range_x: ['1', '2'] });
    expect([...(layout?.order ?? [])].sort()).toEqual([1, 2]);
    expect(layout?.labels.placed).toEqual([]);
    expect(layout?.plot.hidden).toBe(2);
    expect(hiddenNote(2)).toContain('2 个点没有画出');
  });

  it('change no count of the legend', () => {
    expect(laidOut({ axis_range_x: ['1', '2'] })?.frame.legend.entries[0]?.count).toBe('5');
  });

  it('are none where the range holds all', () => {
    expect(laidOut({ axis_range_x: ['-5', '50'] })?.plot.hidden).toBe(0);
    expect(hiddenNote(0)).toBe('');
  });
});

describe('breaks of an axis', () => {
  it('are about as many as the style asks for', () => {
    const ticks = (breaks: number) =>
      layoutFrame({
        width: 500,
        height: 300,
        view: OWN,
        titles: { x: '', y: '' },
        legend: [],
        style: { axis_breaks_x: breaks },
      }).xTicks.map(({ value }) => value);
    expect(ticks(2)).toEqual([0, 5, 10]);
    expect(ticks(10)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });
});

describe('colours of groups', () => {
  const colours = (style: Record<string, string | readonly string[]>) => groupsOf(['a', 'b', 'c'], {}, style).map(({ colour }) => colour);

  it('come from the chosen palette', () => {
    expect(colours({ palette: 'jco' }).slice(0, 2)).toEqual(['#0073C2', '#EFC000']);
  });

  it('are given to one group by its name, and move no other group’s', () => {
    const [a, , c] = colours({});
    expect(colours({ group_colours: ['b', '#123456'] })).toEqual([a, '#123456', c]);
    expect(colours({ group_colours: ['b', 'red"/><script>'] })).toEqual(colours({}));
  });
});

describe('the legend', () => {
  it('leaves its corner to a name that was put there', () => {
    const at = (style: Record<string, readonly string[]>) => {
      const layout = layoutScatters(layoutScatterGrid(model(style), { width: 400, height: 300 }), true)[0]?.layout;
      return layout?.frame.legend.position;
    };
    // The points stand on the diagonal up to the corner itself; the range leaves the corner free.
    const free = { axis_range_y: ['0', '6'] };
    expect(at(free)).toBe('top-right');
    expect(at({ ...free, moved_labels: ['d', '-3', '-23'] })).toBe('above');
  });
});
