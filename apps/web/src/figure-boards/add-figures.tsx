import { BOARD_PANEL_LEAST, BOARD_PANELS_MAX, type BoardContent } from '@oncoloom/contract';
import { placeForOneMore } from '@oncoloom/figures/board';
import { fillTemplate, rowSubjectOf, shownFigures, tellTool } from '@oncoloom/tool-kit';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Input, Modal } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { getAnalysis, getAnalysisList } from '../api/analyses.ts';
import { keys } from '../api/query-keys.ts';
import { useDebounced } from '../base/hooks/use-debounced.ts';
import { Loaded } from '../base/parts/loaded.tsx';
import { toolOf } from '../live/result-path.ts';

const SHOWN = 20;
const TYPING_MS = 250;

interface Chosen {
  analysisId: number;
  figure: string;
  title: string;
}

/** A name that no other panel of the board has. */
const newKey = () => crypto.getRandomValues(new Uint32Array(2)).reduce((text, part) => text + part.toString(36), '');

/** A board with some figures more, each where the page is free. */
export function withFigures(content: BoardContent, chosen: readonly Chosen[]): Partial<BoardContent> {
  let { page, panels } = content;
  for (const { analysisId, figure, title } of chosen) {
    const free = placeForOneMore(panels, page, BOARD_PANEL_LEAST);
    page = { ...page, ...free.page };
    panels = [...panels, { key: newKey(), analysis_id: analysisId, figure, title: title.slice(0, 200), ...free.place }];
  }
  return { page, panels };
}

const idOf = ({ analysisId, figure }: Pick<Chosen, 'analysisId' | 'figure'>) => `${analysisId}/${figure}`;

/** The figures of one analysis, to be ticked. */
function FiguresOf({ id, chosen, onToggle }: { id: number; chosen: readonly Chosen[]; onToggle: (one: Chosen) => void }) {
  const query = useQuery({
    queryKey: ['figure-boards', 'figures-of', id],
    queryFn: async ({ signal }) => {
      const analysis = await getAnalysis(id, { signal, silent: true });
      const declared = await toolOf(analysis)?.load();
      const { result } = analysis;
      if (declared === undefined || result === null) return [];
      const tool = tellTool(declared, 'zh', rowSubjectOf(result.words));
      return shownFigures(tool, result.tables).map(([figure, { title }]) => ({ figure, title: fillTemplate(title, result.words) }));
    },
  });
  return (
    <Loaded query={query} name="这次分析的图" rows={2}>
      {(figures) =>
        figures.length === 0 ? (
          <p className="caption">这次分析没有图。</p>
        ) : (
          <div className="board-ticks">
            {figures.map(({ figure, title }) => {
              const one = { analysisId: id, figure, title };
              return (
                <Checkbox key={figure} checked={chosen.some((other) => idOf(other) === idOf(one))} onChange={() => onToggle(one)}>
                  {title}
                </Checkbox>
              );
            })}
          </div>
        )
      }
    </Loaded>
  );
}

interface Props {
  content: BoardContent;
  onAdd: (next: Partial<BoardContent>) => void;
  onClose: () => void;
}

/** Chooses figures of the user's completed analyses. */
export function AddFigures({ content, onAdd, onClose }: Props) {
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const [open, setOpen] = useState<number | null>(null);
  const [text, setText] = useState('');
  const search = useDebounced(text.trim(), TYPING_MS);
  const request = { status: 'done', page_size: SHOWN, ...(search === '' ? {} : { search_name: search }) } as const;
  const query = useQuery({
    queryKey: keys.analysisList(request),
    queryFn: ({ signal }) => getAnalysisList(request, { signal, silent: true }),
  });
  const room = BOARD_PANELS_MAX - content.panels.length;
  const toggle = (one: Chosen) =>
    setChosen((known) =>
      known.some((other) => idOf(other) === idOf(one)) ? known.filter((other) => idOf(other) !== idOf(one)) : [...known, one],
    );
  return (
    <Modal
      open
      title="添加图"
      width={560}
      okText={chosen.length === 0 ? '放进拼图' : `放进拼图（${chosen.length}）`}
      cancelText="取消"
      okButtonProps={{ disabled: chosen.length === 0 || chosen.length > room }}
      onOk={() => {
        onAdd(withFigures(content, chosen));
        onClose();
      }}
      onCancel={onClose}
    >
      <div className="board-add">
        <Input.Search
          allowClear
          aria-label="按任务名称搜索"
          placeholder="按任务名称搜索"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {chosen.length > room && (
          <p role="alert" className="board-alert">
            一个拼图最多放 {BOARD_PANELS_MAX} 张图，还能放 {room} 张。请少选几张。
          </p>
        )}
        <Loaded query={query} name="任务列表">
          {({ results, count }) =>
            results.length === 0 ? (
              <p className="board-none">
                {search === '' ? (
                  <>
                    还没有完成的分析。先运行一次，有了图再回来；<Link to="/quick-start">快速开始</Link>里有示例数据。
                  </>
                ) : (
                  `没有名称含「${search}」的已完成任务。`
                )}
              </p>
            ) : (
              <ul className="board-tasks">
                {results.map((row) => (
                  <li key={row.id}>
                    <Button type="text" block aria-expanded={open === row.id} onClick={() => setOpen(open === row.id ? null : row.id)}>
                      <span>{row.task_name}</span>
                      <small>{toolOf(row)?.title}</small>
                    </Button>
                    {open === row.id && <FiguresOf id={row.id} chosen={chosen} onToggle={toggle} />}
                  </li>
                ))}
                {count > results.length && (
                  <li className="caption">
                    共 {count} 次，只列最近 {SHOWN} 次；更早的请按名称搜索。
                  </li>
                )}
              </ul>
            )
          }
        </Loaded>
      </div>
    </Modal>
  );
}
