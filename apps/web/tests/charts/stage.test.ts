import { linearScale, type View } from '@oncoloom/figures';
import { describe, expect, it } from 'vitest';
import { keyAction, nextAlong } from '../../src/charts/stage/keys.ts';
import { shownBox } from '../../src/charts/stage/selection-box.tsx';

const left = { across: -1, down: 0 } as const;
const right = { across: 1, down: 0 } as const;
const up = { across: 0, down: -1 } as const;
const down = { across: 0, down: 1 } as const;

const press = (key: string, held: Partial<Record<'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {}) => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
});

describe('keys on a stage', () => {
  const fixed = { can: false, is: false };
  const whole = { can: true, is: false };
  const closer = { can: true, is: true };

  it('walk, press and leave on every figure', () => {
    for (const zoom of [fixed, whole, closer]) {
      expect(keyAction(press('ArrowDown'), zoom)).toEqual({ does: 'walk', step: down });
      expect(keyAction(press('Home'), zoom)).toEqual({ does: 'first' });
      expect(keyAction(press('End'), zoom)).toEqual({ does: 'last' });
      expect(keyAction(press('Enter'), zoom)).toEqual({ does: 'press' });
      expect(keyAction(press('Escape'), zoom)).toEqual({ does: 'leave' });
    }
  });

  it('zoom only where there is something to zoom', () => {
    expect(['+', '=', '-', '0'].map((key) => keyAction(press(key), fixed))).toEqual([null, null, null, null]);
    expect(keyAction(press('0'), whole)).toEqual({ does: 'reset' });
    const [closerBy, fartherBy] = ['+', '-'].map((key) => keyAction(press(key), whole));
    expect(closerBy).toMatchObject({ does: 'zoom' });
    expect(fartherBy).toMatchObject({ does: 'zoom' });
    const factor = (action: typeof closerBy) => (action !== null && action !== undefined && 'factor' in action ? action.factor : 0);
    expect(factor(closerBy)).toBeGreaterThan(1);
    expect(factor(closerBy) * factor(fartherBy)).toBeCloseTo(1);
  });

  it('move a zoomed plot with Shift; a whole one cannot be moved, so they walk', () => {
    expect(keyAction(press('ArrowLeft', { shiftKey: true }), closer)).toEqual({ does: 'pan', step: left });
    expect(keyAction(press('ArrowLeft', { shiftKey: true }), whole)).toEqual({ does: 'walk', step: left });
  });

  it('leave the keys of the browser and of the page alone', () => {
    expect(keyAction(press('+', { ctrlKey: true }), closer)).toBeNull();
    expect(keyAction(press('0', { metaKey: true }), closer)).toBeNull();
    expect(keyAction(press('ArrowLeft', { altKey: true }), closer)).toBeNull();
    expect(keyAction(press('Tab'), closer)).toBeNull();
    expect(keyAction(press('PageDown'), closer)).toBeNull();
  });

  it('go along a list and stay at its ends', () => {
    const stops = [7, 3, 9];
    expect(nextAlong(stops, null, left)).toBe(7);
    expect(nextAlong(stops, 7, right)).toBe(3);
    expect(nextAlong(stops, 3, up)).toBe(7);
    expect(nextAlong(stops, 9, down)).toBe(9);
    expect(nextAlong(stops, 7, up)).toBe(7);
    // Pointed at, but no stop.
    expect(nextAlong(stops, 4, right)).toBe(7);
    expect(nextAlong([], null, right)).toBeNull();
  });
});

describe('a drawn box', () => {
  const frameOf = ({ x, y }: View) => ({
    plot: { x: 40, y: 10, width: 200, height: 100 },
    x: linearScale(x, [40, 240]),
    y: linearScale(y, [110, 10]),
  });

  it('stands where it was drawn', () => {
    expect(shownBox(frameOf({ x: [0, 20], y: [0, 10] }), { x: [5, 10], y: [2, 8] })).toEqual({ x: 90, y: 30, width: 50, height: 60 });
  });

  it('does not reach over the axes of a plot that shows a part of it, and is gone where it shows none', () => {
    const box: View = { x: [5, 10], y: [2, 8] };
    expect(shownBox(frameOf({ x: [8, 9], y: [4, 10] }), box)).toMatchObject({ x: 40, width: 200, y: expect.closeTo(43.33, 1) });
    expect(shownBox(frameOf({ x: [11, 12], y: [4, 10] }), box)).toBeNull();
  });
});
