import type { MenuEntry } from '@oncoloom/tools/menu';
import { menu } from '@oncoloom/tools/menu';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render } from '@testing-library/react';
import { App } from 'antd';
import { type ReactElement, useEffect } from 'react';
import { createMemoryRouter, parsePath, RouterProvider } from 'react-router';
import { expect, vi } from 'vitest';
import { queryClient } from '../../src/api/query-client.ts';
import { ComponentsConfig } from '../../src/base/look/components-config.tsx';
import { connectNotices } from '../../src/base/notices.ts';
import { jsonResponse } from './browser.ts';

/** A tool's entry as menu and routes have it; it loads the real declaration. */
export function entryOf(taskType: string): MenuEntry {
  const entry = menu.find((one) => one.taskType === taskType);
  if (entry === undefined) throw new Error(`no tool ${taskType}`);
  return entry;
}

/** What the server refuses with; thrown by an answer. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly body: { detail: string; errors?: { field: string; detail: string }[] },
  ) {
    super(body.detail);
  }
}

/** Gets what the page has sent; of a call without a body, no fields. */
type Answer = (body: Record<string, unknown>) => unknown;

/** What forms and the search ask beside what a test is about: of a user without projects. */
const USUAL: Record<string, Answer> = { '/projects': () => ({ results: [], count: 0, page: 1, page_size: 100, current_page: 1 }) };

/**
 * Stands for the server: answers calls by their path below `/api`, with what the test says. A call that the test does not
 * know fails it. @returns the bodies of the calls so far, by path.
 */
export function fakeServer(answers: Record<string, Answer>): Record<string, unknown[]> {
  const calls: Record<string, unknown[]> = {};
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const path = new URL(url, 'https://oncoloom.example').pathname.replace(/^\/api/, '');
    const answer = answers[path] ?? USUAL[path];
    unknown.push(...(answer === undefined ? [`${init.method ?? 'GET'} ${path}`] : []));
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : undefined;
    calls[path] = [...(calls[path] ?? []), body];
    try {
      if (answer === undefined) return jsonResponse(404, { detail: 'no such call' });
      const answered = await answer(body ?? {});
      return answered instanceof Response ? answered : jsonResponse(200, answered);
    } catch (error) {
      if (error instanceof Refusal) return jsonResponse(error.status, error.body);
      throw error;
    }
  });
  return calls;
}
let unknown: string[] = [];
let visits = 0;

// The whole page in each failure hides the sentence that says what is wrong.
configure({ asyncUtilTimeout: 20_000, getElementError: (message) => new Error(message?.split('\n')[0]) });

/** The toasts so far. */
export const toasts: string[] = [];

function Toasts() {
  useEffect(() => connectNotices((_, text) => void toasts.push(text)), []);
  return null;
}

/** Draws a page at an address as the application does; links that are followed lead to an empty page. @returns where the user is now. */
export function renderPage(page: ReactElement, { path, at }: { path: string; at: string }): () => string {
  const router = createMemoryRouter(
    [
      { path, element: page },
      { path: '*', element: <p>another page</p> },
    ],
    // A visit of its own: what another test has left in a form belongs to another one.
    { initialEntries: [{ ...parsePath(at), key: `visit-${++visits}` }] },
  );
  render(
    <ComponentsConfig>
      <QueryClientProvider client={queryClient}>
        <App>
          <Toasts />
          <RouterProvider router={router} />
        </App>
      </QueryClientProvider>
    </ComponentsConfig>,
  );
  return () => router.state.location.pathname + router.state.location.search;
}

/** Lets pictures be loaded and shown: every place is near the window, and what was loaded has an address. */
export function showPictures(): void {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(readonly seen: (entries: { isIntersecting: boolean }[]) => void) {}
      observe = () => this.seen([{ isIntersecting: true }]);
      disconnect = () => undefined;
    },
  );
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: () => undefined }));
}

/** Puts back what a test has changed; fails where the page called what the test did not know. */
export function closePage(): void {
  cleanup();
  queryClient.clear();
  toasts.length = 0;
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  const strangers = unknown;
  unknown = [];
  expect(strangers, 'calls that the test has no answer for').toEqual([]);
}
