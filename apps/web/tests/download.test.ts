import { beforeEach, describe, expect, test, vi } from 'vitest';
import { checkDownload, downloadAnalysisFile } from '../src/api/download.ts';
import { forgetDownloads, recallDownload, rememberDownload } from '../src/api/download-cache.ts';
import { storeToken } from '../src/api/token.ts';
import { answerFetch, collectErrors, freshBrowser, jsonResponse } from './support/browser.ts';

const URL_1 = '/api/analysis/7/files/volcano_pdf/a.pdf?token=1';
const URL_2 = '/api/analysis/7/files/volcano_pdf/a.pdf?token=2';
const found = (etag?: string) => new Response(null, { status: 200, ...(etag ? { headers: { ETag: etag } } : {}) });
const status = (code: number) => new Response(null, { status: code });

let errors: string[];
let reload: ReturnType<typeof vi.fn>;
let clicked: string[];

beforeEach(async () => {
  ({ reload } = freshBrowser());
  errors = await collectErrors();
  clicked = [];
  const link = () => {
    const element = { href: '', download: '', click: () => clicked.push(element.href), remove: () => {} };
    return element;
  };
  vi.stubGlobal('document', { createElement: link, body: { append: () => {} } });
});

describe('the check of an address', () => {
  test('takes 200 with its ETag', async () => {
    const fetch = answerFetch(found('"e1"'));
    expect(await checkDownload(URL_1, undefined)).toEqual({ url: URL_1, etag: '"e1"' });
    expect(fetch.mock.calls[0]?.[1]).toMatchObject({ method: 'HEAD', headers: {} });
  });

  test('asks with the known ETag and takes 304', async () => {
    const fetch = answerFetch(status(304));
    expect(await checkDownload(URL_1, '"e1"')).toEqual({ url: URL_1, etag: '"e1"' });
    expect(fetch.mock.calls[0]?.[1]).toMatchObject({ headers: { 'If-None-Match': '"e1"' } });
  });

  test.each([403, 404, 500, 503, 204])('status %i has its message', async (code) => {
    answerFetch(status(code));
    await expect(checkDownload(URL_1, undefined)).rejects.toThrow(`文件下载失败：HTTP ${code}`);
  });

  test('a busy server is asked again, and so is one that draws for longer than a look waits', async () => {
    vi.useFakeTimers();
    try {
      const busy = new Response(null, { status: 429, headers: { 'Retry-After': '5' } });
      const slow = new DOMException('too slow', 'TimeoutError');
      const fetch = vi.fn().mockResolvedValueOnce(busy).mockRejectedValueOnce(slow).mockResolvedValueOnce(found());
      vi.stubGlobal('fetch', fetch);
      const checked = checkDownload(URL_1, undefined);
      await vi.advanceTimersByTimeAsync(5_000);
      expect(await checked).toEqual({ url: URL_1, etag: undefined });
      expect(fetch).toHaveBeenCalledTimes(3);
    } finally {
      vi.useRealTimers();
    }
  });

  test('422 tells why the file cannot be made', async () => {
    answerFetch(status(422), jsonResponse(422, { detail: '这张图太大：请改选 300 dpi' }));
    await expect(checkDownload(URL_1, undefined)).rejects.toThrow('这张图太大：请改选 300 dpi');
    answerFetch(status(422), new Response('<html>', { status: 422 }));
    await expect(checkDownload(URL_1, undefined)).rejects.toThrow('文件下载失败：HTTP 422');
  });

  test('401 asks for a new token and tries again', async () => {
    answerFetch(status(401), found('"e2"'));
    expect(await checkDownload(URL_1, '"e1"', async () => URL_2)).toEqual({ url: URL_2, etag: '"e2"' });
  });

  test('401 without a way to refresh', async () => {
    answerFetch(status(401));
    await expect(checkDownload(URL_1, undefined)).rejects.toThrow('下载令牌已过期，请重新获取链接');
  });

  test('401 and a refresh that fails', async () => {
    answerFetch(status(401));
    await expect(checkDownload(URL_1, undefined, () => Promise.reject(new Error('x')))).rejects.toThrow('刷新令牌失败，无法下载文件');
  });

  test('401 again with the new token ends', async () => {
    answerFetch(status(401));
    await expect(checkDownload(URL_1, undefined, async () => URL_2)).rejects.toThrow('下载令牌已过期，请重新获取链接');
  });
});

describe('a download', () => {
  test('gets an address, checks it, clicks it; the second needs no token', async () => {
    storeToken('t');
    const fetch = answerFetch(jsonResponse(200, { success: true, download_url: URL_1 }), found('"e1"'), status(304));
    expect(await downloadAnalysisFile(7, 'volcano_pdf', 'a.pdf')).toBe(true);
    expect(await downloadAnalysisFile(7, 'volcano_pdf', 'a.pdf')).toBe(true);
    expect(clicked).toEqual([URL_1, URL_1]);
    expect(fetch.mock.calls.map(([url]) => url)).toEqual(['/api/create_download_token', URL_1, URL_1]);
    expect(fetch.mock.calls[2]?.[1]).toMatchObject({ headers: { 'If-None-Match': '"e1"' } });
  });

  test('renews a token that died early, and does not sign out', async () => {
    rememberDownload('7/volcano_pdf/a.pdf', { url: URL_1, etag: '"e1"', at: Date.now() });
    answerFetch(status(401), jsonResponse(200, { success: true, download_url: URL_2 }), found('"e1"'));
    expect(await downloadAnalysisFile(7, 'volcano_pdf', 'a.pdf')).toBe(true);
    expect(clicked).toEqual([URL_2]);
    expect(recallDownload('7/volcano_pdf/a.pdf')?.url).toBe(URL_2);
    expect(reload).not.toHaveBeenCalled();
  });

  test('asks for a new address after 10 minutes, with the ETag it knows', async () => {
    rememberDownload('7/volcano_pdf/a.pdf', { url: URL_1, etag: '"e1"', at: Date.now() - 10 * 60_000 });
    const fetch = answerFetch(jsonResponse(200, { success: true, download_url: URL_2 }), status(304));
    expect(await downloadAnalysisFile(7, 'volcano_pdf', 'a.pdf')).toBe(true);
    expect(fetch.mock.calls[1]?.[1]).toMatchObject({ headers: { 'If-None-Match': '"e1"' } });
    expect(clicked).toEqual([URL_2]);
  });

  test('success false', async () => {
    answerFetch(jsonResponse(200, { success: false }));
    expect(await downloadAnalysisFile(7, 'volcano_pdf', 'a.pdf')).toBe(false);
    expect(errors).toEqual(['获取下载令牌失败 (5 s)']);
    expect(clicked).toEqual([]);
  });

  test('a failed token call is toasted once, with the server’s text', async () => {
    answerFetch(jsonResponse(404, { detail: '没有这个文件' }));
    expect(await downloadAnalysisFile(7, 'volcano_pdf', 'a.pdf')).toBe(false);
    expect(errors).toEqual(['没有这个文件 (5 s)']);
  });

  test('a refused refresh is told once', async () => {
    rememberDownload('7/volcano_pdf/a.pdf', { url: URL_1, etag: undefined, at: Date.now() });
    answerFetch(status(401), jsonResponse(404, { detail: '没有这次分析' }));
    expect(await downloadAnalysisFile(7, 'volcano_pdf', 'a.pdf')).toBe(false);
    expect(errors).toEqual(['刷新令牌失败，无法下载文件 (5 s)']);
    expect(recallDownload('7/volcano_pdf/a.pdf')).toBeUndefined();
  });
});

test('at most 50 addresses are kept, the newest, and none after logout', () => {
  for (let i = 0; i < 60; i += 1) rememberDownload(String(i), { url: 'u', etag: undefined, at: i });
  expect(recallDownload('9')).toBeUndefined();
  expect(recallDownload('10')).toBeDefined();
  forgetDownloads();
  expect(recallDownload('59')).toBeUndefined();
});
