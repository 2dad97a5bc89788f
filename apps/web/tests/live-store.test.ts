import type { AnalysisList, AnalysisRow, TaskUpdate } from '@oncoloom/contract';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { useSession } from '../src/accounts/session.ts';
import { keys } from '../src/api/query-keys.ts';
import { addEndedTask, forgetEndedTasks, useEndedTasks } from '../src/live/ended-tasks.ts';
import { belongsTo, mergeRow } from '../src/live/merge.ts';
import { knownName, refreshAfterGap, refreshRunning, routeMessage } from '../src/live/route-update.ts';
import { clearCompletedSoon, dropOldUpdates, forgetUpdates, rememberUpdate, startCleanup, useTaskUpdates } from '../src/live/task-store.ts';
import { endedTask } from '../src/live/use-live.ts';
import { answerFetch, freshBrowser, jsonResponse } from './support/browser.ts';

const START = Date.parse('2026-11-20T08:00:00Z');
const at = (seconds: number) => new Date(START + seconds * 1000).toISOString();

function update(change: Partial<TaskUpdate> = {}): TaskUpdate {
  return {
    id: 1,
    status: 'running',
    task_type: 'limma_differential_analysis',
    family: 'bulk',
    result: null,
    progress: 40,
    step: '拟合线性模型',
    modified: at(1),
    finished: null,
    error_msg: null,
    queue_position: null,
    early: 0,
    ...change,
  };
}

function row(change: Partial<AnalysisRow> = {}): AnalysisRow {
  return {
    id: 1,
    task_type: 'limma_differential_analysis',
    family: 'bulk',
    task_name: '肝癌',
    name: '肝癌',
    short_name: '肝癌',
    data_set: null,
    starred: false,
    project_id: null,
    status: 'pending',
    progress: 0,
    step: null,
    queue_position: 1,
    early: 0,
    result: null,
    output: null,
    error_msg: null,
    error_message: null,
    error_code: null,
    points: 5,
    example: false,
    created_at: at(0),
    started_at: null,
    finished: null,
    updated_at: at(0),
    modified: at(0),
    ...change,
  };
}

const list = (...results: AnalysisRow[]): AnalysisList => ({ results, count: results.length, page: 1, page_size: 10, current_page: 1 });
const ids = () => useTaskUpdates.getState().updates.map((cached) => cached.update.id);

beforeEach(() => {
  vi.useFakeTimers({ now: START });
  forgetUpdates();
  forgetEndedTasks();
});
afterEach(() => vi.useRealTimers());

test('the price of a request is asked for anew when a task ends: the same one is free from then on', () => {
  const queries = new QueryClient();
  const estimate = [...keys.estimates, { task_type: 'limma_differential_analysis' }];
  queries.setQueryData(estimate, { points: 5 });
  routeMessage(queries, { type: 'update_task', data: update() }, () => {});
  expect(queries.getQueryState(estimate)?.isInvalidated).toBe(false);
  routeMessage(queries, { type: 'update_task', data: update({ status: 'completed', finished: at(2), modified: at(2) }) }, () => {});
  expect(queries.getQueryState(estimate)?.isInvalidated).toBe(true);
});

describe('the cache of updates', () => {
  test('holds the last update of a task', () => {
    rememberUpdate(update({ progress: 10 }));
    rememberUpdate(update({ progress: 20 }));
    expect(useTaskUpdates.getState().updates.map((cached) => cached.update.progress)).toEqual([20]);
  });

  test('holds 50, the oldest leave first', () => {
    for (let id = 1; id <= 55; id += 1) rememberUpdate(update({ id }));
    expect(ids()).toHaveLength(50);
    expect(ids()[0]).toBe(6);
    // A task that was told of again is no longer the oldest.
    rememberUpdate(update({ id: 6 }));
    rememberUpdate(update({ id: 99 }));
    expect(ids()).toContain(6);
    expect(ids()).not.toContain(7);
  });

  test('drops finished updates older than 5 minutes, and only these', () => {
    rememberUpdate(update({ id: 1, status: 'completed' }));
    rememberUpdate(update({ id: 2, status: 'failed' }));
    rememberUpdate(update({ id: 3, status: 'running' }));
    vi.advanceTimersByTime(5 * 60_000);
    rememberUpdate(update({ id: 4, status: 'completed' }));
    dropOldUpdates();
    expect(ids()).toEqual([1, 2, 3, 4]);
    vi.advanceTimersByTime(1);
    dropOldUpdates();
    expect(ids()).toEqual([3, 4]);
  });

  test('is cleaned every 60 s until stopped', () => {
    const stop = startCleanup();
    rememberUpdate(update({ status: 'completed' }));
    vi.advanceTimersByTime(5 * 60_000);
    expect(ids()).toEqual([1]);
    vi.advanceTimersByTime(60_000);
    expect(ids()).toEqual([]);
    stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('loses completed tasks 100 ms after a navigation', () => {
    rememberUpdate(update({ id: 1, status: 'completed' }));
    rememberUpdate(update({ id: 2, status: 'failed' }));
    rememberUpdate(update({ id: 3 }));
    clearCompletedSoon();
    vi.advanceTimersByTime(99);
    expect(ids()).toEqual([1, 2, 3]);
    rememberUpdate(update({ id: 4, status: 'completed' }));
    vi.advanceTimersByTime(1);
    expect(ids()).toEqual([2, 3, 4]);
  });
});

describe('merging', () => {
  test('an update changes the row of its id, both spellings', () => {
    const merged = mergeRow(
      row(),
      update({ status: 'failed', error_msg: '内存不够', finished: at(9), modified: at(9), result: { headline: 'x' } }),
    );
    expect(merged).toMatchObject({
      status: 'failed',
      error_msg: '内存不够',
      error_message: '内存不够',
      finished: at(9),
      updated_at: at(9),
      modified: at(9),
      result: { headline: 'x' },
      output: { headline: 'x' },
      task_name: '肝癌',
    });
  });

  test('an update that is older than the row, or of another row, changes nothing', () => {
    const fresh = row({ status: 'completed', modified: at(5) });
    expect(mergeRow(fresh, update({ modified: at(1) }))).toBe(fresh);
    expect(mergeRow(fresh, update({ id: 2, modified: at(9) }))).toBe(fresh);
  });

  test('the aliases of the specification reach the same list', () => {
    expect(belongsTo({ task_type: 'gsea_enrichment' }, update({ task_type: 'gsea_analysis' }))).toBe(true);
    expect(belongsTo({ task_type: 'gsea_analysis' }, update({ task_type: 'gsea_enrichment' }))).toBe(true);
    expect(belongsTo({ task_type: 'single_gene_tme_diff_analysis' }, update({ task_type: 'single_gene_tme_diff' }))).toBe(true);
    expect(belongsTo({ task_type: 'gsea_plot' }, update({ task_type: 'gsea_analysis' }))).toBe(false);
    expect(belongsTo({}, update())).toBe(true);
    expect(belongsTo({ task_type: 'go_enrichment', family: 'tcga' }, update({ task_type: 'go_enrichment', family: 'bulk' }))).toBe(false);
  });
});

describe('a message', () => {
  const limma = keys.analysisList({ task_type: 'limma_differential_analysis', page: 1 });
  const volcano = keys.analysisList({ task_type: 'volcano_plot_analysis', page: 1 });
  let queries: QueryClient;

  beforeEach(() => {
    queries = new QueryClient();
    queries.setQueryData(limma, list(row(), row({ id: 2 })));
    queries.setQueryData(volcano, list(row({ id: 3, task_type: 'volcano_plot_analysis', family: 'plotting' })));
  });
  afterEach(() => queries.clear());

  test('update_task is merged into the rows of its type', () => {
    const onFinished = vi.fn();
    routeMessage(queries, { type: 'update_task', data: update() }, onFinished);
    expect(queries.getQueryData<AnalysisList>(limma)?.results[0]).toMatchObject({ status: 'running', progress: 40, step: '拟合线性模型' });
    expect(queries.getQueryData<AnalysisList>(volcano)?.results[0]?.status).toBe('pending');
    expect(queries.getQueryState(limma)?.isInvalidated).toBe(false);
    expect(onFinished).not.toHaveBeenCalled();
  });

  test('a task that a list of its type does not know makes it ask again', () => {
    routeMessage(queries, { type: 'update_task', data: update({ id: 77 }) }, vi.fn());
    expect(queries.getQueryState(limma)?.isInvalidated).toBe(true);
    expect(queries.getQueryState(volcano)?.isInvalidated).toBe(false);
  });

  test('the end of a task loads its result', () => {
    const onFinished = vi.fn();
    queries.setQueryData(keys.analysis(1), { ...row(), task_name: '打开的' });
    routeMessage(queries, { type: 'update_task', data: update({ status: 'completed', finished: at(3), modified: at(3) }) }, onFinished);
    expect(queries.getQueryState(keys.analysis(1))?.isInvalidated).toBe(true);
    expect(onFinished).toHaveBeenCalledOnce();
    expect(knownName(queries, 1)).toBe('打开的');
    expect(knownName(queries, 2)).toBe('肝癌');
  });

  test('update_points changes the balance', () => {
    const user = {
      id: 1,
      username: 'a',
      email: '',
      avatar: null,
      user_type: 'new',
      points: 60,
      expired_at: null,
      has_used_trial_card: false,
      email_verified: true,
    } as const;
    useSession.setState({ user });
    routeMessage(queries, { type: 'update_points', data: { points: 55 } }, vi.fn());
    expect(useSession.getState().user?.points).toBe(55);
  });

  test('at the first opening only what was running is asked for again', () => {
    queries.setQueryData(limma, list(row({ status: 'running' })));
    queries.setQueryData(volcano, list(row({ id: 2, status: 'completed' })));
    refreshRunning(queries);
    expect([limma, volcano].map((key) => queries.getQueryState(key)?.isInvalidated)).toEqual([true, false]);
  });

  test('after a gap every list and the balance are asked for again', async () => {
    freshBrowser();
    answerFetch(jsonResponse(200, { id: 1, username: 'a', points: 7 }));
    refreshAfterGap(queries);
    expect([limma, volcano].map((key) => queries.getQueryState(key)?.isInvalidated)).toEqual([true, true]);
    await vi.waitFor(() => expect(useSession.getState().user?.points).toBe(7), 20_000);
  });
});

describe('the end of a task', () => {
  const done = update({ status: 'completed', result: { headline: '上调 532 · 下调 601' }, finished: at(3) });

  test('is told on other pages, in words, with the way to the result', () => {
    expect(endedTask(done, '/home', '肝癌')).toMatchObject({
      title: '肝癌 已完成',
      text: '上调 532 · 下调 601',
      ok: true,
      path: '/bulk-analysis/limma-differential/result/1',
    });
    expect(endedTask(update({ status: 'failed', error_msg: '内存不够' }), '/home', undefined)).toMatchObject({
      title: 'limma 差异分析 失败',
      text: '内存不够',
      ok: false,
    });
  });

  test('is not told where it is seen', () => {
    expect(endedTask(done, '/bulk-analysis/limma-differential/result/1', 'x')).toBeUndefined();
    expect(endedTask(done, '/bulk-analysis/limma-differential/analysis', 'x')).toBeUndefined();
  });

  test('is told once', () => {
    const task = endedTask(done, '/home', 'x');
    expect(task && addEndedTask(task)).toBe(true);
    expect(task && addEndedTask(task)).toBe(false);
    expect(useEndedTasks.getState()).toMatchObject({ unread: true, tasks: [{ id: 1 }] });
  });
});
