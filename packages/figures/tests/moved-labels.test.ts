import { describe, expect, it } from 'vitest';
import { movedLabels, type PlaceOptions, placeLabels, toPrintedMm, withMovedLabel } from '../src/index.ts';

const ANCHORS = [
  { x: 100, y: 100, text: 'TP53', width: 30 },
  { x: 104, y: 100, text: 'MYC', width: 30 },
];
const OPTIONS: PlaceOptions = {
  bounds: { x: 0, y: 0, width: 300, height: 200 },
  lineHeight: 15,
  radius: 2,
  blocked: [],
  points: { xs: [100, 104], ys: [100, 100] },
};

describe('labels that were put elsewhere', () => {
  it('stand where they were put, with a line to their point; others keep off them', () => {
    const placed = placeLabels(ANCHORS, { ...OPTIONS, fixed: new Map([[0, { x: 160, y: 60 }]]) });
    const [first, second] = placed;
    expect(first).toMatchObject({ anchor: 0, x: 145, y: 52.5 });
    expect(first?.leader).not.toBeNull();
    expect(second?.anchor).toBe(1);
    // Put over the place that the other one has by itself, it drives that one away.
    const alone = placeLabels(ANCHORS.slice(1), OPTIONS)[0];
    const middle = { x: (alone?.x ?? 0) + 15, y: (alone?.y ?? 0) + 7.5 };
    const driven = placeLabels(ANCHORS, { ...OPTIONS, fixed: new Map([[0, middle]]) }).find(({ anchor }) => anchor === 1);
    expect([driven?.x, driven?.y]).not.toEqual([alone?.x, alone?.y]);
  });

  it('stay within the plot', () => {
    const [label] = placeLabels(ANCHORS.slice(0, 1), { ...OPTIONS, fixed: new Map([[0, { x: 9000, y: -50 }]]) });
    expect(label).toMatchObject({ x: 270, y: 0 });
  });

  it('are kept in printed millimetres', () => {
    const style = { moved_labels: withMovedLabel({ moved_labels: ['MYC', '1', '2'] }, 'TP53', { x: 5.08, y: -2.54 }) };
    expect(style.moved_labels).toEqual(['MYC', '1', '2', 'TP53', '5.08', '-2.54']);
    const moved = movedLabels(style).get('TP53');
    expect([toPrintedMm(moved?.x ?? 0), toPrintedMm(moved?.y ?? 0)]).toEqual([expect.closeTo(5.08, 10), expect.closeTo(-2.54, 10)]);
    expect(withMovedLabel(style, 'MYC', { x: 0, y: 0 })).toEqual(['TP53', '5.08', '-2.54', 'MYC', '0.00', '0.00']);
  });

  it('that are no numbers stand where the figure finds room', () => {
    expect(movedLabels({ moved_labels: ['TP53', 'left', '1'] }).size).toBe(0);
  });
});
