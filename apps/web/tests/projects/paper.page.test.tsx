import type { Lineage, PaperAnswer } from '@oncoloom/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { ProjectPaper } from '../../src/projects/paper/project-paper.tsx';
import { fakeServer, Refusal, renderPage, toasts } from '../support/page.tsx';

const step = (id: number, name: string, status: 'completed' | 'running' = 'completed', outside = false): Lineage['steps'][number] => ({
  ...{ id, name, status, outside, task_type: 'limma_differential_analysis', family: 'bulk', tool_title: 'limma 差异分析', headline: null },
  ...{ created_at: '2026-01-01T00:00:00Z', stale: [], replaced: [], again: null },
});
const STEPS = [step(1, '差异'), step(2, 'GO 富集'), step(3, '还在算', 'running'), step(4, '别的课题的', 'completed', true)];

function open(steps: Lineage['steps'], answer: () => PaperAnswer = () => ({ state: 'making', done: 3, total: 12, now: '画图：差异' })) {
  const calls = fakeServer({
    '/projects/7/lineage': (): Lineage => ({ steps, files: [], edges: [] }),
    '/projects/7/paper': answer,
    '/projects/7/paper_file': () => new Response(null, { status: 200 }),
  });
  renderPage(<ProjectPaper project={7} />, { path: '/', at: '/' });
  return calls;
}
const user = userEvent.setup();

describe('the documents of a paper on a project’s page', () => {
  it('are of all finished steps of the project at first, in Chinese with GB/T 7714', async () => {
    const calls = open(STEPS);
    const boxes = await screen.findAllByRole('checkbox');
    expect(boxes.map((box) => box.closest('label')?.textContent)).toEqual(['差异', 'GO 富集']);
    await user.click(screen.getByRole('button', { name: /下载 Word/ }));
    await screen.findByText('正在准备：画图：差异');
    expect(within(screen.getByRole('status')).getByText('25%')).toBeDefined();
    expect(calls['/projects/7/paper']?.[0]).toEqual({ file: 'word', language: 'zh', references: 'gb', analysis_ids: [1, 2] });
    await user.click(screen.getByRole('button', { name: '停止' }));
    await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
  });

  it('are of what is chosen, and are fetched when they are made', async () => {
    const calls = open(STEPS, () => ({
      state: 'ready',
      download_url: '/api/projects/7/paper_file?token=x',
      filename: '肝癌_manuscript.zip',
    }));
    await user.click(await screen.findByLabelText('差异'));
    await user.click(screen.getByText('English'));
    await user.click(screen.getByText('Vancouver'));
    await user.click(screen.getByRole('button', { name: /下载全部/ }));
    await waitFor(() => expect(calls['/projects/7/paper_file']).toHaveLength(1));
    expect(calls['/projects/7/paper']).toEqual([{ file: 'zip', language: 'en', references: 'vancouver', analysis_ids: [2] }]);
  });

  it('are not offered of no step', async () => {
    open(STEPS);
    await user.click(await screen.findByRole('button', { name: '全不选' }));
    expect(screen.getByRole('alert').textContent).toBe('请至少选一个步骤。');
    expect((screen.getByRole('button', { name: /下载 Word/ }) as HTMLButtonElement).disabled).toBe(true);
  });

  it('say why there are none while nothing is finished', async () => {
    open([step(3, '还在算', 'running')]);
    expect(await screen.findByText(/课题里还没有完成的分析/)).toBeDefined();
    expect(screen.queryByRole('button', { name: /下载/ })).toBeNull();
  });

  it('end with the server’s sentence where it refuses', async () => {
    open(STEPS, () => {
      throw new Refusal(422, { detail: '选中的步骤共有 130 张图，一份材料最多 120 张' });
    });
    await user.click(await screen.findByRole('button', { name: /下载 Word/ }));
    await waitFor(() => expect(toasts.join()).toContain('最多 120 张'));
    expect(screen.queryByRole('status')).toBeNull();
  });
});
