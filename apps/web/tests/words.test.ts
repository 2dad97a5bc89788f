import { describe, expect, test } from 'vitest';
import { exactTime, relativeTime } from '../src/base/time.ts';
import { validity } from '../src/home/validity.ts';

describe('times', () => {
  const now = new Date(2026, 10, 20, 16, 30, 0);
  test.each([
    [new Date(2026, 10, 20, 16, 29, 30), '刚刚'],
    [new Date(2026, 10, 20, 16, 26, 0), '4 分钟前'],
    [new Date(2026, 10, 20, 3, 5, 0), '13 小时前'],
    [new Date(2026, 10, 19, 16, 20, 0), '昨天 16:20'],
    [new Date(2026, 9, 2, 8, 5, 0), '10-02 08:05'],
    [new Date(2025, 9, 2, 8, 5, 0), '2025-10-02'],
    // A clock that is a little ahead.
    [new Date(2026, 10, 20, 16, 30, 20), '刚刚'],
  ])('%s is %s', (time, text) => expect(relativeTime(time, now)).toBe(text));

  test('exact', () => expect(exactTime(new Date(2026, 0, 2, 3, 4, 5))).toBe('2026-01-02 03:04:05'));
});

test('how long points last', () => {
  const now = new Date(2026, 10, 20, 12);
  expect(validity({ user_type: 'pay', expired_at: new Date(2027, 1, 3, 12).toISOString() }, now)).toBe(
    '已订阅，2027-02-03 到期，还有 75 天',
  );
  expect(validity({ user_type: 'new', expired_at: new Date(2026, 10, 19).toISOString() }, now)).toBe('注册赠送，已在 2026-11-19 到期');
  expect(validity({ user_type: 'new', expired_at: null }, now)).toBe('注册赠送');
});
