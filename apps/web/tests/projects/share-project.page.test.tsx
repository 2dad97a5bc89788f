import type { NewShare, SharedProject } from '@oncoloom/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { ShareProject } from '../../src/projects/share-project.tsx';
import SharedProjectPage from '../../src/shared-result/shared-project-page.tsx';
import { fakeServer, Refusal, renderPage } from '../support/page.tsx';

const user = userEvent.setup();
const SHARE = { recipient: '审稿人', bundle: true, file_names: false, created_at: '2026-03-01T00:00:00Z', expires_at: null };
const step = (id: number, name: string, follows: number[] = []): SharedProject['steps'][number] => ({
  ...{ id, name, follows, task_type: 'limma_differential_analysis', family: 'bulk', tool_title: 'limma 差异分析' },
  ...{ headline: '上调 26 · 下调 2', created_at: '2026-03-01T00:00:00Z' },
});

describe('links to a project', () => {
  it('are made on its page, and told once', async () => {
    const made: NewShare = { ...SHARE, id: 3, link: 'https://example.org/share/project/abc' };
    const calls = fakeServer({ '/projects/7/shares': (body) => ('days' in body ? made : { results: [] }) });
    renderPage(<ShareProject project={7} />, { path: '/', at: '/' });
    await user.click(screen.getByRole('button', { name: /分享/ }));
    await user.type(await screen.findByLabelText('给谁看（选填）'), '审稿人');
    await user.click(screen.getByRole('button', { name: '生成链接' }));
    expect(await screen.findByDisplayValue(made.link)).toBeDefined();
    expect(JSON.stringify(calls)).toContain('"recipient":"审稿人"');
  });
});

describe('the page of a link to a project', () => {
  const open = (answer: () => unknown) => {
    fakeServer({ '/shared_project/abc': answer });
    renderPage(<SharedProjectPage />, { path: '/share/project/:token', at: '/share/project/abc' });
  };

  it('has each result as a link to its own page', async () => {
    open(() => ({ share: SHARE, name: '胰腺癌复发', steps: [step(4, '差异'), step(9, '富集', [4])] }));
    expect(await screen.findByRole('heading', { name: '胰腺癌复发' })).toBeDefined();
    expect(screen.getByText(/给「审稿人」看的只读课题/)).toBeDefined();
    expect(screen.getAllByRole('link').flatMap((link) => link.getAttribute('href') ?? [])).toEqual(
      expect.arrayContaining(['/share/abc.4', '/share/abc.9']),
    );
  });

  it('says so where the link is dead', async () => {
    open(() => {
      throw new Refusal(404, { detail: '这个分享链接已失效：可能到期、被撤回，或课题已删除。请向分享的人要一个新链接。' });
    });
    expect(await screen.findByRole('heading', { name: '这个链接打不开了' })).toBeDefined();
    expect(screen.getByText(/要一个新链接/)).toBeDefined();
  });
});
