import type { Analysis, TaskUpdate } from '@oncoloom/contract';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { queryClient } from '../../src/api/query-client.ts';
import { applyUpdate } from '../../src/live/route-update.ts';
import { forgetUpdates } from '../../src/live/task-store.ts';
import ResultPage from '../../src/result-page/result-page.tsx';
import { at, RESULT, RUNNING } from '../support/analysis.ts';
import { entryOf, fakeServer, Refusal, renderPage, toasts } from '../support/page.tsx';

/** The page of an analysis from its queue to its end, as a user sees it. */

const LOG = entryOf('log_transform');
const FAILED = { ...RUNNING, status: 'failed', finished: at(5), step: null } as const;

/** Opens the page of an analysis that the server knows; `server.analysis` is what it knows from then on. */
async function open(analysis: Analysis, answers: Parameters<typeof fakeServer>[0] = {}) {
  const server = { analysis };
  const calls = fakeServer({ '/get_analysis': () => server.analysis, '/get_analysis_log': () => ({ lines: [] }), ...answers });
  const where = renderPage(<ResultPage entry={LOG} />, { path: LOG.routes.result, at: LOG.routes.result.replace(':id', '12') });
  await screen.findByText(analysis.task_name, { selector: 'h1' });
  return { server, calls, where, user: userEvent.setup() };
}

/** What the live channel tells. */
const tell = (change: Partial<TaskUpdate>) =>
  act(async () => {
    const { id, task_type, family, modified, finished, error_msg, queue_position } = RUNNING;
    applyUpdate(queryClient, {
      ...{
        id,
        task_type,
        family,
        modified,
        finished,
        error_msg,
        queue_position,
        result: null,
        early: 0,
        status: 'running',
        progress: 40,
        step: null,
      },
      ...change,
    });
  });

beforeEach(forgetUpdates);

describe('a task that waits or runs', () => {
  test('says its step and progress, and goes on as the live channel tells', async () => {
    const { server } = await open(RUNNING);
    const bar = screen.getByRole('progressbar', { name: '进度' });
    expect(bar.getAttribute('aria-valuenow')).toBe('40');
    expect(screen.getByText('读取矩阵', { selector: '.summary-sentence' })).toBeDefined();
    server.analysis = { ...RUNNING, step: '取对数', progress: 70, steps: [...RUNNING.steps, { name: '取对数', at: at(3), seconds: null }] };
    await tell({ step: '取对数', progress: 70, modified: at(3) });
    await expect.poll(() => bar.getAttribute('aria-valuenow')).toBe('70');
    expect(await screen.findByText('取对数', { selector: '.summary-sentence' })).toBeDefined();
    // Its time comes with the analysis, which is asked for again.
    expect(await screen.findAllByText('取对数')).toHaveLength(2);
  });

  test('shows what is known before the end, and takes a later table in its place', async () => {
    const tables = ['asked\tfound\thow\nFOXM1B\tFOXM1\t别名\n', 'asked\tfound\thow\nCDC2\tCDK1\t别名\nP53\tTP53\t别名\n'];
    const early = { id: 'names', rows: 1, total: 1, columns: ['asked', 'found', 'how'] };
    const { server } = await open(RUNNING, { '/analysis/12/early/names': () => new Response(tables.shift()) });
    expect(screen.queryByText(/初步结果/)).toBeNull();
    server.analysis = { ...RUNNING, early: 1, early_tables: [{ ...early, told: 1 }] };
    // No step has changed: the number of the table alone tells of it.
    await tell({ step: RUNNING.step, early: 1, modified: at(3) });
    expect(await screen.findByText('初步结果：还在计算，全部算完后可能补充')).toBeDefined();
    expect(await screen.findByText('共 1 行')).toBeDefined();
    server.analysis = { ...RUNNING, early: 2, early_tables: [{ ...early, rows: 2, total: 700, told: 2 }] };
    await tell({ step: RUNNING.step, early: 2, modified: at(4) });
    expect(await screen.findByText('共 2 行')).toBeDefined();
    expect(screen.queryByText('共 1 行')).toBeNull();
    expect(screen.getByText(/先列出 700 行中的前 2 行/)).toBeDefined();
    server.analysis = { ...FAILED, error_msg: '内存不够', error_message: '内存不够' };
    await tell({ status: 'failed', finished: at(5), modified: at(5) });
    await expect.poll(() => screen.queryByText(/初步结果/)).toBeNull();
  });

  test('says how many are before it', async () => {
    await open({ ...RUNNING, status: 'pending', step: null, progress: 0, queue_position: 3, started_at: null, steps: [] });
    expect(screen.getByText('已加入队列，前面还有 2 个任务')).toBeDefined();
    expect(screen.getByText('还没有开始。')).toBeDefined();
  });

  test('turns into its result by itself', async () => {
    const { server } = await open(RUNNING);
    server.analysis = { ...RUNNING, status: 'completed', progress: 100, finished: at(5), result: RESULT, output: RESULT };
    await tell({ status: 'completed', progress: 100, finished: at(5), modified: at(5) });
    const summary = within(await screen.findByRole('region', { name: '结论' }));
    expect(summary.getByText('200 个基因、6 个样本').tagName).toBe('STRONG');
    expect(summary.getByText(/像是已取过对数/)).toBeDefined();
    expect(screen.getByText(/表达值按 log2\(x \+ 1\) 转换/)).toBeDefined();
    expect(screen.getByRole('button', { name: /下载结果包/ })).toBeDefined();
    expect(screen.queryByRole('progressbar', { name: '进度' })).toBeNull();
  });

  test('is cancelled after a question, and says that the points are back', async () => {
    const { server, calls, user } = await open(RUNNING, {
      '/cancel_analysis': () => {
        server.analysis = { ...FAILED, error_code: 'cancelled', error_msg: '已取消', error_message: '已取消' };
        return server.analysis;
      },
    });
    await user.click(screen.getByRole('button', { name: '取消任务' }));
    const question = within(await screen.findByRole('tooltip'));
    expect(question.getByText('3 点会退回，填写的内容会保留。')).toBeDefined();
    expect(calls['/cancel_analysis']).toBeUndefined();
    await user.click(question.getByRole('button', { name: '取消任务' }));
    expect(await screen.findByText('这个任务已取消。')).toBeDefined();
    expect(screen.getByText(/^3 点已退回。/)).toBeDefined();
    expect(calls['/cancel_analysis']).toEqual([{ analysis_id: 12 }]);
  });

  test('that can be cancelled no more stays, and the server’s sentence is told', async () => {
    const { user } = await open(RUNNING, {
      '/cancel_analysis': () => {
        throw new Refusal(409, { detail: '任务已经结束' });
      },
    });
    await user.click(screen.getByRole('button', { name: '取消任务' }));
    await user.click(within(await screen.findByRole('tooltip')).getByRole('button', { name: '取消任务' }));
    await expect.poll(() => toasts).toEqual(['任务已经结束']);
    expect(screen.getByRole('progressbar', { name: '进度' })).toBeDefined();
  });
});

describe('a task that failed', () => {
  test('at its input says what happened and what to change, and leads back to the form as it was filled in', async () => {
    const sentence = '有 3 个负数，不能取对数。请先把负数补为 0，再上传。';
    const { user, where } = await open(
      { ...FAILED, error_code: 'input', error_msg: sentence, error_message: sentence },
      { '/get_analysis_log': () => ({ lines: [{ time: at(3), level: 'error', text: '负数：3' }] }) },
    );
    const failure = within(screen.getByRole('region', { name: '失败原因' }));
    expect(failure.getByText('有 3 个负数，不能取对数。')).toBeDefined();
    expect(failure.getByText('请先把负数补为 0，再上传。').tagName).toBe('STRONG');
    expect(failure.queryByRole('button', { name: /原样再运行/ })).toBeNull();
    expect(await screen.findByText('负数：3')).toBeDefined();
    await user.click(failure.getByRole('link', { name: '回到表单，保留全部填写' }));
    expect(where()).toBe(`${LOG.routes.analysis}?from=12`);
  });

  test('by no fault of the form is run again as it is', async () => {
    const { user, where, calls } = await open(
      { ...FAILED, error_code: 'crashed', error_msg: '计算进程意外退出了。', error_message: null },
      { '/rerun_analysis': () => ({ analysis_id: 13, id: 13, status: 'pending', points_consumed: 3, remaining_points: 57 }) },
    );
    await user.click(screen.getByRole('button', { name: /原样再运行/ }));
    await expect.poll(() => calls['/rerun_analysis']).toEqual([{ analysis_id: 12 }]);
    await expect.poll(where).toBe(LOG.routes.result.replace(':id', '13'));
  });
});

describe('an analysis that is not there', () => {
  test.each([
    ['of another user', '12'],
    ['with no number', 'abc'],
  ])('%s says so and leads to the tool', async (_, id) => {
    fakeServer({
      '/get_analysis': () => {
        throw new Refusal(404, { detail: '分析不存在' });
      },
    });
    renderPage(<ResultPage entry={LOG} />, { path: LOG.routes.result, at: LOG.routes.result.replace(':id', id) });
    expect(await screen.findByRole('heading', { name: '没有这次分析' })).toBeDefined();
    expect(screen.getByRole('link', { name: `回到「${LOG.title}」` }).getAttribute('href')).toBe(LOG.routes.analysis);
    expect(toasts).toEqual([]);
  });

  test('for the moment is asked for again', async () => {
    let away = true;
    fakeServer({
      '/get_analysis': () => {
        if (away) throw new Refusal(503, { detail: '数据库暂时连不上，请稍后再试' });
        return RUNNING;
      },
      '/get_analysis_log': () => ({ lines: [] }),
    });
    renderPage(<ResultPage entry={LOG} />, { path: LOG.routes.result, at: LOG.routes.result.replace(':id', '12') });
    expect(await screen.findByText('数据库暂时连不上，请稍后再试')).toBeDefined();
    away = false;
    await userEvent.setup().click(screen.getByRole('button', { name: '再取一次' }));
    expect(await screen.findByText(RUNNING.task_name, { selector: 'h1' })).toBeDefined();
  });
});
