import { beforeEach, expect, test } from 'vitest';
import { engineReadiness } from '../src/api/readiness.ts';
import { answerFetch, freshBrowser, jsonResponse } from './support/browser.ts';

const { signal } = new AbortController();
const part = (ready: boolean, seconds?: number) => ({ ready, ...(seconds === undefined ? {} : { seconds }) });

beforeEach(() => void freshBrowser());

test('200 is ready', async () => {
  answerFetch(jsonResponse(200, { ready: true, missing: [], parts: { engine: part(true) } }));
  expect(await engineReadiness(signal)).toEqual({ ready: true, seconds: undefined });
});

test('a warming engine tells the seconds that are left', async () => {
  answerFetch(jsonResponse(503, { ready: false, missing: [], parts: { engine: part(false, 8) } }));
  expect(await engineReadiness(signal)).toEqual({ ready: false, seconds: 8 });
});

test('something else that is missing is not the engine', async () => {
  answerFetch(jsonResponse(503, { ready: false, missing: [], parts: { engine: part(true), live: part(false) } }));
  expect((await engineReadiness(signal)).ready).toBe(true);
});

test('a proxy without a server behind it says nothing of the engine', async () => {
  answerFetch(new Response('bad gateway', { status: 502 }));
  await expect(engineReadiness(signal)).rejects.toThrow('502');
});
