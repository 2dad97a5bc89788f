import { AVATAR_MAX } from '@oncoloom/contract';
import { describe, expect, test } from 'vitest';
import { type Encode, middleSquare, writeAvatar } from '../../src/profile/avatar.ts';

describe('middleSquare', () => {
  test.each([
    [400, 300, { x: 50, y: 0, side: 300 }],
    [300, 400, { x: 0, y: 50, side: 300 }],
    [128, 128, { x: 0, y: 0, side: 128 }],
    [101, 100, { x: 0, y: 0, side: 100 }],
    [5000, 1, { x: 2499, y: 0, side: 1 }],
  ])('of %i × %i', (width, height, square) => {
    expect(middleSquare(width, height)).toEqual(square);
  });
});

const written = (type: string, length: number) => `data:${type};base64,`.padEnd(length, 'A');

describe('writeAvatar', () => {
  test('takes the best writing that fits', () => {
    const encode: Encode = (type, quality) => written(type, quality !== undefined && quality > 0.8 ? AVATAR_MAX + 1 : AVATAR_MAX);
    const asked: (number | undefined)[] = [];
    const url = writeAvatar((type, quality) => {
      asked.push(quality);
      return encode(type, quality);
    });
    expect(url).toHaveLength(AVATAR_MAX);
    expect(url).toMatch(/^data:image\/webp;/);
    expect(asked).toEqual([0.9, 0.75]);
  });

  test('a browser that cannot write WebP answers PNG, which is taken as what it is', () => {
    expect(writeAvatar(() => written('image/png', 500))).toMatch(/^data:image\/png;base64,A/);
  });

  test('nothing that the server would refuse leaves', () => {
    expect(writeAvatar((type) => written(type, AVATAR_MAX + 1))).toBeUndefined();
    expect(writeAvatar(() => 'data:,')).toBeUndefined();
  });
});
