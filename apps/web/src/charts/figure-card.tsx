import { type ColumnarTable, subjectOf } from '@oncoloom/figures';
import { ALL_FORMATS } from '@oncoloom/figures/formats';
import { memo, type ReactNode, useMemo, useRef, useState } from 'react';
import { useNear } from '../base/hooks/use-near.ts';
import { ChartBoundary } from './chart-boundary.tsx';
import { type EditedFigure, EditorDrawer } from './editor/editor-drawer.tsx';
import { FigureActions } from './figure-actions.tsx';
import './figure-card.css';
import { heightFor } from '@oncoloom/figures';
import { GeneSearch } from './gene-search.tsx';
import { PrintedFigure } from './printed-figure.tsx';
import { SelectionPanel } from './selection-panel.tsx';

import type { Selection, ToldFigure } from './types.ts';
import { useChart } from './use-chart.ts';
import { useWidth } from './use-size.ts';

interface FigureCardProps extends EditedFigure {
  /** By role, parsed with `parseTsv`; undefined while they are on their way: the card shows a skeleton in the final shape. */
  tables: Readonly<Record<string, ColumnarTable>> | undefined;
  /** Why the tables could not be fetched, in a sentence; shown in place of the figure. */
  failure?: string | undefined;
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
  /** Stands below the figure on the page. */
  legend?: ReactNode;
}

/**
 * A figure with its title, search, downloads, editor, selection and caption. Stands in a CSS grid of one or two columns:
 * `wide` figures take the whole row. Editing happens in a drawer over the page.
 */
export function FigureCard(props: FigureCardProps) {
  const { figure, tables, style, words, onStyleChange } = props;
  const card = useRef<HTMLElement>(null);
  const area = useRef<HTMLDivElement>(null);
  useNear(card, props.onNear);
  const cardWidth = useWidth(card);
  const width = useWidth(area);
  const [isEditing, setIsEditing] = useState(false);
  const [wasEdited, setWasEdited] = useState(false);
  const [asPrinted, setAsPrinted] = useState(false);
  const [sought, setSought] = useState('');
  const [selection, setSelection] = useState<Selection | null>(null);

  const names = useMemo(() => namesIn(figure, tables), [figure, tables]);
  const { Picture, kind: laidOut, failure: unfetched } = useChart(figure.chart);
  const failure = props.failure ?? unfetched;
  // From the declaration, not from the tables: the head does not jump, nor cost time, when these arrive.
  const searchable = figure.wide === true && figure.chart !== 'comparison' && SEARCHED.some((role) => figure.tables[role] !== undefined);
  const kind = subjectOf(figure, words);
  const roomy = cardWidth >= 720;
  const alone = props.alone === true;
  const full = figure.wide === true || alone;
  const openEditor = () => {
    setIsEditing(true);
    setWasEdited(true);
  };
  const ready = tables !== undefined && width > 0 && Picture !== undefined;

  return (
    <section ref={card} className="card figure-card" style={full ? { gridColumn: '1 / -1' } : undefined} aria-label={figure.title}>
      <header className="figure-head">
        <h2 className="card-title">{figure.title}</h2>
        {searchable && !asPrinted && <GeneSearch names={names} kind={kind} value={sought} onChange={setSought} />}
        <FigureActions
          roomy={roomy}
          formats={ALL_FORMATS}
          onEdit={onStyleChange !== undefined ? openEditor : undefined}
          printed={asPrinted}
          onPrinted={setAsPrinted}
          onDownload={props.onDownload}
          onCopy={props.onCopy}
          onShowData={props.onShowData}
          onBoard={props.onBoard}
        />
      </header>
      <div className={alone ? 'figure-body is-alone' : 'figure-body'}>
        <div className="figure-main on-white">
          <div ref={area} className="figure-area">
            {failure !== undefined && <p className="chart-failure">{failure}</p>}
            {failure === undefined && !ready && (
              <div className="chart-skeleton" style={{ height: heightFor(style, width || 600) }} aria-hidden />
            )}
            {failure === undefined && ready && (
              <ChartBoundary drawnFrom={style}>
                <Held held={isEditing}>
                  {asPrinted && laidOut !== undefined ? (
                    <PrintedFigure
                      kind={laidOut}
                      figure={figure}
                      tables={tables}
                      style={style}
                      words={words}
                      notices={props.notices}
                      width={width}
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
                </Held>
              </ChartBoundary>
            )}
          </div>
          {words.caption !== undefined && words.caption !== '' && <p className="caption figure-caption">{words.caption}</p>}
          {props.note}
          {props.legend}
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
      </div>
      {wasEdited && (
        <EditorDrawer
          {...props}
          open={isEditing}
          onClose={() => setIsEditing(false)}
          drawn={tables !== undefined && laidOut !== undefined ? { kind: laidOut, tables } : undefined}
          names={names}
        />
      )}
    </section>
  );
}

/** A picture that stays as it is while another one of the same figure is edited: two would be laid out at each change. */
const Held = memo(
  ({ children }: { held: boolean; children: ReactNode }) => children,
  (_, { held }) => held,
);

/** Roles of tables whose names can be looked for, where there are too many to be read. */
const SEARCHED = ['points', 'boxes', 'lines'];

function namesIn(figure: ToldFigure, tables: FigureCardProps['tables']): readonly string[] {
  const table = [...SEARCHED, 'cells'].map((role) => tables?.[role]).find((one) => one !== undefined);
  const column = table?.columns[figure.columns.label ?? ''];
  // A sample may stand in several panels, and in many rows of one line.
  return column === undefined || column instanceof Float64Array ? [] : [...new Set(column)];
}
