import type { UserInfo } from '@oncoloom/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { guard, safeRedirect } from '../src/accounts/guard.ts';
import { endSession, shownName, startSession, useSession } from '../src/accounts/session.ts';
import { readToken, storeToken } from '../src/api/token.ts';
import { answerFetch, collectErrors, freshBrowser, jsonResponse } from './support/browser.ts';

const user: UserInfo = {
  id: 1,
  username: 'lin',
  email: 'lin@hospital.example',
  avatar: null,
  user_type: 'new',
  points: 60,
  expired_at: null,
  has_used_trial_card: false,
  email_verified: false,
};
let errors: string[];

/** Where a navigation ends: a path, or `pass`. */
async function visit(path: string): Promise<string> {
  const answer = await guard({ request: new Request(`https://oncoloom.example${path}`) });
  return answer?.headers.get('Location') ?? 'pass';
}

beforeEach(async () => {
  freshBrowser();
  endSession();
  errors = await collectErrors();
});

describe('without a token', () => {
  test.each(['/login', '/forgot-password', '/reset-password?token=x', '/verify-email', '/verify-email/?token=x', '/Login'])(
    '%s is open',
    async (path) => {
      expect(await visit(path)).toBe('pass');
    },
  );

  test.each(['/', '/home', '/404', '/nowhere', '/login/x', '/general-plotting/volcano-plot/7?tab=a&x=1'])(
    '%s leads to login and back',
    async (path) => {
      const [page, query] = (await visit(path)).split('?');
      expect(page).toBe('/login');
      expect(new URLSearchParams(query).get('redirect')).toBe(path);
    },
  );
});

describe('with a token', () => {
  beforeEach(() => storeToken('t'));

  test('login leads to the root', async () => {
    expect(await visit('/login?redirect=/home')).toBe('/');
    expect(await visit('/Login/')).toBe('/');
  });

  test('the user is fetched once', async () => {
    const fetch = answerFetch(jsonResponse(200, user));
    expect(await visit('/home')).toBe('pass');
    expect(await visit('/home')).toBe('pass');
    expect(fetch).toHaveBeenCalledOnce();
    expect(useSession.getState().user).toEqual(user);
  });

  test('a failed fetch clears the token, shows the text once and leads to login', async () => {
    answerFetch(jsonResponse(500, { detail: '数据库没有响应。' }));
    expect(await visit('/home')).toBe('/login?redirect=%2Fhome');
    expect(readToken()).toBeNull();
    expect(errors).toEqual(['数据库没有响应。 (5 s)']);
  });

  test('an answer that is no user is a failure too', async () => {
    answerFetch(new Response('<html>', { status: 200 }));
    expect(await visit('/home')).toBe('/login?redirect=%2Fhome');
    expect(errors).toEqual(['ERROR (5 s)']);
  });

  test('a failure without words is told as the specification words it', async () => {
    answerFetch(jsonResponse(200, user));
    const broken = useSession.subscribe((session) => {
      if (session.user !== undefined) throw new Error('a part of the page');
    });
    expect(await visit('/home')).toBe('/login?redirect=%2Fhome');
    broken();
    expect(errors).toEqual(['Has Error (5 s)']);
  });

  test('a new session asks for its own user', async () => {
    answerFetch(jsonResponse(200, user));
    await visit('/home');
    startSession('other');
    expect(useSession.getState().user).toBeUndefined();
    expect(readToken()).toBe('other');
  });
});

describe('the redirect parameter', () => {
  test.each([
    ['/home', '/home'],
    ['/bulk-analysis/limma-differential/result/3?tab=files#volcano', '/bulk-analysis/limma-differential/result/3?tab=files#volcano'],
    ['/a/../home', '/home'],
    // Letters of an address inside a path or a query lead nowhere else.
    ['/%2F%2Fevil.example', '/%2F%2Fevil.example'],
    ['/data_download?from=//evil.example', '/data_download?from=//evil.example'],
  ])('%s is kept', (wanted, path) => expect(safeRedirect(wanted)).toBe(path));

  test.each([
    null,
    '',
    'home',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '\\\\evil.example',
    'https://evil.example/',
    'https:evil.example',
    'http://here.invalid@evil.example/',
    '///evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/%2e//evil.example',
    '/x/%2E%2E//evil.example',
    'javascript:alert(1)',
    ' /home',
    '/login?redirect=/x',
    '/Login/',
    '/404/',
    '/404',
  ])('%s leads home', (wanted) => expect(safeRedirect(wanted)).toBe('/'));
});

test('the name shown is the email, else the name, else a word', () => {
  expect(shownName(user)).toBe('lin@hospital.example');
  expect(shownName({ ...user, email: '' })).toBe('lin');
  expect(shownName(undefined)).toBe('用户');
});
