import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../support/server.ts';

let test: TestServer;
let pages: string;
const PAGE = '<!doctype html><title>瘤析</title>';
const SCRIPT = 'console.log("a script")';

beforeAll(async () => {
  pages = await mkdtemp(join(tmpdir(), 'oncoloom-pages-'));
  await mkdir(join(pages, 'assets'));
  await writeFile(join(pages, 'index.html'), PAGE);
  await writeFile(join(pages, 'assets/main-abc.js'), SCRIPT);
  await writeFile(join(pages, 'assets/main-abc.js.br'), brotliCompressSync(SCRIPT));
  test = await createTestServer({ pages });
});
afterAll(async () => {
  await test.close();
  await rm(pages, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => test.server.inject({ url, headers });

describe('pages', () => {
  it('answer every path of the browser with the page, asked for anew each time', async () => {
    for (const path of ['/', '/home', '/bulk-analysis/limma-differential/result/12', '/statuses', '/login?redirect=%2Fhome']) {
      const answer = await get(path);
      expect([path, answer.statusCode, answer.body]).toEqual([path, 200, PAGE]);
      expect(answer.headers['cache-control']).toBe('no-cache');
      expect(answer.headers['content-type']).toContain('text/html');
    }
  });

  it('send hashed files compressed and for ever', async () => {
    const answer = await get('/assets/main-abc.js', { 'accept-encoding': 'br' });
    expect(answer.headers['content-encoding']).toBe('br');
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(SCRIPT);
    expect((await get('/assets/main-abc.js')).body).toBe(SCRIPT);
  });

  it('never stand in for a missing file or call', async () => {
    for (const path of ['/assets/old-hash.js', '/api/nothing', '/ws/nothing']) {
      const answer = await get(path);
      expect([path, answer.statusCode]).toEqual([path, 404]);
      expect(answer.json().detail).toBe('没有这个地址。');
    }
    expect((await test.server.inject({ method: 'POST', url: '/home' })).statusCode).toBe(404);
    expect((await get('/..%2f..%2fetc%2fpasswd')).body).not.toContain('root:');
  });
});
