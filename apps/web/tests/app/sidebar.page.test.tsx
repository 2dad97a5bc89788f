import { cleanup } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Sidebar } from '../../src/app/sidebar.tsx';
import { fakeServer, renderPage } from '../support/page.tsx';

afterEach(() => vi.restoreAllMocks());

test('the entry of the page in view is unfolded and brought into view, however far down it stands', () => {
  fakeServer({ '/signatures': () => ({ signatures: [], available: [] }) });
  const brought: string[] = [];
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    brought.push(this.textContent ?? '');
    // As newer browsers do, whatever the type says: an effect must not hand it on as its end.
    return Promise.resolve() as never;
  });
  const path = '/general-plotting/heatmap/analysis';
  renderPage(<Sidebar collapsible={false} />, { path, at: path });
  expect(brought).toContain('热图');
  expect(cleanup).not.toThrow();
});
