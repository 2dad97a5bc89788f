import { type BoardSave, boardSaveSchema, type FigureBoard, NEW_BOARD } from '@oncoloom/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import BoardPage from '../../src/figure-boards/board-page.tsx';
import { fakeServer, Refusal, renderPage } from '../support/page.tsx';

const PANEL = { key: 'a1', analysis_id: 5, figure: 'volcano', title: '火山图', x: 0, y: 0, width: 85, height: 58 };

/** A server with one board, whose only figure belongs to an analysis that was deleted. */
function serverWithBoard(save: (body: BoardSave) => void = () => undefined) {
  let board: FigureBoard = {
    id: 3,
    name: '图 1',
    project_id: null,
    revision: 1,
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
    content: { ...NEW_BOARD, panels: [PANEL] },
    sources: [{ key: 'a1', state: 'gone', task_name: '', title: { zh: '火山图', en: '' }, caption: { zh: '', en: '' } }],
  };
  return fakeServer({
    '/get_analysis': () => {
      throw new Refusal(404, { detail: '没有这次分析，可能已经删除' });
    },
    '/figure_boards/3': (body) => {
      if (body.revision === undefined) return board;
      const { revision, name, content } = boardSaveSchema.parse(body);
      save({ revision, name, content });
      board = { ...board, name, content, revision: revision + 1, sources: board.sources.slice(0, content.panels.length) };
      return board;
    },
  });
}

const open = () => renderPage(<BoardPage />, { path: '/figure-boards/:id', at: '/figure-boards/3' });
const user = userEvent.setup();

describe('a board whose analysis was deleted', () => {
  it('keeps the panel, says so, and removes it when asked; undo brings it again', async () => {
    const saves: BoardSave[] = [];
    serverWithBoard((body) => saves.push(body));
    open();
    const list = within(await screen.findByLabelText('拼图的设置'));
    expect(await list.findByText('这张图的分析已经删除。')).toBeDefined();
    expect(screen.getByLabelText('需要留意').textContent).toContain('图 A 已经没有内容');
    await user.click(list.getByText('火山图'));
    await user.click(list.getByText('移除'));
    await waitFor(() => expect(saves.map(({ content }) => content.panels.length)).toEqual([0]));
    await user.click(screen.getByLabelText('撤销'));
    await waitFor(() =>
      expect(saves.map(({ revision, content }) => [revision, content.panels])).toEqual([
        [1, []],
        [2, [PANEL]],
      ]),
    );
    await user.click(screen.getByLabelText('重做'));
    await waitFor(() => expect(saves.at(-1)).toMatchObject({ revision: 3, content: { panels: [] } }));
  });
});

describe('a board that was changed elsewhere', () => {
  it('is not written over, says so, and can be loaded anew', async () => {
    serverWithBoard(() => {
      throw new Refusal(409, { detail: '这个拼图在别的窗口里改过，这里的改动没有保存。' });
    });
    open();
    const name = await screen.findByLabelText('拼图的名字');
    await user.type(name, 'x');
    expect(await screen.findByText(/在别的窗口里改过/)).toBeDefined();
    await user.click(screen.getByText('载入最新内容'));
    await waitFor(() => expect((screen.getByLabelText('拼图的名字') as HTMLInputElement).value).toBe('图 1'));
    expect(screen.queryByText(/在别的窗口里改过/)).toBeNull();
  });
});

describe('the legend of a board', () => {
  it('is made from those of the figures until somebody writes one, and can be made again', async () => {
    const saves: BoardSave[] = [];
    serverWithBoard((body) => saves.push(body));
    open();
    const legend = (await screen.findByLabelText('中文图注')) as HTMLTextAreaElement;
    expect(legend.value).toBe('A，火山图。');
    await user.type(legend, '自己写的');
    await waitFor(() => expect(saves.at(-1)?.content.captions).toEqual({ zh: 'A，火山图。自己写的', en: null }));
    await user.click(screen.getByText('换回自动图注'));
    expect((screen.getByLabelText('中文图注') as HTMLTextAreaElement).value).toBe('A，火山图。');
    await waitFor(() => expect(saves.at(-1)?.content.captions.zh).toBeNull());
  });
});
