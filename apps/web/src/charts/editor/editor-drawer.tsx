import { type ColumnarTable, type FigureStyle, isRow, subjectOf, withMovedLabel } from '@oncoloom/figures';
import { ALL_FORMATS, type FigureFormat } from '@oncoloom/figures/formats';
import type { FigureKind } from '@oncoloom/figures/kinds';
import type { Told } from '@oncoloom/tool-kit';
import { Drawer, Skeleton } from 'antd';
import { lazy, type ReactNode, Suspense, useCallback, useRef, useState } from 'react';
import { ChartBoundary } from '../chart-boundary.tsx';
import './editor-drawer.css';
import { FigureActions } from '../figure-actions.tsx';
import { type FigurePart, fieldOf } from '../figure-parts.ts';
import { type FigureContent, PrintedFigure } from '../printed-figure.tsx';
import type { ToldFigure } from '../types.ts';
import { useHeight, useMedia, useWidth } from '../use-size.ts';
import type { WantedField } from './figure-editor.tsx';
import { type StyleEditing, useStyleHistory } from './use-style-history.ts';

const FigureEditor = lazy(() => import('./figure-editor.tsx'));

/** Room below the picture for what the figure says of itself, in CSS pixels. */
const NOTE_ROOM = 40;

/** A figure that can be edited, as its card on the page has it. */
export interface EditedFigure {
  figure: ToldFigure;
  /** Complete style (tool-kit's `completeStyle`). Controlled: neither card nor drawer keeps its own. */
  style: FigureStyle;
  /** Complete style without edits: what 「恢复默认」 goes back to. */
  defaults: FigureStyle;
  /** The same without the looks of all figures, whose colours the default palette has. */
  plain: FigureStyle;
  /** Lines below the figure in its files. */
  notices: readonly Told[];
  /** Parameters and facts as text; `alternative` and `caption` are the figure's templates, filled. */
  words: Readonly<Record<string, string>>;
  /** Called at each change in the editor; without it the figure cannot be edited. */
  onStyleChange?: ((style: FigureStyle) => void) | undefined;
  /** A promise keeps the button busy until the file is there. */
  onDownload: (format: FigureFormat) => void | Promise<void>;
  /** Puts the picture into the clipboard; absent where the browser cannot. */
  onCopy?: (() => Promise<void>) | undefined;
  /** Opens the numbers drawn. */
  onShowData: () => void;
  /** Stands at the end of the editor. */
  editorEnd?: ((editing: StyleEditing, entries: FigureContent['entries']) => ReactNode) | undefined;
  /** What is to be told of the look that it has now: on the page and while it is edited. */
  note?: ReactNode;
}

interface Props extends EditedFigure {
  open: boolean;
  onClose: () => void;
  /** Absent while the figure is on its way: the drawer opens without it. */
  drawn: { kind: FigureKind; tables: Readonly<Record<string, ColumnarTable>> } | undefined;
  /** Names in the figure, offered where genes are chosen. */
  names: readonly string[];
}

/**
 * A figure with its editor beside it, over the page, which stays as it is. The steps back outlive the drawer: who opens it again can
 * take back what was done before.
 */
export function EditorDrawer(props: Props) {
  const { figure, style, words, drawn, open, onClose, names } = props;
  const beside = useMedia('(min-width: 992px)');
  const editing = useStyleHistory(style, props.onStyleChange);
  const [content, setContent] = useState<FigureContent>({ entries: [], axes: null, pairs: [], size: null });
  const [wanted, setWanted] = useState<WantedField | null>(null);
  const [colourBlind, setColourBlind] = useState(false);
  const takeContent = useCallback(
    // The same again would draw the editor twice at each change.
    (next: FigureContent) => setContent((known) => (JSON.stringify(known) === JSON.stringify(next) ? known : next)),
    [],
  );
  const openPart = (part: FigurePart) => {
    // The name of a panel can be dragged as labels can, and is renamed as groups are.
    const isPanel = part.part === 'label' && content.entries.some(({ name, panel }) => panel === true && name === part.name);
    const field = fieldOf(isPanel ? { ...part, part: 'group' } : part, figure.style);
    if (field !== null) setWanted({ field, at: Date.now() });
  };
  return (
    <Drawer
      open={open}
      onClose={onClose}
      placement={beside ? 'right' : 'bottom'}
      size={beside ? 'min(1280px, 94vw)' : '94dvh'}
      closable={false}
      destroyOnHidden
      onKeyDown={editing.onKeyDown}
      styles={{ body: { padding: 0 } }}
      aria-label={`编辑图形：${figure.title}`}
    >
      <div className="editor-drawer">
        <div className="edited-figure">
          <header className="figure-head">
            <h2 className="small-title">{figure.title}</h2>
            <FigureActions
              roomy={false}
              formats={ALL_FORMATS}
              printed
              onDownload={props.onDownload}
              onCopy={props.onCopy}
              onShowData={props.onShowData}
            />
          </header>
          <Sheet colourBlind={colourBlind}>
            {(width, height) =>
              drawn !== undefined && (
                <ChartBoundary drawnFrom={style}>
                  <PrintedFigure
                    kind={drawn.kind}
                    figure={figure}
                    tables={drawn.tables}
                    style={style}
                    words={words}
                    notices={props.notices}
                    width={width}
                    heightMax={height}
                    onContent={takeContent}
                    onPart={openPart}
                    onMoveLabel={(name, to) => editing.apply(`moved ${name}`, { moved_labels: withMovedLabel(style, name, to) })}
                  />
                </ChartBoundary>
              )
            }
          </Sheet>
          {props.note}
        </div>
        <Suspense fallback={<Skeleton className="figure-editor" active paragraph={{ rows: 8 }} />}>
          <FigureEditor
            figure={figure}
            editing={editing}
            defaults={props.defaults}
            plain={props.plain}
            words={words}
            names={isRow(subjectOf(figure, words)) ? names : []}
            {...content}
            wanted={wanted}
            end={props.editorEnd?.(editing, content.entries)}
            onClose={onClose}
            colourBlind={colourBlind}
            onColourBlind={setColourBlind}
          />
        </Suspense>
      </div>
      {colourBlind && <DeuteranopiaFilter />}
    </Drawer>
  );
}

/** The place of the picture, which tells what it has room for. */
function Sheet({ colourBlind, children }: { colourBlind: boolean; children: (width: number, height: number) => ReactNode }) {
  const area = useRef<HTMLDivElement>(null);
  const width = useWidth(area);
  const height = useHeight(area) - NOTE_ROOM;
  return (
    <div ref={area} className={colourBlind ? 'edited-sheet colour-blind' : 'edited-sheet'}>
      {width > 0 && height > 0 && children(width, height)}
    </div>
  );
}

/** Deuteranopia after Machado, Oliveira and Fernandes (2009), severity 1; works on linear RGB, which is the filter's own default. */
function DeuteranopiaFilter() {
  return (
    <svg width="0" height="0" className="visually-hidden" aria-hidden>
      <filter id="deuteranopia">
        <feColorMatrix
          type="matrix"
          values="0.367322 0.860646 -0.227968 0 0  0.280085 0.672501 0.047413 0 0  -0.01182 0.04294 0.968881 0 0  0 0 0 1 0"
        />
      </filter>
    </svg>
  );
}
