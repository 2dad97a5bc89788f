import { PlusOutlined, RedoOutlined, UndoOutlined } from '@ant-design/icons';
import type { FigureBoard } from '@oncoloom/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Input } from 'antd';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { ApiFailure } from '../api/client.ts';
import { getBoard } from '../api/figure-boards.ts';
import { keys } from '../api/query-keys.ts';
import { historyKey } from '../base/history.ts';
import { usePageTitle } from '../base/page-title.ts';
import { Loaded } from '../base/parts/loaded.tsx';
import { AddFigures } from './add-figures.tsx';
import { BoardCaptions } from './board-captions.tsx';
import { BoardDownloads } from './board-downloads.tsx';
import { boardNotes } from './board-notes.tsx';
import { PageSettings, TextSettings } from './board-settings.tsx';
import { BoardStage } from './board-stage.tsx';
import { PanelList } from './panel-settings.tsx';
import { type SaveState, useBoard } from './use-board.ts';
import { useBoardFigures } from './use-board-figures.ts';
import { useBoardLayout } from './use-board-layout.ts';
import './boards.css';

const NAME_MAX = 80;
const SAVE_WORDS: Record<SaveState, string> = { saved: '已保存', waiting: '正在保存…', conflict: '没有保存', failed: '没有保存' };

/** The page of one board. */
export default function BoardPage() {
  const { id: text = '' } = useParams();
  const id = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  // What is edited is here: an answer that comes later is not put over it.
  const query = useQuery({
    queryKey: keys.board(id),
    queryFn: ({ signal }) => getBoard(id, { signal, silent: true }),
    enabled: id > 0,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [opened, setOpened] = useState(0);
  const queries = useQueryClient();
  if (id === 0 || (query.error instanceof ApiFailure && query.error.status === 404)) return <NoBoard />;
  const reload = async () => {
    await queries.refetchQueries({ queryKey: keys.board(id) });
    setOpened((count) => count + 1);
  };
  return (
    <Loaded query={query} name="拼图" rows={8}>
      {(board) => <BoardEditor key={`${id} ${opened}`} board={board} onReload={reload} />}
    </Loaded>
  );
}

function NoBoard() {
  return (
    <section className="card board-nothing" role="alert">
      <h1 className="page-title">没有这个拼图</h1>
      <p>它可能已经删除。</p>
      <Link to="/figure-boards">回到拼图列表</Link>
    </section>
  );
}

/** Page, panels, settings, legend and files of a board. */
function BoardEditor({ board, onReload }: { board: FigureBoard; onReload: () => Promise<void> }) {
  const editing = useBoard(board);
  const { content, change, undo, redo } = editing;
  const figures = useBoardFigures(content.panels);
  const layout = useBoardLayout(content, figures);
  const [selected, setSelected] = useState<string | null>(null);
  const [adding, setAdding] = useState(false);
  usePageTitle(editing.name);
  const remove = (key: string) => {
    change('remove', { panels: content.panels.filter((panel) => panel.key !== key) });
    setSelected(null);
  };
  const notes = boardNotes(content, layout, figures);
  const isEmpty = content.panels.length === 0;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys for undo and redo, which have buttons too
    <div
      className="board"
      onKeyDown={(event) => {
        const asked = historyKey(event);
        if (asked === null) return;
        // Fields have steps of their own, which would stand beside those of the board.
        event.preventDefault();
        (asked === 'redo' ? redo : undo)?.();
      }}
    >
      <header className="board-head">
        <Input
          aria-label="拼图的名字"
          className="board-name"
          variant="borderless"
          value={editing.name}
          maxLength={NAME_MAX}
          onChange={(event) => editing.rename(event.target.value)}
        />
        <span className="caption" role="status">
          {SAVE_WORDS[editing.state]}
        </span>
        <span className="board-buttons">
          <Button icon={<UndoOutlined />} aria-label="撤销" title="撤销（Ctrl + Z）" disabled={undo === null} onClick={() => undo?.()} />
          <Button
            icon={<RedoOutlined />}
            aria-label="重做"
            title="重做（Ctrl + Shift + Z）"
            disabled={redo === null}
            onClick={() => redo?.()}
          />
          <Button icon={<PlusOutlined />} onClick={() => setAdding(true)}>
            添加图
          </Button>
          <BoardDownloads id={board.id} name={editing.name} disabled={isEmpty} saved={editing.saved} />
        </span>
      </header>
      {editing.state === 'conflict' && (
        <Alert
          type="warning"
          showIcon
          title={editing.failure}
          action={
            <Button size="small" onClick={() => void onReload()}>
              载入最新内容
            </Button>
          }
        />
      )}
      {editing.state === 'failed' && (
        <Alert
          type="error"
          showIcon
          title={`改动没有保存：${editing.failure}`}
          action={
            <Button size="small" onClick={() => void editing.saved()}>
              再保存一次
            </Button>
          }
        />
      )}
      <div className="board-body">
        <div className="board-main">
          <section className="card board-sheet-card" aria-label="版面">
            {isEmpty && (
              <div className="board-start">
                <p>这一页还没有图。点「添加图」从做完的分析里选，或在结果页的每张图上点「放进拼图」。</p>
                <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
                  添加图
                </Button>
              </div>
            )}
            <BoardStage
              content={content}
              layout={layout}
              figures={figures}
              selected={selected}
              onSelect={setSelected}
              onPanels={(key, panels) => change(key, { panels })}
              onRemove={remove}
            />
            <p className="caption">
              拖动图来移动，拖边角改大小；也可以用方向键，按住 Shift 改大小。屏幕上是 {content.page.width} × {content.page.height} mm
              的版面按比例放大，下载的文件就是这个尺寸。各图按结果页现在的样式画，在那里改了，这里跟着变。
            </p>
            {notes.length > 0 && (
              <ul className="board-notes" aria-label="需要留意">
                {notes.map((note) => (
                  <li key={note}>{note}</li>
                ))}
              </ul>
            )}
          </section>
          <BoardCaptions content={content} sources={editing.sources} change={change} />
        </div>
        <aside className="card board-side" aria-label="拼图的设置">
          {!isEmpty && (
            <PanelList
              content={content}
              figures={figures}
              selected={selected}
              onSelect={(key) => setSelected(key === selected ? null : key)}
              change={change}
              onRemove={remove}
            />
          )}
          <PageSettings content={content} change={change} />
          <TextSettings content={content} change={change} />
        </aside>
      </div>
      {adding && <AddFigures content={content} onAdd={(next) => change('add', next)} onClose={() => setAdding(false)} />}
    </div>
  );
}
