import { useCallback, useMemo } from 'react';
import { writeDecimal } from './differential-points.ts';
import { facetsOf } from './facets.ts';
import { distinctGroups, groupPlaceOf, groupsOf, legendOf } from './groups.ts';
import { MARK } from './look.ts';
import { omittedNote } from './omitted-note.ts';
import { padSpan } from './scale.ts';
import { spanText } from './scatter-data.ts';
import type { DataLine } from './scatter-marks.tsx';
import { linePoints, ScatterPanels, spanWithLines } from './scatter-panels.tsx';
import { subjectOf } from './subject.ts';
import { numbersOf, optionalTexts, styleFlag, styleNumber, styleText, tableOf, textsOf } from './table.ts';
import { plainTitle } from './title-marks.ts';
import type { ChartProps, ColumnarTable, FigureDeclaration } from './types.ts';

/** More points are thinned on screen and drawn smaller. */
const MANY = 2000;

/** The line and its band in each panel: the band below. */
function fitLines(
  line: ColumnarTable | undefined,
  columns: FigureDeclaration['columns'],
  panels: readonly string[],
  colour: string,
): DataLine[][] {
  if (line === undefined) return panels.map(() => []);
  const facets = facetsOf(optionalTexts(line, columns.facet), line.rowCount);
  const along = (role: string) => linePoints(facets, panels, numbersOf(line, columns.line_x), numbersOf(line, columns[role]));
  const fits = along('line_y').map((points): DataLine => ({ points, colour }));
  if (columns.line_low === undefined || columns.line_high === undefined) return fits.map((fit) => [fit]);
  const [low, high] = [along('line_low'), along('line_high')];
  return fits.map((fit, i) => {
    const points = [...(low[i] ?? []), ...[...(high[i] ?? [])].reverse()];
    return points.length === 0 ? [fit] : [{ points, colour, closed: 'band' }, fit];
  });
}

/** A text of the panel's row in the table of words. */
function wordOf(words: ColumnarTable | undefined, columns: FigureDeclaration['columns'], role: string, panel: string): string {
  if (words === undefined || columns[role] === undefined) return '';
  const facets = optionalTexts(words, columns.facet);
  return textsOf(words, columns[role])[facets === null ? 0 : facets.indexOf(panel)] ?? '';
}

/**
 * Two quantities against each other, optionally with the line of a fit. Tables `points`: columns `label`, `x`, `y`, optionally
 * `group`, `facet`; optional `line`: columns `line_x`, `line_y`, optionally `line_low`, `line_high` (a band); optional `words`, a
 * row per panel: columns `text` (over the plot), `x_title`, `y_title`. All have the column `facet` where the points have it.
 */
export default function ScatterChart(props: ChartProps) {
  const { figure, tables, style, words } = props;
  const { columns } = figure;
  const table = tableOf(tables, 'points');
  const names = textsOf(table, columns.label);
  const x = numbersOf(table, columns.x);
  const y = numbersOf(table, columns.y);
  const group = optionalTexts(table, columns.group);
  const groups = useMemo(() => groupsOf(distinctGroups(names, group ?? names.map(() => '')), words, style), [names, group, words, style]);
  const lineColour = styleText(style, 'line_color', MARK.ink);
  const panels = useMemo(() => {
    const facets = facetsOf(optionalTexts(table, columns.facet), table.rowCount);
    const lines = fitLines(tables.line, columns, facets.names, lineColour);
    const home = {
      x: padSpan(spanWithLines(x, lines.flat(), 0) ?? [0, 1], 0.05),
      y: padSpan(spanWithLines(y, lines.flat(), 1) ?? [0, 1], 0.05),
    };
    return facets.names.map((name, i) => {
      const word = (role: string) => wordOf(tables.words, columns, role, name);
      const titles = { x: word('x_title'), y: word('y_title') };
      return { name, rows: facets.rows[i] ?? [], home, lines: lines[i] ?? [], titles, text: word('text') };
    });
  }, [table, tables.line, tables.words, columns, x, y, lineColour]);
  const many = table.rowCount > MANY;
  const looks = useMemo(() => {
    const radius = styleNumber(style, 'point_size', many ? 1.6 : 3.2);
    const opacity = styleNumber(style, 'point_opacity', many ? 0.6 : 0.8);
    return groups.map(({ colour }) => ({ colour, radius, opacity }));
  }, [groups, style, many]);
  const look = useCallback((row: number) => groupPlaceOf(groups, group?.[row] ?? ''), [groups, group]);
  const legend = useMemo(() => (group === null ? [] : legendOf(groups)), [group, groups]);
  const italic = subjectOf(figure, words) === 'gene';
  const titleOf = (axis: 'x' | 'y') => plainTitle(styleText(style, `axis_title_${axis}`, panels[0]?.titles[axis] ?? '')) || axis;
  const perPanel = panels[0]?.rows.length ?? 0;
  return (
    <ScatterPanels
      chart={props}
      panels={panels}
      names={names}
      x={x}
      y={y}
      look={look}
      looks={looks}
      thinned={many && group === null ? 0 : null}
      legend={legend}
      named={styleFlag(style, 'show_samples', false)}
      italic={italic}
      describe={(row) => ({
        name: names[row] as string,
        italic,
        tag: group?.[row] ?? '',
        rows: [
          [titleOf('x'), writeDecimal(x[row])],
          [titleOf('y'), writeDecimal(y[row])],
        ],
      })}
      rangeText={(xs, ys) =>
        [spanText(titleOf('x'), xs, writeDecimal), spanText(titleOf('y'), ys, writeDecimal)].filter((part) => part !== '').join('，')
      }
      note={(omitted, unplaced) =>
        omittedNote(perPanel, omitted) + (unplaced > 0 ? `有 ${unplaced} 个名字放不下，没有写出；放大图面可以看到。` : '')
      }
    />
  );
}
