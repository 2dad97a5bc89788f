import { type ColumnarTable, type FigureStyle, isRow, subjectOf, withMovedLabel } from '@oncoloom/figures';
import { ALL_FORMATS, type FigureFormat } from '@oncoloom/figures/formats';
import { Drawer } from 'antd';
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { useNear } from '../app/use-near.ts';
import { ChartBoundary } from './chart-boundary.tsx';
import { FigureActions } from './figure-actions.tsx';
import './figure-card.css';
import { heightFor } from '@oncoloom/figures';
import type { WantedField } from './figure-editor.tsx';
import { type FigurePart, fieldOf } from './figure-parts.ts';
import { GeneSearch } from './gene-search.tsx';
import { type FigureContent, PrintedFigure } from './printed-figure.tsx';
import { SelectionPanel } from './selection-panel.tsx';

import type { FigureDeclaration, Selection } from './types.ts';
import { useChart } from './use-chart.ts';
import { useMedia, useWidth } from './use-size.ts';
import { type StyleEditing, useStyleHistory } from './use-style-history.ts';

const FigureEditor = lazy(() => import('./figure-editor.tsx'));

export interface FigureCardProps {
  figure: FigureDeclaration;
  /** By role, parsed with `parseTsv`; undefined while they are on their way: the card shows a skeleton in the final shape. */
  tables: Readonly<Record<string, ColumnarTable>> | undefined;
  /** Why the tables could not be fetched, in a sentence; shown in place of the figure. */
  failure?: string | undefined;
  /** Complete style (tool-kit's `completeStyle`). Controlled: the card never keeps its own. */
  style: FigureStyle;
  /** Complete style without edits: what 「恢复默认」 goes back to. */
  defaults: FigureStyle;
  /** Lines below the figure in its files. */
  notices: readonly string[];
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
  /** Puts the figure on a page with others; without it the button is not shown. */
  onBoard?: (() => void) | undefined;
  /** Narrows the result table to the selected genes; without it the button is not shown. */
  onOnlyThese?: ((genes: string[]) => void) | undefined;
  /** What else can be done with selected genes, beside copying. */
  furtherWith?: ((genes: readonly string[]) => ReactNode) | undefined;
  /** Called once, when the card comes near the window: its tables are wanted now. */
  onNear?: (() => void) | undefined;
  /** Takes a row of its own without being wide: the caption stands beside the picture. */
  alone?: boolean;
  /** Stands at the end of the editor. */
  editorEnd?: ((editing: StyleEditing, entries: FigureContent['entries']) => ReactNode) | undefined;
  /** What is to be told of the look that it has now. */
  note?: ReactNode;
}

/**
 * A figure with its title, search, downloads, editor, selection and caption. Stands in a CSS grid of one or two columns:
 * `wide` figures, and any figure while it is edited, take the whole row.
 */
export function FigureCard(props: FigureCardProps) {
  const { figure, tables, style, words, onStyleChange } = props;
  const card = useRef<HTMLElement>(null);
  const area = useRef<HTMLDivElement>(null);
  useNear(card, props.onNear);
  const cardWidth = useWidth(card);
  const width = useWidth(area);
  const beside = useMedia('(min-width: 992px)');
  const [isEditing, setIsEditing] = useState(false);
  const [asPrinted, setAsPrinted] = useState(false);
  const [content, setContent] = useState<FigureContent>({ entries: [], axes: null, pairs: [] });
  const [wanted, setWanted] = useState<WantedField | null>(null);
  const takeContent = useCallback(
    // The same again would draw the editor twice at each change.
    (next: FigureContent) => setContent((known) => (JSON.stringify(known) === JSON.stringify(next) ? known : next)),
    [],
  );
  const editing = useStyleHistory(style, onStyleChange);
  const [colourBlind, setColourBlind] = useState(false);
  const [sought, setSought] = useState('');
  const [selection, setSelection] = useState<Selection | null>(null);

  const names = useMemo(() => namesIn(figure, tables), [figure, tables]);
  const { Picture, kind: laidOut, failure: unfetched } = useChart(figure.chart);
  const failure = props.failure ?? unfetched;
  // From the declaration, not from the tables: the head does not jump, nor cost time, when these arrive.
  const searchable = figure.wide === true && figure.chart !== 'comparison' && SEARCHED.some((role) => figure.tables[role] !== undefined);
  const kind = subjectOf(figure, words);
  const roomy = cardWidth >= 720;
  const alone = props.alone === true && !isEditing;
  const full = figure.wide === true || isEditing || alone;
  const printed = laidOut !== undefined && (isEditing || asPrinted);
  const openPart = (part: FigurePart) => {
    // The name of a panel can be dragged as labels can, and is renamed as groups are.
    const isPanel = part.part === 'label' && content.entries.some(({ name, panel }) => panel === true && name === part.name);
    const field = fieldOf(isPanel ? { ...part, part: 'group' } : part, figure.style);
    if (field !== null) setWanted({ field, at: Date.now() });
  };
  const moveLabel = (name: string, to: { x: number; y: number }) =>
    editing.apply(`moved ${name}`, { moved_labels: withMovedLabel(style, name, to) });
  const openEditor = () => {
    setIsEditing(true);
    // The sheet covers the lower part of a small screen: bring the figure to the part that stays.
    if (!beside) card.current?.scrollIntoView({ block: 'start' });
  };
  const editor = onStyleChange !== undefined && (
    <Suspense fallback={<div className="figure-editor" />}>
      <FigureEditor
        figure={figure}
        editing={editing}
        defaults={props.defaults}
        words={words}
        names={isRow(kind) ? names : []}
        {...content}
        wanted={wanted}
        end={props.editorEnd?.(editing, content.entries)}
        onClose={() => setIsEditing(false)}
        colourBlind={colourBlind}
        onColourBlind={setColourBlind}
      />
    </Suspense>
  );
  const ready = tables !== undefined && width > 0 && Picture !== undefined;

  return (
    <section
      ref={card}
      className="card figure-card"
      onKeyDown={isEditing ? editing.onKeyDown : undefined}
      style={full ? { gridColumn: '1 / -1' } : undefined}
      aria-label={figure.title}
    >
      <header className="figure-head">
        <h2 className="card-title">{figure.title}</h2>
        {searchable && !printed && <GeneSearch names={names} kind={kind} value={sought} onChange={setSought} />}
        <FigureActions
          roomy={roomy}
          formats={ALL_FORMATS}
          onEdit={onStyleChange !== undefined && !isEditing ? openEditor : undefined}
          printed={asPrinted}
          onPrinted={isEditing ? undefined : setAsPrinted}
          onDownload={props.onDownload}
          onCopy={props.onCopy}
          onShowData={props.onShowData}
          onBoard={props.onBoard}
        />
      </header>
      <div className={alone ? 'figure-body is-alone' : 'figure-body'}>
        <div className="figure-main on-white">
          <div ref={area} className={colourBlind ? 'figure-area colour-blind' : 'figure-area'}>
            {failure !== undefined && <p className="chart-failure">{failure}</p>}
            {failure === undefined && !ready && (
              <div className="chart-skeleton" style={{ height: heightFor(style, width || 600) }} aria-hidden />
            )}
            {failure === undefined && ready && (
              <ChartBoundary drawnFrom={style}>
                {printed ? (
                  <PrintedFigure
                    kind={laidOut}
                    figure={figure}
                    tables={tables}
                    style={style}
                    words={words}
                    notices={props.notices}
                    width={width}
                    onContent={takeContent}
                    {...(isEditing && { onPart: openPart, onMoveLabel: moveLabel })}
                  />
                ) : (
                  <Picture
                    figure={figure}
                    tables={tables}
                    style={style}
                    words={words}
                    width={width}
                    {...(sought === '' ? {} : { highlight: sought })}
                    selection={selection}
                    onSelect={setSelection}
                    onPointClick={(gene) => setSought(gene === sought ? '' : gene)}
                  />
                )}
              </ChartBoundary>
            )}
          </div>
          {words.caption !== undefined && words.caption !== '' && <p className="caption figure-caption">{words.caption}</p>}
          {props.note}
          {selection !== null && (
            <SelectionPanel
              key={selection.genes.join()}
              genes={selection.genes}
              range={selection.range}
              // What an item lists are genes, whatever the figure's own rows are.
              kind={selection.box === null ? 'gene' : kind}
              boxed={selection.box !== null}
              onOnlyThese={props.onOnlyThese}
              further={props.furtherWith}
              onShow={setSought}
              onClose={() => setSelection(null)}
            />
          )}
        </div>
        {isEditing && beside && (
          <aside aria-label={`编辑图形：${figure.title}`}>
            <div className="editor-place">{editor}</div>
          </aside>
        )}
      </div>
      {!beside && (
        <Drawer
          open={isEditing}
          onClose={() => setIsEditing(false)}
          placement="bottom"
          size="56%"
          mask={false}
          closable={false}
          styles={{ body: { padding: 0 } }}
          aria-label={`编辑图形：${figure.title}`}
        >
          {editor}
        </Drawer>
      )}
      {colourBlind && <DeuteranopiaFilter />}
    </section>
  );
}

/** Roles of tables whose names can be looked for, where there are too many to be read. */
const SEARCHED = ['points', 'boxes', 'lines'];

function namesIn(figure: FigureDeclaration, tables: FigureCardProps['tables']): readonly string[] {
  const table = [...SEARCHED, 'cells'].map((role) => tables?.[role]).find((one) => one !== undefined);
  const column = table?.columns[figure.columns.label ?? ''];
  // A sample may stand in several panels, and in many rows of one line.
  return column === undefined || column instanceof Float64Array ? [] : [...new Set(column)];
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
