import { describe, expect, test } from 'vitest';
import { keepVisible, NOTHING_PICKED, pickAll, press, type Selection, step } from '../../src/files/manager/list/selection.ts';

const keys = ['d1', 'f1', 'f2', 'f3', 'f4'];
const picked = (selection: Selection) => [...selection.picked].sort();
const at = (key: string) => press(NOTHING_PICKED, keys, key);

describe('pressing', () => {
  test('picks one alone', () => {
    expect(picked(press(at('f1'), keys, 'f3'))).toEqual(['f3']);
  });

  test('with ctrl picks one more, and one fewer', () => {
    const two = press(at('f1'), keys, 'f3', { ctrl: true });
    expect(picked(two)).toEqual(['f1', 'f3']);
    expect(picked(press(two, keys, 'f1', { ctrl: true }))).toEqual(['f3']);
  });

  test('with shift picks the rows between, in both directions, from one anchor', () => {
    const down = press(at('f1'), keys, 'f3', { shift: true });
    expect(picked(down)).toEqual(['f1', 'f2', 'f3']);
    expect(picked(press(down, keys, 'd1', { shift: true }))).toEqual(['d1', 'f1']);
  });

  test('with shift and ctrl adds a range', () => {
    const one = press(at('d1'), keys, 'f2', { ctrl: true });
    expect(picked(press(one, keys, 'f4', { shift: true, ctrl: true }))).toEqual(['d1', 'f2', 'f3', 'f4']);
  });

  test('with shift and no anchor picks that row and begins there', () => {
    const first = press(NOTHING_PICKED, keys, 'f2', { shift: true });
    expect(picked(first)).toEqual(['f2']);
    expect(picked(press(first, keys, 'f3', { shift: true }))).toEqual(['f2', 'f3']);
  });
});

describe('the arrow keys', () => {
  test('begin at an end and stop at both', () => {
    expect(step(NOTHING_PICKED, keys, 1).focus).toBe('d1');
    expect(step(NOTHING_PICKED, keys, -1).focus).toBe('f4');
    expect(step(at('f4'), keys, 1).focus).toBe('f4');
    expect(step(at('f1'), keys, -10).focus).toBe('d1');
    expect(step(NOTHING_PICKED, [], 1)).toBe(NOTHING_PICKED);
  });

  test('with shift let the range grow and shrink', () => {
    const three = step(step(at('f1'), keys, 1, { shift: true }), keys, 1, { shift: true });
    expect(picked(three)).toEqual(['f1', 'f2', 'f3']);
    expect(picked(step(three, keys, -1, { shift: true }))).toEqual(['f1', 'f2']);
  });

  test('with ctrl move without picking', () => {
    const moved = step(at('f1'), keys, 1, { ctrl: true });
    expect(moved.focus).toBe('f2');
    expect(picked(moved)).toEqual(['f1']);
  });
});

test('everything in view', () => {
  expect(picked(pickAll(at('f1'), keys))).toEqual([...keys].sort());
});

test('rows that leave the view are not picked any more', () => {
  const all = pickAll(at('f1'), keys);
  const kept = keepVisible(all, ['f2', 'f3']);
  expect(picked(kept)).toEqual(['f2', 'f3']);
  expect(kept.focus).toBeUndefined();
  expect(keepVisible(kept, keys)).toBe(kept);
});
