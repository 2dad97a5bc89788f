import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSettled } from '../../src/base/hooks/use-settled.ts';

/** The first of several quick changes counts at once, then only the last. */

function Value({ value }: { value: string }) {
  return <output>{useSettled(value, 80)}</output>;
}

const shown = () => screen.getByRole('status').textContent;

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => vi.useRealTimers());

test('a change after a pause counts at once, those that follow it when they end', () => {
  const { rerender } = render(<Value value="" />);
  const change = (value: string) => rerender(<Value value={value} />);
  change('1');
  expect(shown()).toBe('1');
  for (const value of ['10', '100', '1000']) {
    act(() => vi.advanceTimersByTime(50));
    change(value);
    expect(shown()).toBe('1');
  }
  act(() => vi.advanceTimersByTime(80));
  expect(shown()).toBe('1000');
  act(() => vi.advanceTimersByTime(100));
  change('2');
  expect(shown()).toBe('2');
});
