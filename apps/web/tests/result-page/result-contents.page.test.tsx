import type { AnalysisResult } from '@oncoloom/contract';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { DataCard, SummaryCard } from '../../src/result-page/about/summary-card.tsx';
import { ResultContents } from '../../src/result-page/result-contents.tsx';
import { RESULT } from '../support/analysis.ts';

afterEach(() => vi.restoreAllMocks());

async function pageOf(screens: number) {
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(window.innerHeight * screens);
  await act(async () =>
    render(
      <div>
        <ResultContents />
        <section data-testid="volcano">
          <h2 className="card-title">火山图</h2>
        </section>
        <section data-testid="table">
          <h2 className="card-title">差异表</h2>
        </section>
      </div>,
    ),
  );
}

test('a page over three screens lists its cards, and a press goes to one', async () => {
  await pageOf(3.5);
  const nav = screen.getByRole('navigation', { name: '本页内容' });
  expect([...nav.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual(['火山图', '差异表']);
  const table = screen.getByTestId('table');
  table.scrollIntoView = vi.fn();
  await userEvent.click(screen.getByRole('button', { name: '差异表' }));
  expect(table.scrollIntoView).toHaveBeenCalled();
});

test('a shorter page has no such list', async () => {
  await pageOf(3);
  expect(screen.queryByRole('navigation')).toBeNull();
});

test('only what has to be heeded stands beside what was found; the rest is in a card of its own', () => {
  const finding = { code: 'a', message: '', detail: undefined };
  const result = {
    ...RESULT,
    summary: '找到 3 个基因。',
    detail: '8 个样本 · 2 组',
    findings: [
      { ...finding, level: 'should', message: '每组只有 4 个样本' },
      { ...finding, level: 'note', message: '有 12 个探针没有基因名' },
    ],
  } as AnalysisResult;
  render(<SummaryCard result={result} />);
  expect(screen.getByText('每组只有 4 个样本。')).toBeDefined();
  expect([screen.queryByText('8 个样本'), screen.queryByText('有 12 个探针没有基因名。')]).toEqual([null, null]);
  cleanup();
  render(<DataCard result={result} />);
  expect(screen.getByText('8 个样本')).toBeDefined();
  expect(screen.getByText('有 12 个探针没有基因名。')).toBeDefined();
  expect(screen.queryByText('每组只有 4 个样本。')).toBeNull();
});
