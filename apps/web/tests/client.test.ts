import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiFailure, fetchFile, get, onUpgradeNeeded, post } from '../src/api/client.ts';
import { readToken, storeToken } from '../src/api/token.ts';
import { connectNotices } from '../src/base/notices.ts';
import { answerFetch, collectErrors, freshBrowser, jsonResponse } from './support/browser.ts';

let reload: ReturnType<typeof vi.fn>;
let errors: string[];

beforeEach(async () => {
  ({ reload } = freshBrowser());
  errors = await collectErrors();
});

/** The failure of a call that has to fail. */
async function failureOf(call: Promise<unknown>): Promise<ApiFailure> {
  const failure = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(ApiFailure);
  return failure as ApiFailure;
}

describe('a call', () => {
  test('goes below /api as JSON, with the token when there is one', async () => {
    const fetch = answerFetch(jsonResponse(200, { ok: 1 }));
    await post('/x', { a: 1 });
    storeToken('secret');
    await get('/y');
    expect(fetch.mock.calls[0]?.[0]).toBe('/api/x');
    expect(fetch.mock.calls[0]?.[1]).toMatchObject({ method: 'POST', body: '{"a":1}', headers: { 'Content-Type': 'application/json' } });
    expect(fetch.mock.calls[0]?.[1]?.headers).not.toHaveProperty('Authorization');
    expect(fetch.mock.calls[1]?.[1]).toMatchObject({ headers: { Authorization: 'Bearer secret' } });
  });

  test('answers the body of a 200 and shows nothing', async () => {
    answerFetch(jsonResponse(200, { ok: 1 }));
    expect(await get('/x')).toEqual({ ok: 1 });
    expect(errors).toEqual([]);
  });
});

describe('a call that is refused as too frequent', () => {
  const refused = (seconds: number) =>
    new Response(JSON.stringify({ detail: '请求太频繁。' }), { status: 429, headers: { 'Retry-After': String(seconds) } });

  test('is sent again after the short wait that the server names, and nobody is told', async () => {
    const fetch = answerFetch(refused(0), jsonResponse(200, { ok: 1 }));
    expect(await post('/x', { a: 1 })).toEqual({ ok: 1 });
    expect(fetch.mock.calls).toHaveLength(2);
    expect(errors).toEqual([]);
  });

  test('fails where the wait is long, or where it is refused again and again', async () => {
    expect(answerFetch(refused(40)).mock.calls).toHaveLength(0);
    expect(await failureOf(get('/x'))).toMatchObject({ status: 429 });
    const fetch = answerFetch(refused(0), refused(0), refused(0));
    expect(await failureOf(get('/x'))).toMatchObject({ status: 429 });
    expect(fetch.mock.calls).toHaveLength(3);
    expect(errors).toHaveLength(2);
  });
});

describe('the error catalogue', () => {
  test.each([400, 404, 409, 413, 422, 429, 500, 503])('%i: toast of 5 s with the detail, rejected', async (status) => {
    answerFetch(jsonResponse(status, { detail: '样本太少。', errors: [{ field: 'file_id', detail: '太少' }] }));
    const failure = await failureOf(get('/x'));
    expect(failure).toMatchObject({ status, message: '样本太少。', errors: [{ field: 'file_id', detail: '太少' }] });
    expect(errors).toEqual(['样本太少。 (5 s)']);
    expect(reload).not.toHaveBeenCalled();
  });

  test.each([
    ['error', { error: '卡密已被使用' }],
    ['message', { message: '卡密已被使用' }],
    ['the first of both', { detail: '', error: '卡密已被使用', message: '兑换失败' }],
  ])('without a detail the text is that of %s', async (_, body) => {
    answerFetch(jsonResponse(400, body));
    expect(await failureOf(get('/x'))).toMatchObject({ message: '卡密已被使用' });
  });

  test.each([
    ['no detail', jsonResponse(500, {})],
    ['no JSON', new Response('<html>', { status: 502 })],
  ])('%s: ERROR', async (_, response) => {
    answerFetch(response);
    await failureOf(get('/x'));
    expect(errors).toEqual(['ERROR (5 s)']);
  });

  test.each([201, 202, 204])('success status %i is an error', async (status) => {
    answerFetch(jsonResponse(status, {}));
    await failureOf(get('/x'));
    expect(errors).toEqual(['Error (5 s)']);
  });

  test('401: token gone, page reloaded, text shown after it, request left open', async () => {
    storeToken('dead');
    answerFetch(jsonResponse(401, { detail: '登录已过期，请重新登录。' }));
    const settled = vi.fn();
    get('/x').then(settled, settled);
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce(), 20_000);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(settled).not.toHaveBeenCalled();
    expect(readToken()).toBeNull();
    const after: string[] = [];
    connectNotices((_, text) => void after.push(text));
    expect(after).toEqual(['登录已过期，请重新登录。']);
  });

  test('401 also reloads a silent call', async () => {
    answerFetch(jsonResponse(401, { detail: 'x' }));
    void get('/x', { silent: true });
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce(), 20_000);
  });

  test('406: toast, upgrade dialog, rejected', async () => {
    const upgrade = vi.fn();
    const forget = onUpgradeNeeded(upgrade);
    answerFetch(jsonResponse(406, { detail: '点数不够。' }));
    expect((await failureOf(post('/create_analysis'))).status).toBe(406);
    expect(errors).toEqual(['点数不够。 (5 s)']);
    expect(upgrade).toHaveBeenCalledExactlyOnceWith('点数不够。');
    forget();
    await failureOf(post('/create_analysis'));
    expect(upgrade).toHaveBeenCalledOnce();
  });

  test('a caller that shows its own text gets no toast', async () => {
    answerFetch(jsonResponse(422, { detail: '密码不对。' }));
    expect((await failureOf(post('/login', {}, { silent: true }))).message).toBe('密码不对。');
    expect(errors).toEqual([]);
  });

  test('no answer and a late answer are told in words', async () => {
    answerFetch(new TypeError('Failed to fetch'));
    expect(await failureOf(get('/x'))).toMatchObject({ status: 0, message: '没有连上服务器。请检查网络，再试一次。' });
    answerFetch(new DOMException('late', 'TimeoutError'));
    expect((await failureOf(get('/x'))).message).toBe('服务器 10 秒内没有回答。请稍后再试。');
    expect(errors).toHaveLength(2);
  });

  test('a call given up by its caller is no failure to show', async () => {
    const controller = new AbortController();
    controller.abort();
    answerFetch(new DOMException('aborted', 'AbortError'));
    await expect(get('/x', { signal: controller.signal })).rejects.toThrow('aborted');
    expect(errors).toEqual([]);
  });
});

test('a file is read whole, with its progress', async () => {
  answerFetch(new Response('gene\tlogFC\n', { status: 200, headers: { 'Content-Length': '11' } }));
  const seen: [number, number | undefined][] = [];
  const blob = await fetchFile('/analysis/1/files/a/b', { onProgress: (loaded, total) => seen.push([loaded, total]) });
  expect(await blob.text()).toBe('gene\tlogFC\n');
  expect(seen.at(-1)).toEqual([11, 11]);
});

test('toasts that come before the page is drawn are shown when it is', async () => {
  const { showError } = await import('../src/base/notices.ts');
  const forget = connectNotices(() => {});
  forget();
  showError('Has Error');
  const texts: string[] = [];
  connectNotices((_, text) => void texts.push(text));
  expect(texts).toEqual(['Has Error']);
});
