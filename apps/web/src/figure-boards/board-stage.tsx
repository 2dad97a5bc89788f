import type { BoardContent, BoardPanel } from '@oncoloom/contract';
import { type BoardLayout, BoardLetters, type LaidPanel, type Place, panelName, UNITS_PER_MM } from '@oncoloom/figures/board';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { ChartBoundary } from '../charts/chart-boundary.tsx';
import { SheetView } from '../charts/sheet-view.tsx';
import { useWidth } from '../charts/use-size.ts';
import { GRIPS, type Grip, moved, movedByKey, withPlace } from './panel-moves.ts';
import type { PanelFigure } from './use-board-figures.ts';

/** A page is shown larger than it is printed, but not as a poster: CSS pixels of a millimetre. */
const SCALE_MAX = 6;
/** A page higher than this is scrolled along. */
const HEIGHT_MAX = 1000;
/** A grid finer than this on the screen is a grey ground. */
const LINES_APART = 5;

interface Props {
  content: BoardContent;
  layout: BoardLayout;
  figures: readonly PanelFigure[];
  selected: string | null;
  onSelect: (key: string | null) => void;
  onPanels: (key: string, panels: BoardPanel[]) => void;
  onRemove: (key: string) => void;
}

interface Drag {
  key: string;
  grip: Grip;
  from: { x: number; y: number };
  start: Place;
  now: Place;
}

/** The page at its real proportions, its panels placed and sized by pointer and keys. */
export function BoardStage({ content, layout, figures, selected, onSelect, onPanels, onRemove }: Props) {
  const area = useRef<HTMLDivElement>(null);
  const width = useWidth(area);
  const [drag, setDrag] = useState<Drag | null>(null);
  const { page, grid, panels } = content;
  // CSS pixels of a millimetre.
  const scale = Math.min(width / page.width, SCALE_MAX, Math.max(HEIGHT_MAX / page.height, width / page.width / 1.5));
  const size = { width: page.width * scale, height: page.height * scale };

  const begin = (event: PointerEvent, panel: BoardPanel, grip: Grip) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    onSelect(panel.key);
    const { x, y, width: wide, height } = panel;
    const start = { x, y, width: wide, height };
    setDrag({ key: panel.key, grip, from: { x: event.clientX, y: event.clientY }, start, now: start });
  };
  const go = (event: PointerEvent) => {
    if (drag === null) return;
    const by = { x: (event.clientX - drag.from.x) / scale, y: (event.clientY - drag.from.y) / scale };
    setDrag({ ...drag, now: moved(drag.start, drag.grip, by, content) });
  };
  const end = () => {
    if (drag === null) return;
    setDrag(null);
    if (JSON.stringify(drag.now) !== JSON.stringify(drag.start)) onPanels(`place ${drag.key}`, withPlace(panels, drag.key, drag.now));
  };
  const press = (event: KeyboardEvent, panel: BoardPanel) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      onRemove(panel.key);
      return;
    }
    if (event.key === 'Escape') onSelect(null);
    const next = movedByKey(panel, event.key, event.shiftKey, content);
    if (next === null) return;
    event.preventDefault();
    onPanels(`place ${panel.key}`, withPlace(panels, panel.key, next));
  };

  const lines = Math.max(1, Math.ceil(LINES_APART / (grid * scale))) * grid * scale;
  return (
    <div ref={area} className="board-area">
      {width > 0 && (
        <div
          className="board-page on-white"
          style={{ ...size, backgroundSize: `${lines}px ${lines}px` }}
          onPointerDown={(event) => event.target === event.currentTarget && onSelect(null)}
        >
          {page.margin > 0 && <div className="board-margin" style={{ inset: page.margin * scale }} />}
          {panels.map((panel, i) => {
            const laid = layout.panels[i];
            const figure = figures[i];
            if (laid === undefined || figure === undefined) return null;
            const dragged = drag?.key === panel.key ? drag : null;
            const place = dragged?.now ?? panel;
            const name = panelName(i, content.letters.style);
            const title = figure.state === 'ready' ? figure.title : panel.title;
            return (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset takes no focus, and holds figures badly
              <div
                key={panel.key}
                role="group"
                // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved by the arrow keys
                tabIndex={0}
                className={`board-panel${selected === panel.key ? ' is-selected' : ''}${dragged === null ? '' : ' is-dragged'}`}
                style={{ left: place.x * scale, top: place.y * scale, width: place.width * scale, height: place.height * scale }}
                aria-label={`图 ${name}：${title}。左 ${place.x}、上 ${place.y}、宽 ${place.width}、高 ${place.height} 毫米。方向键移动，Shift 加方向键改大小，Delete 移除。`}
                onFocus={(event) => event.target === event.currentTarget && onSelect(panel.key)}
                onKeyDown={(event) => press(event, panel)}
                onPointerDown={(event) => begin(event, panel, 'move')}
                onPointerMove={go}
                onPointerUp={end}
                onPointerCancel={() => setDrag(null)}
              >
                <PanelContent
                  laid={laid}
                  figure={figure}
                  name={name}
                  title={panel.title}
                  scale={scale / UNITS_PER_MM}
                  onRemove={() => onRemove(panel.key)}
                />
                {selected === panel.key &&
                  GRIPS.map((grip) => (
                    <span
                      key={grip}
                      className={`board-grip is-${grip}`}
                      onPointerDown={(event) => begin(event, panel, grip)}
                      onPointerMove={go}
                      onPointerUp={end}
                      onPointerCancel={() => setDrag(null)}
                    />
                  ))}
                {dragged !== null && (
                  <span className="board-measure">
                    {place.width} × {place.height} mm
                  </span>
                )}
              </div>
            );
          })}
          {drag === null && (
            <svg className="board-letters" {...size} viewBox={`0 0 ${layout.width} ${layout.height}`} aria-hidden>
              <BoardLetters layout={layout} />
            </svg>
          )}
        </div>
      )}
    </div>
  );
}

interface ContentProps {
  laid: LaidPanel;
  figure: PanelFigure;
  name: string;
  /** What the figure was called when it was put there. */
  title: string;
  /** CSS pixels of a unit of the layout. */
  scale: number;
  onRemove: () => void;
}

/** A panel's figure in its place, or a sentence why there is none. */
function PanelContent({ laid, figure, name, title, scale, onRemove }: ContentProps) {
  const { fitted, place, refused } = laid;
  const queries = useQueryClient();
  if (figure.state === 'loading') return <div className="board-empty chart-skeleton" aria-busy="true" />;
  if (figure.state === 'gone' || figure.state === 'absent' || figure.state === 'failed')
    return (
      <div className="board-empty">
        <p>
          图 {name}
          {title === '' ? '' : `「${title}」`}：{figure.message}
        </p>
        {figure.state === 'failed' ? (
          <Button
            size="small"
            onPointerDown={(event) => event.stopPropagation()}
            onClick={() => void queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })}
          >
            再取一次
          </Button>
        ) : (
          <Button size="small" onPointerDown={(event) => event.stopPropagation()} onClick={onRemove}>
            移除这一格
          </Button>
        )}
      </div>
    );
  if (fitted === null)
    return (
      <div className="board-empty">
        <p>
          图 {name}：{refused}
        </p>
      </div>
    );
  const at = { left: (fitted.x - place.x) * scale, top: (fitted.y - place.y) * scale };
  return (
    <ChartBoundary drawnFrom={fitted.sheet}>
      <div className="board-sheet chart-stage" style={{ ...at, width: fitted.sheet.width * scale, height: fitted.sheet.height * scale }}>
        <SheetView sheet={fitted.sheet} scale={scale} />
      </div>
    </ChartBoundary>
  );
}
