import type { Estimate } from '@oncoloom/contract';
import { completeRequest, type ToolDefinition } from '@oncoloom/tool-kit';
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { useSession } from '../../src/accounts/session.ts';
import ToolPage from '../../src/tool-page/tool-page.tsx';
import { entryOf, fakeServer, Refusal, renderPage, toasts } from '../support/page.tsx';

/** The form of real declarations, as a user fills it in; the server's answers come from the same declarations. */

const VOLCANO = entryOf('volcano_plot_analysis');
const NORMALIZATION = entryOf('microarray_normalization');
const SAMPLE_SIZE = entryOf('sample_size');
const PASTED = 'gene\tlogFC\tP.Value\nTP53\t1.8\t0.001\nGPC3\t-2.1\t0.0002\nAFP\t0.1\t0.8';

/** What the server makes of a request: its own completion decides what is wrong at which field. */
function estimate(tool: ToolDefinition) {
  return (body: Record<string, unknown>): Estimate => {
    // The example's files are the server's own.
    const { example, ...rest } = body;
    const files = Object.keys(tool.example.files).map((field, i) => [field, i + 1]);
    const completed = completeRequest(tool, example === true ? { ...Object.fromEntries(files), ...rest } : body);
    if (!completed.ok) throw new Refusal(422, { detail: completed.errors[0]?.detail ?? '', errors: [...completed.errors] });
    return {
      points: tool.points,
      remaining_points: 60,
      seconds: 1,
      queue: 0,
      findings: [],
      plan: '照填写的运行。',
      task_name: '自动的名字',
    };
  };
}

const NO_ANALYSES = { results: [], count: 0, page: 1, page_size: 10, current_page: 1 };

async function open(entry: typeof VOLCANO, answers: Parameters<typeof fakeServer>[0] = {}) {
  const tool = await entry.load();
  const calls = fakeServer({
    '/get_analysis_list': () => NO_ANALYSES,
    '/estimate_analysis': estimate(tool),
    '/create_analysis': () => ({ analysis_id: 7, id: 7, status: 'pending', points_consumed: tool.points, remaining_points: 59 }),
    // The figure beside the form has tests of its own.
    '/preview_analysis': () => {
      throw new Refusal(503, { detail: '分析引擎还在准备' });
    },
    ...answers,
  });
  renderPage(<ToolPage entry={entry} />, { path: entry.routes.analysis, at: entry.routes.analysis });
  await screen.findByRole('button', { name: '开始分析' });
  return { tool, calls, user: userEvent.setup() };
}

const paste = async (user: ReturnType<typeof userEvent.setup>, text: string) => {
  await user.click(screen.getByText('粘贴的差异表', { selector: '.ant-segmented-item-label' }));
  fireEvent.change(await screen.findByPlaceholderText('在这里粘贴，第一行是列名'), { target: { value: text } });
};
const summary = () => within(screen.getByRole('complementary', { name: '将要做的事' }));

beforeEach(() => useSession.setState({ user: undefined }));

describe('a form', () => {
  test('is filled in by a pasted table and a threshold, says what it will do, and sends just that', async () => {
    const { user, calls } = await open(VOLCANO);
    expect(summary().getByText(/^还要选：/)).toBeDefined();
    await paste(user, PASTED);
    expect(await screen.findByText('3 行 × 3 列')).toBeDefined();
    const threshold = screen.getByLabelText('|log2FC| 阈值');
    await user.clear(threshold);
    await user.type(threshold, '1.5');
    await user.type(screen.getByLabelText('任务名称'), '火山');
    expect(await summary().findByText('照填写的运行。')).toBeDefined();
    expect(summary().getByText('1 点')).toBeDefined();
    await user.click(screen.getByRole('button', { name: '开始分析' }));
    await expect.poll(() => calls['/create_analysis']).toHaveLength(1);
    const [sent] = calls['/create_analysis'] as Record<string, unknown>[];
    expect(sent).toMatchObject({ task_type: 'volcano_plot_analysis', log2fc: 1.5, task_name: '火山', family: 'plotting' });
    expect(sent?.table).toMatchObject({
      columns: ['gene', 'logFC', 'P.Value'],
      rows: [['TP53', '1.8', '0.001'], [], []].map(() => expect.any(Array)),
    });
    await expect.poll(() => toasts).toContainEqual(expect.stringContaining('已加入队列'));
    // The list of earlier runs below the form is asked for again.
    await expect.poll(() => calls['/get_analysis_list']?.length).toBeGreaterThan(1);
  });

  test('that lacks something sends nothing, and says at the field what is missing', async () => {
    const { user, calls } = await open(VOLCANO);
    expect(screen.queryAllByRole('alert')).toEqual([]);
    await user.click(screen.getByRole('button', { name: '开始分析' }));
    const [alert] = await screen.findAllByRole('alert');
    expect(alert?.textContent).toMatch(/[\u4e00-\u9fff]/);
    expect(calls['/create_analysis']).toBeUndefined();
    expect(calls['/estimate_analysis']).toBeUndefined();
  });

  test('says at the field that a value cannot be taken, until it is put right', async () => {
    const { user, calls } = await open(VOLCANO);
    await paste(user, PASTED);
    await summary().findByText('照填写的运行。');
    const threshold = screen.getByLabelText('|log2FC| 阈值');
    await user.clear(threshold);
    await user.type(threshold, '-3');
    const alert = await screen.findByRole('alert');
    expect(threshold.getAttribute('aria-describedby')?.split(' ')).toContain(alert.id);
    expect(threshold.getAttribute('aria-invalid')).toBe('true');
    await user.click(screen.getByRole('button', { name: '开始分析' }));
    expect(calls['/create_analysis']).toBeUndefined();
    await user.clear(threshold);
    await user.type(threshold, '2');
    await expect.poll(() => screen.queryAllByRole('alert')).toEqual([]);
    await user.click(screen.getByRole('button', { name: '开始分析' }));
    await expect.poll(() => calls['/create_analysis']).toHaveLength(1);
  });

  test('starts what was put right although the answer to it is still to come', async () => {
    let answer: () => void = () => undefined;
    const later = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const good = estimate(await VOLCANO.load());
    const { user, calls } = await open(VOLCANO, {
      '/estimate_analysis': async (body) => {
        if (body.log2fc !== 2)
          return { ...good(body), findings: [{ code: 'threshold', level: 'must', message: '阈值不合适', field: 'log2fc' }] };
        await later;
        return good(body);
      },
    });
    await paste(user, PASTED);
    const threshold = screen.getByLabelText('|log2FC| 阈值');
    await summary().findByText(/阈值不合适/);
    await user.clear(threshold);
    await user.type(threshold, '2');
    await user.click(screen.getByRole('button', { name: '开始分析' }));
    expect(calls['/create_analysis']).toBeUndefined();
    expect(screen.getByRole('button', { name: /开始分析/ }).className).toContain('loading');
    answer();
    await expect.poll(() => calls['/create_analysis']).toHaveLength(1);
  });

  test.each([
    ['starts once the engine has checked it', [], 1],
    ['tells what the engine refuses, and starts nothing', [{ code: 'refused_by_check', level: 'must', message: '只有 6 例事件' }], 0],
  ] as const)('pressed before its check has begun %s', async (_, findings, started) => {
    let answer: () => void = () => undefined;
    const later = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { user, calls } = await open(entryOf('consensus_clustering'), {
      '/check_analysis': async () => {
        await later;
        return { findings };
      },
    });
    await user.click(screen.getByRole('button', { name: /使用示例数据/ }));
    await user.click(screen.getByRole('button', { name: '开始分析' }));
    await expect.poll(() => calls['/check_analysis']).toHaveLength(1);
    expect(calls['/create_analysis']).toBeUndefined();
    expect(screen.getByRole('button', { name: /开始分析/ }).className).toContain('loading');
    answer();
    if (started > 0) await expect.poll(() => calls['/create_analysis']).toHaveLength(started);
    else {
      expect((await screen.findAllByText(/只有 6 例事件/)).length).toBeGreaterThan(0);
      await expect.poll(() => screen.getByRole('button', { name: /开始分析/ }).className).not.toContain('loading');
      expect(calls['/create_analysis']).toBeUndefined();
    }
  });

  test('starts without the engine’s check that a busy server has not made', async () => {
    const { user, calls } = await open(entryOf('consensus_clustering'), {
      '/check_analysis': () => {
        throw new Refusal(503, { detail: '分析引擎还在准备' });
      },
    });
    await user.click(screen.getByRole('button', { name: /使用示例数据/ }));
    await user.click(screen.getByRole('button', { name: '开始分析' }));
    await expect.poll(() => calls['/create_analysis']).toHaveLength(1);
  });

  test('starts without the estimate that a busy server has not made', async () => {
    const { user, calls } = await open(VOLCANO, {
      '/estimate_analysis': () => {
        throw new Refusal(429, { detail: '操作太频繁' });
      },
    });
    await paste(user, PASTED);
    expect(await summary().findByText('操作太频繁')).toBeDefined();
    await user.click(screen.getByRole('button', { name: '开始分析' }));
    await expect.poll(() => calls['/create_analysis']).toHaveLength(1);
  });

  test('says beside the button what the server refuses in an input that the example stands for', async () => {
    const refusal = '这台服务器还没有安装「xCell 签名」';
    const { user, calls } = await open(entryOf('xcell_analysis'), {
      '/signatures': () => ({ signatures: [], available: [] }),
      '/estimate_analysis': () => {
        throw new Refusal(422, { detail: refusal, errors: [{ field: 'signature', detail: refusal }] });
      },
    });
    await user.click(screen.getByRole('button', { name: /使用示例数据/ }));
    expect(await summary().findByText(refusal)).toBeDefined();
    await user.click(screen.getByRole('button', { name: '开始分析' }));
    expect(calls['/create_analysis']).toBeUndefined();
  });

  test('shows the server’s sentence at the field that it names', async () => {
    const refusal = '这一列不是数值，请换一列';
    const { user, calls } = await open(VOLCANO, {
      '/estimate_analysis': () => {
        throw new Refusal(422, { detail: refusal, errors: [{ field: 'p_column', detail: refusal }] });
      },
    });
    await paste(user, PASTED);
    const alert = await screen.findByText(refusal, { selector: '[role=alert]' });
    expect(alert.closest('[data-field]')?.getAttribute('data-field')).toBe('p_column');
    await user.click(screen.getByRole('button', { name: '开始分析' }));
    expect(calls['/create_analysis']).toBeUndefined();
  });

  test('says where a pasted text is no table', async () => {
    const { user } = await open(VOLCANO);
    await paste(user, 'gene logFC');
    expect((await screen.findByRole('alert')).textContent).toContain('只读到一行');
  });

  test('shows fields as others ask for them, and sends hidden ones as if they had never been filled in', async () => {
    const { user, calls } = await open(NORMALIZATION);
    await user.click(screen.getByText('使用示例数据'));
    const filter = await screen.findByLabelText('先过滤低表达探针');
    if (filter.getAttribute('aria-checked') === 'false') await user.click(filter);
    const threshold = await screen.findByLabelText('过滤阈值');
    await user.clear(threshold);
    await user.type(threshold, '0.5');
    const last = () => calls['/estimate_analysis']?.at(-1) as Record<string, unknown> | undefined;
    await expect.poll(last).toMatchObject({ example: true, filter_enabled: true, filter_threshold: 0.5 });
    await user.click(filter);
    expect(screen.queryByLabelText('过滤阈值')).toBeNull();
    await expect.poll(() => last()?.filter_enabled).toBe(false);
    expect(last()).not.toHaveProperty('filter_threshold');
    await user.click(screen.getByRole('button', { name: '开始分析' }));
    await expect.poll(() => calls['/create_analysis']).toHaveLength(1);
    expect(calls['/create_analysis']?.[0]).toMatchObject({ example: true });
    expect(calls['/create_analysis']?.[0]).not.toHaveProperty('filter_threshold');
  });

  test('stays as it is when the server refuses the task', async () => {
    const { user } = await open(VOLCANO, {
      '/create_analysis': () => {
        throw new Refusal(429, { detail: '已有 10 个任务在排队，上限是 10 个' });
      },
    });
    await paste(user, PASTED);
    await summary().findByText('照填写的运行。');
    await user.click(screen.getByRole('button', { name: '开始分析' }));
    await expect.poll(() => toasts).toEqual(['已有 10 个任务在排队，上限是 10 个']);
    expect(screen.getByText('3 行 × 3 列')).toBeDefined();
  });
});

describe('the start of an analysis', () => {
  const asUser = (change: { user_type: 'new' | 'pay'; points: number }) =>
    useSession.setState({ user: { ...({ username: '某人' } as NonNullable<ReturnType<typeof useSession.getState>['user']>), ...change } });

  test('is closed to who has no plan before anything is filled in, with the way out', async () => {
    asUser({ user_type: 'new', points: 60 });
    await open(NORMALIZATION);
    expect(screen.getByRole('button', { name: '开始分析' }).matches(':disabled')).toBe(true);
    expect(screen.getByText('需要订阅')).toBeDefined();
    expect(summary().getByRole('note').textContent).toMatch(/需要订阅.*示例数据不需要/);
    expect(summary().getByRole('button', { name: '订阅或兑换卡密' })).toBeDefined();
  });

  test('is open to them for the example, and to subscribers', async () => {
    asUser({ user_type: 'new', points: 60 });
    const { user } = await open(NORMALIZATION);
    await user.click(screen.getByRole('button', { name: /使用示例数据/ }));
    expect(screen.getByRole('button', { name: '开始分析' }).matches(':disabled')).toBe(false);
    asUser({ user_type: 'pay', points: 60 });
    expect(summary().queryByRole('note')).toBeNull();
  });

  test('is closed with too few points, and says how many are missing and where they are got', async () => {
    asUser({ user_type: 'pay', points: 1 });
    const { tool } = await open(NORMALIZATION);
    expect(screen.getByRole('button', { name: '开始分析' }).matches(':disabled')).toBe(true);
    expect(summary().getByRole('note').textContent).toContain(`还差 ${tool.points - 1} 点`);
    expect(summary().getByRole('link', { name: '邀请同行得点数' }).getAttribute('href')).toBe('/referral');
  });
});

describe('a tool that reads no data', () => {
  test('has no step for them, and is started as it stands', async () => {
    const { user, calls } = await open(SAMPLE_SIZE);
    expect(screen.queryByRole('region', { name: '数据' })).toBeNull();
    expect(screen.getByRole('region', { name: '参数' })).toBeDefined();
    await user.click(screen.getByRole('button', { name: '开始分析' }));
    await expect.poll(() => calls['/create_analysis']).toHaveLength(1);
  });
});
