import type { UserInfo } from '@oncoloom/contract';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { useSession } from '../../src/accounts/session.ts';
import { failureText, onUpgradeNeeded, post } from '../../src/api/client.ts';
import { connectNotices } from '../../src/base/notices.ts';
import { closeUpgrade, openUpgrade, upgraded, useUpgrade } from '../../src/upgrade/open-upgrade.ts';
import { planSentence } from '../../src/upgrade/plan-sentence.ts';
import { answerFetch, freshBrowser, jsonResponse } from '../support/browser.ts';

const user: UserInfo = {
  id: 1,
  username: 'lin',
  email: 'lin@hospital.example',
  avatar: null,
  user_type: 'pay',
  points: 2060,
  expired_at: '2027-02-03T00:00:00.000Z',
  has_used_trial_card: false,
  email_verified: true,
};
let toasts: string[];

beforeEach(() => {
  freshBrowser();
  closeUpgrade();
  useSession.setState({ user: { ...user, user_type: 'new', points: 60 } });
  toasts = [];
  connectNotices((level, text) => toasts.push(`${level} ${text}`));
});

describe('the global opener', () => {
  test('says it once, asks for the user once and closes, however often it was opened', async () => {
    const fetch = answerFetch(jsonResponse(200, user));
    const first = vi.fn();
    const second = vi.fn();
    openUpgrade({ onSuccess: first });
    openUpgrade({ reason: '点数不够。' });
    openUpgrade({ onSuccess: second });
    expect(useUpgrade.getState()).toEqual({ open: true, reason: '点数不够。' });
    await upgraded();
    expect(toasts).toEqual(['success 订阅升级成功！']);
    expect(fetch.mock.calls.map(([path]) => path)).toEqual(['/api/user/info']);
    expect(useSession.getState().user).toEqual(user);
    expect(useUpgrade.getState().open).toBe(false);
    expect(first).toHaveBeenCalledOnce();
    expect(second).toHaveBeenCalledOnce();
  });

  test('tells an opener after the user is known, and one that closed it never', async () => {
    answerFetch(jsonResponse(200, user));
    const closed = vi.fn();
    openUpgrade({ onSuccess: closed });
    closeUpgrade();
    const points = vi.fn(() => useSession.getState().user?.points);
    openUpgrade({ onSuccess: points });
    await upgraded();
    expect(points).toHaveReturnedWith(2060);
    expect(closed).not.toHaveBeenCalled();
  });

  test('an unanswered question for the user takes nothing back', async () => {
    answerFetch(new Error('offline'));
    const told = vi.fn();
    openUpgrade({ onSuccess: told });
    await upgraded();
    expect(toasts).toEqual(['success 订阅升级成功！']);
    expect(told).toHaveBeenCalledOnce();
  });

  test('a reason is not kept for the next opening', () => {
    openUpgrade({ reason: '点数不够。' });
    closeUpgrade();
    openUpgrade();
    expect(useUpgrade.getState()).toEqual({ open: true, reason: undefined });
  });

  test('a 406 opens it with the reason, beside one toast', async () => {
    answerFetch(jsonResponse(406, { detail: '这个工具需要订阅。' }));
    const stop = onUpgradeNeeded((text) => openUpgrade({ reason: text }));
    await expect(post('/create_analysis')).rejects.toThrow('这个工具需要订阅。');
    expect(useUpgrade.getState()).toEqual({ open: true, reason: '这个工具需要订阅。' });
    expect(toasts).toEqual(['error 这个工具需要订阅。']);
    stop();
  });
});

test.each([
  [jsonResponse(422, { detail: '这张卡已经用过。' }), '这张卡已经用过。'],
  [jsonResponse(500, {}), '卡密兑换失败，请稍后再试'],
  [new Response('<html>', { status: 502 }), '卡密兑换失败，请稍后再试'],
  [new TypeError('failed to fetch'), '没有连上服务器。请检查网络，再试一次。'],
])('a failed redemption says what the server says, else what the call says, else that it failed', async (answer, text) => {
  answerFetch(answer);
  const error = await post('/user/redeem_card', {}, { silent: true }).catch((reason: unknown) => reason);
  expect(failureText(error, '卡密兑换失败，请稍后再试')).toBe(text);
  expect(toasts).toEqual([]);
});

describe('what the account has now', () => {
  const status = {
    user_type: 'pay',
    plan: 'quarter',
    points: 1642,
    expired_at: new Date(2027, 1, 3, 12).toISOString(),
    days_left: 75,
    has_used_trial_card: false,
  } as const;

  test.each([
    [status, '当前：3 个月方案，2027-02-03 到期，剩 1,642 点。现在续费，到期日顺延，账上点数一起保留。'],
    [
      { ...status, user_type: 'new' as const, plan: null },
      '当前：注册赠送，2027-02-03 到期，剩 1,642 点。现在订阅，到期日顺延，账上点数一起保留。',
    ],
    [{ ...status, points: 0, days_left: 0 }, '当前：3 个月方案，已在 2027-02-03 到期。'],
    [{ ...status, user_type: 'new' as const, plan: null, points: 0, expired_at: null, days_left: null }, '当前：注册赠送，剩 0 点。'],
  ])('%#', (now, sentence) => expect(planSentence(now)).toBe(sentence));
});
