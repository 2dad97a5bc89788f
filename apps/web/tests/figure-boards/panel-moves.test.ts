import { type BoardPanel, NEW_BOARD } from '@oncoloom/contract';
import { overlaps } from '@oncoloom/figures/board';
import { describe, expect, it } from 'vitest';
import { withFigures } from '../../src/figure-boards/add-figures.tsx';
import { freeName } from '../../src/figure-boards/board-words.ts';
import { GRIPS, moved, movedByKey, withOrder, withPlace } from '../../src/figure-boards/panel-moves.ts';

const FRAME = { page: { width: 174, height: 120, margin: 0 }, grid: 2 } as const;
const PLACE = { x: 10, y: 20, width: 60, height: 40 };

describe('a panel that is dragged', () => {
  it('stands on the lines of the grid and within the page', () => {
    expect(moved(PLACE, 'move', { x: 3.4, y: -1.2 }, FRAME)).toEqual({ ...PLACE, x: 14, y: 18 });
    expect(moved(PLACE, 'move', { x: 999, y: -999 }, FRAME)).toEqual({ ...PLACE, x: 114, y: 0 });
  });

  it('keeps the edges that are not held', () => {
    expect(moved(PLACE, 'e', { x: 5, y: 9 }, FRAME)).toEqual({ ...PLACE, width: 66 });
    expect(moved(PLACE, 'nw', { x: -4, y: 4 }, FRAME)).toEqual({ x: 6, y: 24, width: 64, height: 36 });
  });

  it.each(GRIPS)('never gets smaller than a figure can be, nor leaves the page, by %s', (grip) => {
    for (const by of [-500, 500]) {
      const { x, y, width, height } = moved(PLACE, grip, { x: by, y: by }, FRAME);
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(15);
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(174);
      expect(y + height).toBeLessThanOrEqual(120);
    }
  });
});

describe('keys', () => {
  it('move a panel by a line of the grid, with Shift they change its size', () => {
    expect(movedByKey(PLACE, 'ArrowLeft', false, FRAME)).toEqual({ ...PLACE, x: 8 });
    expect(movedByKey(PLACE, 'ArrowDown', true, FRAME)).toEqual({ ...PLACE, height: 42 });
    expect(movedByKey(PLACE, 'Enter', false, FRAME)).toBeNull();
  });
});

describe('the panels of a board', () => {
  const panels = ['a', 'b', 'c'].map((key): BoardPanel => ({ key, analysis_id: 1, figure: 'volcano', title: key, ...PLACE }));
  const keys = (list: readonly BoardPanel[]) => list.map(({ key }) => key).join('');

  it('change their order one by one, and one alone its place', () => {
    expect([keys(withOrder(panels, 'a', 1)), keys(withOrder(panels, 'c', -1)), keys(withOrder(panels, 'a', -1))]).toEqual([
      'bac',
      'acb',
      'abc',
    ]);
    expect(withPlace(panels, 'b', { ...PLACE, x: 0 }).map(({ x }) => x)).toEqual([10, 0, 10]);
  });

  it('get figures that are added where the page is free, under keys of their own', () => {
    const chosen = ['volcano', 'ma', 'pca', 'heatmap'].map((figure) => ({ analysisId: 7, figure, title: figure }));
    const { panels: added = [] } = withFigures(NEW_BOARD, chosen);
    expect(added.map(({ figure }) => figure)).toEqual(['volcano', 'ma', 'pca', 'heatmap']);
    expect(overlaps(added)).toEqual([]);
    expect(new Set(added.map(({ key }) => key)).size).toBe(4);
    for (const { key } of added) expect(key).toMatch(/^[a-z0-9]{1,20}$/);
  });
});

describe('a new board', () => {
  it('has a name that no other one has', () => {
    expect(freeName([])).toBe('图 1');
    expect(freeName([{ name: '图 1' }, { name: '图 3' }])).toBe('图 2');
  });
});
