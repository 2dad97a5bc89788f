import { beforeEach, expect, test } from 'vitest';
import { endServerSession } from '../../src/api/accounts.ts';
import { clearToken, readSessionId, storeToken } from '../../src/api/token.ts';
import { answerFetch, collectErrors, freshBrowser, jsonResponse } from '../support/browser.ts';

const SESSION = '0198e0aa-0000-7000-8000-000000000001';
/** As a server writes it: base64url without padding; the name makes letters that base64 spells otherwise. */
const token = `head.${Buffer.from(JSON.stringify({ sub: '1', sid: SESSION, name: '??>>~~' })).toString('base64url')}.signature`;
let browser: ReturnType<typeof freshBrowser>;
let errors: string[];

beforeEach(async () => {
  browser = freshBrowser();
  errors = await collectErrors();
});

test('reads the session from the token, and nothing from what is no token', () => {
  expect(readSessionId()).toBeUndefined();
  storeToken(token);
  expect(readSessionId()).toBe(SESSION);
  for (const broken of ['', 'a', 'a.b.c', `a.${Buffer.from('{"sid":7}').toString('base64url')}.c`]) {
    storeToken(broken);
    expect(readSessionId()).toBeUndefined();
  }
});

test('ends its own session with the token that it had when it was called', async () => {
  storeToken(token);
  const fetch = answerFetch(jsonResponse(200, { message: '' }));
  const ending = endServerSession();
  clearToken();
  await ending;
  expect(fetch.mock.calls).toEqual([
    [`/api/user/sessions/${SESSION}`, { method: 'DELETE', headers: { Authorization: `Bearer ${token}` }, keepalive: true }],
  ]);
});

test.each([
  ['a dead session', jsonResponse(401, { detail: '登录已失效' })],
  ['no answer', new Error('offline')],
])('%s neither fails nor shows nor reloads', async (_, answer) => {
  storeToken(token);
  answerFetch(answer);
  await expect(endServerSession()).resolves.toBeUndefined();
  expect(errors).toEqual([]);
  expect(browser.reload).not.toHaveBeenCalled();
});
