import type { TaskUpdate } from '@oncoloom/contract';
import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetUpdates, rememberUpdate } from '../../src/live/task-store.ts';
import { EMPTY_FORM } from '../../src/tool-page/form/form-state.ts';
import { useOpenedResult } from '../../src/tool-page/form/use-opened-result.ts';
import { closePage, entryOf, renderPage } from '../support/page.tsx';

const LOG = entryOf('log_transform');
const FORM = LOG.routes.analysis;

function Form() {
  const [form, setForm] = useState(EMPTY_FORM);
  const onStarted = useOpenedResult(LOG, form);
  return (
    <>
      <button type="button" onClick={() => onStarted(7)}>
        开始
      </button>
      <button type="button" onClick={() => setForm({ ...EMPTY_FORM, taskName: '别的' })}>
        改
      </button>
      <input aria-label="搜索" />
    </>
  );
}

const update = (change: Partial<TaskUpdate>): TaskUpdate => ({
  id: 7,
  status: 'completed',
  task_type: 'log_transform',
  family: 'bulk',
  result: null,
  progress: 100,
  step: null,
  modified: new Date().toISOString(),
  finished: null,
  error_msg: null,
  queue_position: null,
  early: 0,
  ...change,
});
const tell = (change: Partial<TaskUpdate> = {}) => act(() => rememberUpdate(update(change)));
const press = (name: string) => act(() => screen.getByRole('button', { name }).click());
let where: () => string;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  where = renderPage(<Form />, { path: FORM, at: FORM });
});
afterEach(() => {
  vi.useRealTimers();
  forgetUpdates();
  closePage();
});

it('opens the result of a short run', () => {
  press('开始');
  tell({ status: 'running' });
  expect(where()).toBe(FORM);
  tell();
  expect(where()).toMatch(/log-transform\/7$/);
});

it('opens it also where its end was told before its start was answered', () => {
  tell();
  press('开始');
  expect(where()).toMatch(/log-transform\/7$/);
});

it.each([
  ['failed', () => tell({ status: 'failed' })],
  ['was another one', () => tell({ id: 8 })],
])('stays where the run %s', (_, end) => {
  press('开始');
  end();
  expect(where()).toBe(FORM);
});

it.each([
  ['took longer', () => void vi.setSystemTime(Date.now() + 21_000)],
  ['has a form that was typed anew', () => press('改')],
  ['has a user who types', () => act(() => screen.getByLabelText('搜索').focus())],
])('stays where the run %s', (_, meanwhile) => {
  press('开始');
  meanwhile();
  tell();
  expect(where()).toBe(FORM);
});
