import { describe, expect, test } from 'vitest';
import { planTitle, validityWords } from '../../src/upgrade/plan-words.ts';

describe('planTitle', () => {
  test.each([
    ['new', null, '注册赠送'],
    // What was bought and has run out is no plan any more.
    ['new', 'quarter', '注册赠送'],
    ['trial', 'trial', '体验卡'],
    ['pay', 'quarter', '3 个月方案'],
    ['pay', 'year', '1 年方案'],
    ['pay', null, '已订阅'],
    // A trial card that a paying account redeems leaves its plan.
    ['pay', 'trial', '已订阅'],
  ] as const)('%s with %s is %s', (user_type, plan, title) => {
    expect(planTitle({ user_type, plan })).toBe(title);
  });
});

describe('validityWords', () => {
  const expired_at = new Date(2027, 4, 3, 12).toISOString();

  test('names the day and what is left', () => {
    expect(validityWords({ expired_at, days_left: 12 })).toMatch(/^2027-05-03 到期，还有 12 天。/);
  });

  test('says that the points are gone', () => {
    expect(validityWords({ expired_at, days_left: 0 })).toMatch(/^已在 2027-05-03 到期，点数已清零。/);
  });

  test('says that nothing ends', () => {
    expect(validityWords({ expired_at: null, days_left: null })).toBe('点数没有到期日。');
  });
});
