import { BOARD_PANEL_LEAST, type BoardContent } from '@oncoloom/contract';
import { panelName, withinPage } from '@oncoloom/figures/board';
import { Button } from 'antd';
import { Link } from 'react-router';
import { resultPath, toolOf } from '../live/result-path.ts';
import { LengthField } from './board-settings.tsx';
import { withOrder, withPlace } from './panel-moves.ts';
import type { PanelFigure } from './use-board-figures.ts';

interface Props {
  content: BoardContent;
  figures: readonly PanelFigure[];
  selected: string | null;
  onSelect: (key: string) => void;
  change: (key: string, next: Partial<BoardContent>) => void;
  onRemove: (key: string) => void;
}

/** The panels in the order of their letters; of the chosen one, its place in numbers. */
export function PanelList({ content, figures, selected, onSelect, change, onRemove }: Props) {
  const { panels, page, letters } = content;
  return (
    <section>
      <h2 className="small-title">图（{panels.length}）</h2>
      <ul className="board-list">
        {panels.map((panel, i) => {
          const figure = figures[i];
          const name = panelName(i, letters.style);
          const entry = figure?.state === 'ready' ? toolOf(figure.analysis) : undefined;
          const place = (next: Partial<typeof panel>) => {
            change(`place ${panel.key}`, {
              panels: withPlace(panels, panel.key, withinPage({ ...panel, ...next }, page, BOARD_PANEL_LEAST)),
            });
          };
          return (
            <li key={panel.key} className={selected === panel.key ? 'is-selected' : undefined}>
              <button type="button" className="board-list-name" aria-pressed={selected === panel.key} onClick={() => onSelect(panel.key)}>
                <strong>{name}</strong>
                <span>
                  {figure?.state === 'ready' ? figure.title : panel.title || '没有名字的图'}
                  <small>
                    {figure?.state === 'ready'
                      ? figure.analysis.task_name
                      : figure?.state === 'loading' || figure === undefined
                        ? '正在取图'
                        : figure.message}
                  </small>
                </span>
              </button>
              {selected === panel.key && (
                <div className="board-list-more">
                  <div className="board-lengths">
                    <LengthField label="左" value={panel.x} min={0} max={page.width} onChange={(x) => place({ x })} />
                    <LengthField label="上" value={panel.y} min={0} max={page.height} onChange={(y) => place({ y })} />
                    <LengthField
                      label="宽"
                      value={panel.width}
                      min={BOARD_PANEL_LEAST}
                      max={page.width}
                      onChange={(width) => place({ width })}
                    />
                    <LengthField
                      label="高"
                      value={panel.height}
                      min={BOARD_PANEL_LEAST}
                      max={page.height}
                      onChange={(height) => place({ height })}
                    />
                  </div>
                  <span className="board-buttons">
                    <Button size="small" disabled={i === 0} onClick={() => change('order', { panels: withOrder(panels, panel.key, -1) })}>
                      编号提前
                    </Button>
                    <Button
                      size="small"
                      disabled={i === panels.length - 1}
                      onClick={() => change('order', { panels: withOrder(panels, panel.key, 1) })}
                    >
                      编号推后
                    </Button>
                    <Button size="small" danger onClick={() => onRemove(panel.key)}>
                      移除
                    </Button>
                  </span>
                  {figure?.state === 'ready' && entry !== undefined && (
                    <Link to={resultPath(entry, figure.analysis.id)}>打开结果，编辑这张图</Link>
                  )}
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
