import type { UserInfo } from '@oncoloom/contract';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { endSession, startSession, useSession } from '../../src/accounts/session.ts';
import { verification } from '../../src/accounts/verification.ts';
import { answerFetch, collectErrors, freshBrowser, jsonResponse } from '../support/browser.ts';

const user: UserInfo = {
  id: 1,
  username: 'lin',
  email: 'lin@hospital.example',
  avatar: null,
  user_type: 'new',
  points: 60,
  expired_at: null,
  has_used_trial_card: false,
  email_verified: true,
};
const verified = jsonResponse(200, { message: '邮箱已验证' });
const dead = jsonResponse(422, { detail: '链接已失效，请重新发送验证邮件' });
let errors: string[];
let queries: QueryClient;

/** Opens the page and leaves it, as a strict effect does, `times` over; answers what the last visit shows. */
async function visit(times: number) {
  let result: { data: { message: string } | undefined; error: Error | null } = { data: undefined, error: null };
  for (let i = 0; i < times; i += 1) {
    const observer = new QueryObserver(queries, verification('token-1'));
    const leave = observer.subscribe(() => undefined);
    if (i === times - 1) {
      await vi.waitFor(() => expect(observer.getCurrentResult().fetchStatus).toBe('idle'), 20_000);
      const { data, error } = observer.getCurrentResult();
      result = { data, error };
    }
    leave();
  }
  return result;
}

beforeEach(async () => {
  freshBrowser();
  endSession();
  errors = await collectErrors();
  queries = new QueryClient();
});

describe('verification', () => {
  test('a page that is drawn twice at once verifies once', async () => {
    const fetch = answerFetch(verified, dead);
    expect(await visit(2)).toEqual({ data: { message: '邮箱已验证' }, error: null });
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(fetch.mock.calls[0]?.[0]).toBe('/api/user/verify-email');
    expect(fetch.mock.calls[0]?.[1]?.body).toBe('{"token":"token-1"}');
  });

  test('coming back to the page shows the first outcome again', async () => {
    const fetch = answerFetch(verified, dead);
    await visit(1);
    expect((await visit(1)).data).toEqual({ message: '邮箱已验证' });
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  test('a dead link is told once and without a toast, also when the page is opened again', async () => {
    const fetch = answerFetch(dead);
    await visit(1);
    expect((await visit(1)).error?.message).toBe('链接已失效，请重新发送验证邮件');
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(errors).toEqual([]);
  });

  test('who is signed in is known as verified afterwards', async () => {
    startSession('a.b.c');
    answerFetch(verified, jsonResponse(200, user));
    await visit(1);
    expect(useSession.getState().user?.email_verified).toBe(true);
  });

  test('a link that was used before is no failure for a user whose address is verified', async () => {
    startSession('a.b.c');
    answerFetch(dead, jsonResponse(200, user));
    expect((await visit(1)).error).toBeNull();
  });

  test('it is one for a user whose address is not', async () => {
    startSession('a.b.c');
    answerFetch(dead, jsonResponse(200, { ...user, email_verified: false }));
    expect((await visit(1)).error?.message).toBe('链接已失效，请重新发送验证邮件');
  });
});
